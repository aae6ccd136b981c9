"""Decks for deck managers. What is wrong with a deck the ruleset says; what is written down services write.

Django's admin finds the pages here. Who may do what (tests/test_staff_permissions.py holds it):
  view_deck     every deck, also private ones; compare, check, export
  add_deck      new decks and duplicates
  change_deck   change a deck and its cards; import, together with add_deck
  delete_deck   throw decks away
"""

from decks.admin import bulk, cards, decks, imports, pages, replacing, versions

__all__ = ["bulk", "cards", "decks", "imports", "pages", "replacing", "versions"]
