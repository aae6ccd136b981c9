"""Decks for deck managers. The ruleset says what is wrong with a deck; services do all writing.

Django's admin finds the pages here. Permissions (tests/test_staff_permissions.py checks them):

- view_deck: every deck, also private ones; compare, check, export
- add_deck: new decks and duplicates
- change_deck: change a deck and its cards; import, together with add_deck
- delete_deck: delete decks
"""

from decks.admin import bulk, cards, decks, imports, pages, replacing, versions

__all__ = ["bulk", "cards", "decks", "imports", "pages", "replacing", "versions"]
