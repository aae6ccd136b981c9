"""A list of cards in a form or a file as the cards of a deck, with its faults in the language of the reader."""

import msgspec
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from common.formats import Cards
from common.text.language import in_language
from common.text.naming import COMMA, card_names
from decks.deck_lists import Unread, read_list
from decks.limits import MOST_LINES_LISTED
from rules.engine import Names, Ruleset


def read_cards(rules: Ruleset, text: str, accepted: frozenset[str]) -> dict[str, int]:
    """Slug -> copies. Slugs in `accepted` are valid even if the set no longer has them. Raises ValidationError."""
    found = read_list(rules, text, accepted)
    if found.unread:
        names = card_names(rules)
        raise ValidationError([_fault_text(line, names) for line in found.unread[:MOST_LINES_LISTED]])
    try:
        return msgspec.convert(found.cards, Cards)
    except msgspec.ValidationError as error:
        raise ValidationError(_("A deck can't have that many cards.")) from error


def _fault_text(line: Unread, names: dict[str, Names]) -> str:
    nearest = in_language(COMMA).join(in_language(names.get(slug, {}), slug) for slug in line.nearest)
    if nearest:
        text = _("Line %(n)d matches no card: %(text)s. Similar names: %(nearest)s.")
    else:
        text = _("Line %(n)d matches no card: %(text)s")
    return text % {"n": line.line, "text": line.text, "nearest": nearest}
