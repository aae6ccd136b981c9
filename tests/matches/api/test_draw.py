"""Draw offers over the API: in `now`, in streams and as notices, and once per key."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.matches.api.conftest import Api, Clock

pytestmark = pytest.mark.django_db
KEEP = {"version": 0, "action": {"type": "keep", "keep": True}}


@pytest.fixture
def url(opened: Callable[..., dict[str, Any]]) -> str:
    return str(opened()["url"])


def nows(response: Any) -> list[Any]:
    text = b"".join(filter(None, response.streaming_content)).decode()
    blocks = [block.splitlines() for block in text.split("\n\n") if block.startswith("event: now")]
    return [msgspec.json.decode(block[1].removeprefix("data: ")) for block in blocks]


def test_an_offer_stands_wherever_the_match_does_and_goes_with_the_others_action(
    url: str, as_ann: Api, as_ben: Api, anyone: Api
) -> None:
    offered = as_ann.post(f"{url}/draw-offer", {}).json()

    assert (offered["draw_offers"], offered["now"]["draw_offers"], offered["now"]["version"]) == ([0], [0], 0)
    assert anyone.get(url).json()["draw_offers"] == [0]
    assert as_ben.get(f"{url}/events").json()["now"]["draw_offers"] == [0]
    own = as_ann.post(f"{url}/actions", KEEP).json()
    assert own["now"]["draw_offers"] == [0]
    others = as_ben.post(f"{url}/actions", KEEP).json()
    assert others["now"]["draw_offers"] == as_ann.get(url).json()["draw_offers"] == []


def test_who_is_asked_accepts_or_declines_and_a_repeated_key_happens_once(url: str, as_ann: Api, as_ben: Api) -> None:
    offers = [as_ann.post(f"{url}/draw-offer", {}, idempotency_key="offer") for _ in range(2)]
    declined = as_ben.post(f"{url}/draw-offer/decline", {})
    again = as_ann.post(f"{url}/draw-offer", {}, idempotency_key="offer").json()
    too_often = as_ann.post(f"{url}/draw-offer", {})
    as_ben.post(f"{url}/draw-offer", {})
    agreed = as_ann.post(f"{url}/draw-offer/accept", {}, idempotency_key="yes").json()

    assert [offer.status_code for offer in offers] == [200, 200]
    assert (declined.status_code, declined.json()["now"]["draw_offers"]) == (200, [])
    assert (again["draw_offers"], again["now"]["draw_offers"]) == ([0], [])
    assert (too_often.status_code, too_often.json()["code"]) == (409, "draw_offered_already")
    assert agreed["now"]["outcome"]["reason"] == "agreement"
    assert as_ann.post(f"{url}/draw-offer/accept", {}, idempotency_key="yes").json() == agreed
    last = as_ben.get(f"{url}/events").json()["events"][-1]
    assert (last["type"], last["seat"], last["note"]) == ("draw_agreed", None, "")
    assert as_ben.get(f"{url}/replay/transcript").status_code == 200


def test_an_offer_is_withdrawn_once_for_a_key_and_told_by_now(url: str, as_ann: Api, as_ben: Api) -> None:
    as_ann.post(f"{url}/draw-offer", {})

    withdrawn = [as_ann.send("DELETE", f"{url}/draw-offer", idempotency_key="back") for _ in range(2)]

    assert [answer.status_code for answer in withdrawn] == [200, 200]
    assert [answer.json()["now"]["draw_offers"] for answer in withdrawn] == [[], []]
    assert as_ben.get(f"{url}/events").json()["now"]["draw_offers"] == []
    assert as_ben.post(f"{url}/draw-offer/accept", {}).json()["code"] == "no_draw_offered"


def test_streams_tell_an_offer_and_its_end(url: str, as_ann: Api, as_ben: Api, anyone: Api, clock: Clock) -> None:
    clock.meanwhile[1.0] = lambda: as_ann.post(f"{url}/draw-offer", {})
    clock.meanwhile[2.0] = lambda: as_ben.post(f"{url}/draw-offer/decline", {})
    clock.meanwhile[3.0] = lambda: as_ben.post(f"{url}/draw-offer", {})
    clock.meanwhile[4.0] = lambda: as_ann.post(f"{url}/draw-offer/accept", {})

    told = nows(anyone.get(f"{url}/stream"))

    assert [(now["status"], now["draw_offers"]) for now in told] == [
        ("playing", []),
        ("playing", [0]),
        ("playing", []),
        ("playing", [1]),
        ("over", []),
    ]


@pytest.mark.parametrize("body", [b"[]", b'{"yes":1}', b"\xff", b'"\\u0000"'])
def test_what_is_not_the_empty_body_is_refused(url: str, as_ann: Api, body: bytes) -> None:
    for path in ("draw-offer", "draw-offer/accept", "draw-offer/decline"):
        assert as_ann.post(f"{url}/{path}", body).status_code == 400
    assert as_ann.get(url).json()["draw_offers"] == []
