"""Cards for deck managers: browse, draft, publish. Services and rulesets decide what is allowed and what is wrong.

Django's admin finds the pages here. Permissions (tests/test_staff_permissions.py checks them):

- view_card: browse the cards of every published set
- view_cardsetrevision: the revisions, their changes, and each as a file
- *_cardsetdraft: write drafts; those who may change drafts may try them (playtesting/admin/playtests.py)
- publish_cardset: publish a draft, or an older revision again
"""

from cards.admin import cards, draft_cards, drafts, revisions

__all__ = ["cards", "draft_cards", "drafts", "revisions"]
