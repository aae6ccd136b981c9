"""The match page in a browser: opponents' events are animated, cards are readable, and everything is in one view."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from matches.models import Match
from tests.browser import needs_chromium
from tests.matches.pages.test_playing_browser import PHONE, click_on, every_game, next_target, sit_down, to_the_end

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]

SIZES = [{"width": 1280, "height": 800}, {"width": 1920, "height": 1080}, {"width": 768, "height": 1024}, PHONE]
BATTLE_LINE = {"tactics": "False"}


def resize(page: Page, size: Any) -> None:
    """Resize the window, and wait until the page has noticed it."""
    page.set_viewport_size(size)
    page.evaluate("() => new Promise(requestAnimationFrame)")  # The event `resize` comes before the next frame.
    page.evaluate("scrollTo(0, 0)")


def play_on(page: Page, clicks: int) -> None:
    """Click so often, or until the match is over."""
    for number in range(clicks):
        target = next_target(page, number)
        if target is None:
            return
        click_on(page, target)


OBSERVE = """
    const seen = window.seen = [];
    new MutationObserver(() => {
      const log = [...document.querySelectorAll("[data-log] li:not([hidden])")].at(-1)?.dataset.seq;
      const marks = [...document.querySelectorAll(".board .touched")].map((one) => one.dataset.place).join(" ");
      if (seen.at(-1)?.[0] !== log) seen.push([log, marks]);
    }).observe(document.querySelector("[data-play]"), { childList: true, subtree: true, attributes: true });
