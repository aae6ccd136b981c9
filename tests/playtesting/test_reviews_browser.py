"""Requesting, returning and approving a draft in a browser without JavaScript, and axe-core on the pages."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from playwright.sync_api import Browser, expect
from playwright.sync_api import Page as BrowserPage

from cards.models import CardSetDraft
from cards.sets.selectors import newest_revision
from players.models import Player
from playtesting.models import DraftReview
from tests.axe import Looks, axe, cookies_of, wider_than_a_telephone
from tests.browser import needs_chromium
from tests.test_staff_permissions import changed_draft

__all__ = ["axe"]

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]

REQUEST = re.compile("Request a review")


def client_of(name: str, group: str) -> Client:
    player = Player.objects.create_user(name, is_staff=True)
    player.groups.set(Group.objects.filter(name=group))
    client = Client()
    client.force_login(player)
    return client


@pytest.fixture
def author(published: None) -> Client:
    return client_of("mai", "Card authors")


@pytest.fixture
def publisher(published: None) -> Client:
    return client_of("pia", "Deck managers")


@pytest.fixture
def draft(author: Client) -> CardSetDraft:
    return changed_draft(Player.objects.get(username="mai"))


def page_of(client: Client, chromium: Browser, base: str) -> BrowserPage:
    context = chromium.new_context(locale="en-GB", java_script_enabled=False)
    context.add_cookies(cookies_of(client, base))
    return context.new_page()


@pytest.mark.exhaustive
def test_a_draft_is_requested_returned_requested_again_and_approved_without_scripts(
    author: Client, publisher: Client, draft: CardSetDraft, live_server: Any, chromium: Browser
) -> None:
    mai, pia = (page_of(client, chromium, live_server.url) for client in (author, publisher))
    here = f"{live_server.url}/admin/cards/cardsetdraft/{draft.pk}/change/"

    mai.goto(here)
    mai.get_by_label("Remark for the publishers").fill("Richer pilots")
    mai.get_by_role("button", name=REQUEST).click()
    expect(mai.get_by_text("Review requested.")).to_be_visible()
    pia.goto(f"{live_server.url}/admin/")
    pia.get_by_role("link", name="1 draft waits for your review").click()
    pia.get_by_role("link", name=str(DraftReview.objects.get())).click()
    expect(pia.get_by_text("When a unit of yours engages, gain 3 savings.")).to_be_visible()
    pia.get_by_role("group", name="Return").get_by_label("Remarks for the author").fill("Why three?")
    pia.get_by_role("button", name="Return with remarks").click()
    expect(pia.get_by_text("Returned to the author.")).to_be_visible()
    mai.goto(here)
    expect(mai.get_by_text("Why three?")).to_be_visible()
    mai.get_by_label("Remark for the publishers").fill("Two were too few")
    mai.get_by_role("button", name=REQUEST).click()
    expect(mai.get_by_text("Review requested.")).to_be_visible()
    pia.goto(mai.url)
    pia.get_by_label("Note").fill("Richer pilots")
    pia.get_by_role("button", name="Approve and publish").click()

    expect(pia.get_by_text("Published as revision 2.")).to_be_visible()
    assert newest_revision("invaders").note == "Richer pilots"
    assert set(DraftReview.objects.values_list("state", flat=True)) == {"returned", "approved"}


@pytest.mark.exhaustive
@pytest.mark.usefixtures("axe")
def test_axe_finds_nothing_serious_on_a_request_its_draft_and_the_start_page(
    author: Client, publisher: Client, draft: CardSetDraft, live_server: Any, chromium: Browser
) -> None:
    draft_page = f"/admin/cards/cardsetdraft/{draft.pk}/change/"
    of_author = Looks(chromium, live_server.url, cookies_of(author, live_server.url))
    found = of_author.faults(draft_page, ready="#content", others=wider_than_a_telephone)
    author.post(f"/admin/cards/cardsetdraft/{draft.pk}/review/", {"remark": "Richer pilots"})
    review_page = f"/admin/playtesting/draftreview/{DraftReview.objects.get().pk}/change/"

    of_publisher = Looks(chromium, live_server.url, cookies_of(publisher, live_server.url))
    for path in (review_page, draft_page, "/admin/", "/admin/playtesting/draftreview/"):
        found += of_publisher.faults(path, ready="#content", others=wider_than_a_telephone)

    assert found == [], "\n".join(found)
