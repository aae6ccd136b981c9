"""GET bots: who can be seated against."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from msgspec import Meta, Struct

from common.http.answering import ApiView, answer
from common.http.description import operation
from matches.bots.roster import HOUSE_BOTS
from matches.services.seat_plans import enabled_bots
from rules.engine import Names


class Bot(Struct, frozen=True):
    """A house bot. A version that plays differently has another number; logs name it `bot:<name>/<version>`."""

    name: str
    version: Annotated[int, Meta(description="A version that plays differently has another number.")]
    names: Names


class BotList(Struct, frozen=True):
    """From the weakest to the strongest."""

    results: list[Bot]


class BotsView(ApiView):
    @operation("list_bots", "The house bots", tag="matches", scope="read", answers={200: BotList})
    def get(self, request: HttpRequest) -> HttpResponse:
        enabled = enabled_bots()
        return answer(BotList([Bot(bot.name, bot.version, bot.names) for bot in HOUSE_BOTS if bot.name in enabled]))