"""
"""Collects each event that the page shows as the newest, and the places marked then."""


def test_what_the_others_did_is_played_event_by_event(live_server: Any, chromium: Browser, tasks_at_once: None) -> None:
    """In Battle Line the bot plays a card and draws one. The played card appears before the draw."""
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE, reduced_motion="no-preference")
    page.evaluate(OBSERVE)

    play_on(page, 2)
    expect(page.locator(".spot").first).to_be_visible()

    played = dict(page.evaluate("window.seen"))
    version = Match.objects.get().version
    assert [str(seq) for seq in range(2, version + 1)] == [seq for seq in played if int(seq) >= 2]
    assert any("flag:" in marks for seq, marks in played.items() if int(seq) == version - 1)


@pytest.mark.exhaustive
def test_without_movement_the_newest_position_is_there_at_once(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    page.evaluate(OBSERVE)

    play_on(page, 2)
    expect(page.locator(".spot").first).to_be_visible()

    assert [seq for seq, _ in page.evaluate("window.seen")] == ["0", str(Match.objects.get().version)]


def test_a_card_is_read_by_a_press_of_the_mouse_a_key_and_a_finger(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    card = page.locator(".near .of-row [data-card]").first
    name, dialog = card.get_attribute("title"), page.locator("[data-card-dialog]")

    card.click(button="right", force=True)
    expect(dialog).to_contain_text(name)
    expect(dialog).to_contain_text("troop of number")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()

    page.locator(".near .spot").first.focus()
    page.keyboard.press("i")
    expect(dialog).to_contain_text("troop of number")


@pytest.mark.exhaustive
def test_actions_are_found_by_their_words_in_any_order(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    wanted = page.locator(".choices .what").last.text_content()
    assert wanted is not None
    page.keyboard.press("/")
    page.locator("[data-find]").press_sequentially(" ".join(reversed(wanted.split())))

    shown = page.locator(".choices li:not([hidden]) .what")

    assert wanted in shown.all_text_contents()
    assert all(sorted(wanted.split()) == sorted(text.split()) for text in shown.all_text_contents())


COVERED = """() => {
  const wrong = [];
  const scrolls = (one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX);
  const isScrolledAway = (one, x, y) => {
    for (let outer = one.parentElement; outer.matches("main *"); outer = outer.parentElement) {
      const box = outer.getBoundingClientRect();
      if (scrolls(outer) && (x < box.left || x > box.right)) return true;
      if (outer.matches(".entries, .grid.large") && (y < box.top || y > box.bottom)) return true;
    }
    return false;
  };
  for (const one of document.querySelectorAll(".near .hand > .piece, .spot, [data-quick] button, [data-question]")) {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (!box.width || isScrolledAway(one, x, y)) continue;
    const hit = document.elementFromPoint(x, y);
    const name = one.dataset.place ?? one.dataset.spot ?? one.textContent;
    if (!hit || !one.contains(hit)) wrong.push([name, Math.round(x), Math.round(y), hit?.outerHTML.slice(0, 60)]);
  }
  const grid = document.querySelector(".board .grid:not(.large)");
  if (grid && (grid.scrollHeight > grid.clientHeight + 1)) wrong.push(["grid", grid.scrollHeight, grid.clientHeight]);
  const hand = document.querySelector(".near .hand:last-of-type").getBoundingClientRect();
  const panel = document.querySelector(".choosing").getBoundingClientRect();
  if (hand.bottom > panel.top + 1) wrong.push(["hand", Math.round(hand.bottom), Math.round(panel.top)]);
  return wrong;
}"""
"""JavaScript: cards of the hand and choices whose middle is covered. Those that a row is scrolled to are left out."""


@pytest.mark.sampled(1)
@every_game
def test_board_hand_and_question_are_in_one_view(
    live_server: Any, chromium: Browser, tasks_at_once: None, game: str, options: dict[str, str]
) -> None:
    """Nothing needed for playing is below the screen. Rows wider than a phone scroll sideways."""
    page = sit_down(live_server, chromium, game, options)
    play_on(page, 8)

    for size in SIZES:
        resize(page, size)
        below = page.evaluate(
            """() => [...document.querySelectorAll(".board .grid, .board .lanes, .near .hand, [data-question]")]
                 .map((one) => [one.className, Math.round(one.getBoundingClientRect().bottom)])
                 .filter(([name, bottom]) => bottom > innerHeight + 1)"""
        )
        assert below == [], (size, below)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.sampled(1)
@every_game
def test_on_a_phone_nothing_covers_the_hand_or_a_choice(
    live_server: Any, chromium: Browser, tasks_at_once: None, game: str, options: dict[str, str]
) -> None:
    """From the first question on, with the mulligan of Invaders; at last with ten cards in hand."""
    page = sit_down(live_server, chromium, game, options, viewport=PHONE, has_touch=True)

    for click in range(12):
        assert page.evaluate(COVERED) == [], click
        assert page.evaluate("document.documentElement.scrollHeight") <= PHONE["height"]
        play_on(page, 1)

    page.evaluate(MORE_IN_HAND)
    assert page.locator(".near .hand > .piece").count() >= 10
    assert page.evaluate(COVERED) == []


MORE_IN_HAND = """() => {
  const hand = document.querySelector(".near .part > .hand");
  const card = hand.querySelector(".piece") ?? document.querySelector(".piece:has(.card)");
  hand.querySelector(".nothing")?.remove();
  for (let n = hand.children.length; n < 10; n += 1) {
    const more = document.createElement("li");
    more.className = "piece";
    more.append(card.querySelector(".card").cloneNode(true));
    hand.append(more);
  }
  dispatchEvent(new Event("resize"));
}"""
"""JavaScript that fills the hand to ten cards."""


FULL_STAGE = """
    const board = document.querySelector(".board"), some = (path) => board.querySelector(path);
    const fill = (list, item, count) => {
      for (let n = list.children.length; n < count; n += 1) list.append(item.cloneNode(true));
    };
    const hand = some(".near .hand"), card = hand.querySelector(".piece");
    const badge = (text) => Object.assign(document.createElement("span"), { className: "badge", textContent: text });
    const soldier = card.cloneNode(true);
    const badges = Object.assign(document.createElement("span"), { className: "badges" });
    badges.append(badge("character 10"), badge("Equipped Soldier"), badge("bonus -3"));
    soldier.append(badges);
    for (const row of board.querySelectorAll("[data-place^='soldiers:'], [data-place^='bulwarks:']"))
      fill(row, soldier, 6);
    fill(hand, card, 9);
    const entry = Object.assign(document.createElement("li"), { className: "entry" });
    entry.append(card.firstChild.cloneNode(true), "Request 5 Action Twist Target character 4");
    const stage = some("[data-place=stage]") ?? Object.assign(document.createElement("ol"), { className: "entries" });
    fill(stage, entry, 6);
    if (!stage.isConnected) some(".near").before(stage);
    const link = Object.assign(document.createElement("li"), { textContent: "target Seven of Hearts → Five of Clubs" });
    const links = some(".links") ?? Object.assign(document.createElement("ul"), { className: "links" });
    fill(links, link, 6);
    if (!links.isConnected) board.children[1].before(links);
    dispatchEvent(new Event("resize"));
