"""GET bots: who can be seated against."""

from django.http import HttpRequest, HttpResponse

from cards.http.answering import ApiView, answer
from cards.http.description import operation
from matches.api.shapes import BotList, BotShown
from matches.bots.roster import HOUSE_BOTS
from matches.services.lobby import enabled_bots


class BotsView(ApiView):
    @operation("list_bots", "The house bots", tag="matches", answers={200: BotList})
    def get(self, request: HttpRequest) -> HttpResponse:
        enabled = enabled_bots()
        return answer(
            BotList([BotShown(bot.name, bot.version, bot.names) for bot in HOUSE_BOTS if bot.name in enabled])
        )
