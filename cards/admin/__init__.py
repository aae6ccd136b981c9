"""Cards for deck managers: to browse, to draft, to publish. What may be and what is wrong, services and rulesets say.

Django's admin finds the pages here. Who may do what (tests/test_staff_permissions.py holds it):
  view_card             browse the cards of every published set
  view_cardsetrevision  the revisions, what each changed, and each as a file
  *_cardsetdraft        write drafts; who may change them may try them (playtesting/admin/playtests.py)
  publish_cardset       publish a draft, or an older revision again
"""

from cards.admin import cards, draft_cards, drafts, revisions

__all__ = ["cards", "draft_cards", "drafts", "revisions"]