"""
"""JavaScript that fills the board with more than a match of BlackPoker ever had."""


@pytest.mark.exhaustive
def test_a_full_table_of_blackpoker_is_in_one_view(live_server: Any, chromium: Browser, tasks_at_once: None) -> None:
    page = sit_down(live_server, chromium, "blackpoker", {"frame": "entry16"})
    page.evaluate(f"() => {{ {FULL_STAGE} }}")

    for size in SIZES:
        resize(page, size)

        bottom = page.locator(".near .hand").evaluate("hand => Math.round(hand.getBoundingClientRect().bottom)")

        assert page.locator(".near .row .piece").count() >= 12
        assert bottom <= size["height"] + 1, size


ALL_OCCUPIED = """
    const board = document.querySelector(".board"), card = board.querySelector(".near .hand .card");
    const known = ["⚔ 3", "⚒ 0", "Front"].map((one) => `<span class=badge>${one}</span>`);
    const badges = `<span class=badges>${known.join("")}</span>`;
    for (const cell of board.querySelectorAll(".cell:not(:has(.piece))")) {
      cell.insertAdjacentHTML("beforeend", `<div class=piece>${card.outerHTML}${badges}</div>`);
    }
    document.querySelector(".waiting").innerHTML = "<ul class=waits><li>Your turn in another match</li></ul>";
    dispatchEvent(new Event("resize"));
"""
"""JavaScript that puts a card with badges on each square, and shows the banner of another match."""

COVERED_BY_BADGES = """() => [...document.querySelectorAll(".cell .piece:has(.badges)")].filter((piece) => {
  const [face, badges] = [".face", ".badges"].map((one) => piece.querySelector(one).getBoundingClientRect());
  return Math.min(face.right, badges.right) - Math.max(face.left, badges.left) > face.width / 4;
}).length"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("size", [SIZES[0], PHONE], ids=["wide", "phone"])
def test_a_full_board_of_invaders_with_waiting_effects_is_in_one_view(
    live_server: Any, chromium: Browser, tasks_at_once: None, size: Any
) -> None:
    page = sit_down(live_server, chromium, "invaders", {"year_limit": "10"}, viewport=size)
    while not page.locator(".near .hand .card").count():
        play_on(page, 1)

    page.evaluate(f"() => {{ {WAITING.replace('repeat(3)', 'repeat(2)')} {ALL_OCCUPIED} }}")

    bottoms = page.locator(".board .cell, .near .hand").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().bottom)"
    )
    assert max(bottoms) <= size["height"] + 1
    assert page.evaluate(COVERED_BY_BADGES) == 0


WAITING = """
    const words = "Ability 1 Part 1 ".repeat(12);
    const entry = `<li class=entry><ul class="cards row"><li class=piece>Card</li></ul>${words}</li>`;
    document.querySelector(".board .centre").insertAdjacentHTML(
      "beforeend", `<div class="part of-stack"><h4>waiting</h4><ol class=entries>${entry.repeat(3)}</ol></div>`);
"""
"""JavaScript that lets three effects wait beside the board of Invaders."""


@pytest.mark.exhaustive
def test_effects_that_wait_leave_the_players_their_room(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "invaders", {"year_limit": "10"}, viewport=SIZES[0])
    own = "() => document.querySelector('.near').getBoundingClientRect().width"
    before = page.evaluate(own)

    page.evaluate(f"() => {{ {WAITING} }}")

    expect(page.locator(".board .of-stack .entry").first).to_be_visible()
    assert page.evaluate(own) > 0.9 * before  # The page may get a scroll bar.


@pytest.mark.exhaustive
def test_a_service_that_is_gone_is_said_and_so_is_its_return(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    page.route("**/version", lambda route: route.abort())
    expect(page.locator("[data-trouble]")).to_contain_text("Can't reach the server")

    page.unroute("**/version")

    expect(page.locator("[data-trouble]")).to_be_hidden()


@pytest.mark.exhaustive
def test_the_title_says_whose_turn_it_is(live_server: Any, chromium: Browser, tasks_at_once: None) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    expect(page).to_have_title(re.compile("Your turn"))

    to_the_end(page)

    assert "Your turn" not in page.title()


@pytest.mark.exhaustive
def test_an_action_is_confirmed_by_those_who_want_to_be_asked(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    page.locator("[data-settings] summary").click()
    page.locator("[name=sure]").select_option("ask")
    page.locator("[data-settings] summary").click()
    page.keyboard.press("/")
    page.locator(".choices button:visible").first.click()
    page.get_by_role("button", name="Take back").last.click()
    assert Match.objects.get().version == int(page.locator(".playing").get_attribute("data-version") or -1)

    page.reload()
    expect(page.locator("[name=sure]")).to_have_value("ask")
    before = Match.objects.get().version
    page.keyboard.press("/")
    page.locator(".choices button:visible").first.click()
    page.get_by_role("button", name="Yes, do it").click()
    expect(page.locator(f".playing[data-version='{before}']")).to_have_count(0)


@pytest.mark.exhaustive
def test_what_a_placement_will_hit_is_said_before_it_is_sent(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "lords_of_war", {"kill_goal": "5"})
    while not page.locator(".choices .foretold").count():
        play_on(page, 1)

    choice = page.locator(".choices button:has(.foretold)").first
    card, square = (choice.get_attribute("data-points") or "").split(" ")
    expected = choice.locator(".foretold").text_content()
    page.locator(f"[data-spot='{card}']").first.click()
    page.locator(f"[data-spot='{square}']").focus()

    assert expected is not None and re.search(r"(hits|takes) .+: \d+ against defence \d+", expected)
    expect(page.locator("[data-foretold]")).to_have_text(expected)


@pytest.mark.exhaustive
def test_an_action_beside_the_question_says_what_it_does(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "blackpoker", {"frame": "entry16"})
    while not page.locator("[data-quick] button[title]").count():
        play_on(page, 1)
    action = page.locator("[data-quick] button[title]").first

    action.focus()

    expect(page.locator("[data-foretold]")).to_have_text(action.get_attribute("title") or "")


def test_arrow_keys_go_from_the_question_to_the_choices_on_the_board(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    spots = page.locator(".spot")
    page.locator("[data-question]").focus()

    page.keyboard.press("ArrowRight")
    expect(spots.first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(spots.nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")

    expect(spots.last).to_be_focused()


@pytest.mark.exhaustive
def test_a_card_beside_the_pointer_closes_when_the_card_is_gone(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    page.locator(".near .spot").first.hover()
    expect(page.locator("[data-card-dialog].beside")).to_be_visible()

    page.evaluate("() => document.querySelector('.near .hand .piece').remove()")
    page.evaluate("() => document.querySelector('.near .hand').replaceChildren()")

    expect(page.locator("[data-card-dialog]")).to_be_hidden()


def centre_of(page: Page, place: str) -> tuple[float, float]:
    box = page.locator(f"[data-place='{place}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.exhaustive
def test_a_card_is_dragged_to_where_it_goes_and_let_go_beside_it_stays(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    before = Match.objects.get().version
    card = page.locator(".near .hand .lit").first.get_attribute("data-place") or ""

    page.mouse.move(*centre_of(page, card))
    page.mouse.down()
    page.mouse.move(640, 300, steps=4)
    expect(page.locator(".ghost .card")).to_be_visible()
    page.mouse.move(5, 5, steps=4)
    page.mouse.up()
    expect(page.locator(".ghost")).to_have_count(0)
    expect(page.locator(".chosen")).to_have_count(0)
    assert Match.objects.get().version == before

    page.mouse.move(*centre_of(page, card))
    page.mouse.down()
    page.mouse.move(640, 300, steps=4)
    page.mouse.move(*centre_of(page, "flag:3:0"), steps=4)
    expect(page.locator(".spot.over")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(f".playing[data-version='{before}']")).to_have_count(0)


@pytest.mark.exhaustive
def test_one_click_goes_back_to_an_event(live_server: Any, chromium: Browser, tasks_at_once: None) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    match = Match.objects.get()
    play_on(page, 2)

    page.get_by_role("button", name="Go back to event 1").click()
    expect(page).not_to_have_url(re.compile(str(match.pk)))

    expect(page.get_by_text("Practice match")).to_be_visible()
    match.refresh_from_db()
    assert match.end_reason == "resignation"
    assert Match.objects.exclude(pk=match.pk).get().continues["seq"] == 1


@pytest.mark.exhaustive
def test_a_held_step_is_taken_back_or_sent_when_its_time_is_over(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    page.locator("[data-settings] summary").click()
    page.locator("[name=sure]").select_option("hold")
    page.locator("[data-settings] summary").click()
    page.keyboard.press("/")
    before, held = Match.objects.get().version, page.locator("[data-held]")
    page.clock.install(time=0)
    page.clock.pause_at(3_600_000)  # From now on, time passes only when the test says so.

    page.locator(".choices button:visible").first.click()
    expect(held).to_contain_text("Play")
    page.keyboard.press("Escape")
    expect(held).to_be_hidden()
    page.clock.run_for(3_000)
    assert Match.objects.get().version == before

    page.keyboard.press("/")
    page.locator(".choices button:visible").first.click()
    expect(held).to_be_visible()
    page.clock.run_for(2_500)
    expect(page.locator(f".playing[data-version='{before}']")).to_have_count(0)


@pytest.mark.exhaustive
@pytest.mark.parametrize("is_wanted", [True, False])
def test_the_only_choice_is_taken_if_the_player_wants_that(
    live_server: Any, chromium: Browser, tasks_at_once: None, is_wanted: bool
) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    page.locator("[data-settings] summary").click()
    page.locator("[name=only]").set_checked(is_wanted)
    before = Match.objects.get().version
    page.route(page.url, _with_one_choice)

    page.reload()

    if is_wanted:
        expect(page.locator(f".playing[data-version='{before}']")).to_have_count(0)
    else:
        page.wait_for_timeout(1_000)
        assert Match.objects.get().version == before


def _with_one_choice(route: Route) -> None:
    answer = route.fetch()
    body = re.sub(r'(<ul class="choices"><li>.*?</li>).*?</ul>', r"\1</ul>", answer.text(), flags=re.DOTALL)
    route.fulfill(response=answer, body=body.replace("data-moves>", "data-moves data-only>"))


@pytest.mark.exhaustive
def test_cards_of_one_row_are_chosen_in_any_order(live_server: Any, chromium: Browser, tasks_at_once: None) -> None:
    page = sit_down(live_server, chromium, "invictus", {"short_match": "True"})
    chosen = ("warrior", "archer", "guardian")

    for card in chosen:
        page.locator(f'[data-spot="deck:0:{card}"]').click()

    for card in chosen:
        expect(page.locator(f'.near .hand [data-place="hand:0:{card}"]').first).to_be_visible()


COPY = """() => {
  const card = document.querySelector(".near .hand .piece.lit");
  card.after(card.cloneNode(true));
  document.querySelector("[data-find]").dispatchEvent(new Event("input", { bubbles: true }));
  return card.dataset.place;
}"""
"""JavaScript: put a second copy of a card beside it, have the choices shown again, and return their place."""


@pytest.mark.exhaustive
def test_every_copy_of_a_card_can_be_chosen(live_server: Any, chromium: Browser, tasks_at_once: None) -> None:
    page = sit_down(live_server, chromium, "lords_of_war", {})
    copies = page.locator(f'.near .hand [data-place="{page.evaluate(COPY)}"]')

    copies.last.locator(".spot").click()

    expect(copies).to_have_count(2)
    expect(copies.and_(page.locator(".chosen"))).to_have_count(1)


@pytest.mark.exhaustive
def test_another_card_is_picked_instead_and_a_picked_one_is_put_back(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    question, cards = page.locator("[data-question]"), page.locator(".near .hand .card")
    asked = question.inner_text()
    first, second = cards.nth(0).get_attribute("title"), cards.nth(3).get_attribute("title")

    cards.nth(0).click(force=True)  # Another element has the click.
    expect(question).to_have_text(f"{asked}: {first}")
    cards.nth(3).click(force=True)
    expect(question).to_have_text(f"{asked}: {second}")
    expect(page.locator(".chosen")).to_have_count(1)
    expect(page.locator("[data-card-dialog]")).to_be_hidden()
    cards.nth(3).click(force=True)

    expect(question).to_have_text(asked)
    expect(page.locator(".hand .lit")).to_have_count(7)
    expect(page.locator(".chosen")).to_have_count(0)


@pytest.mark.exhaustive
def test_a_folded_log_tells_what_the_players_own_action_has_led_to(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "invictus", {"short_match": "True"}, viewport=PHONE)
    told = page.locator("[data-newest]")
    for card in ("warrior", "archer", "guardian"):
        page.locator(f'[data-spot="deck:0:{card}"]').click()

    expect(told).to_contain_text("goes first")
    assert "mai chose their first hand" not in told.inner_text()
    low = told.bounding_box()
    told.click()
    whole = told.bounding_box()
    assert low and whole and whole["height"] > low["height"]


@pytest.mark.exhaustive
def test_a_card_goes_to_the_side_of_a_flag_that_is_clicked_and_a_long_press_reads_it(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE, has_touch=True)
    before, card = Match.objects.get().version, page.locator(".near .hand .lit").first
    x, y = centre_of(page, card.get_attribute("data-place") or "")
    finger = page.context.new_cdp_session(page)

    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator("[data-card-dialog]")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.keyboard.press("Escape")
    expect(page.locator("[data-card-dialog]")).to_be_hidden()
    expect(page.locator(".chosen")).to_have_count(0)

    card.locator(".spot").click()
    page.mouse.click(*centre_of(page, "flag:3:0"))
    expect(page.locator(f".playing[data-version='{before}']")).to_have_count(0)
