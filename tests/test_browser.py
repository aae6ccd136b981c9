"""The browser of the tests: one that hangs costs a test its pages, and nothing else."""

import os
import signal

import pytest

from tests.browser import Chromium, needs_chromium

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium, pytest.mark.processes]


def test_a_browser_that_does_not_answer_is_killed_and_the_next_test_gets_another(launched_chromium: Chromium) -> None:
    # Given a page in a browser that has stopped
    hung = launched_chromium.started()
    hung.new_page()
    process = launched_chromium.process
    os.kill(process, signal.SIGSTOP)

    launched_chromium.close_pages(seconds=0.5)

    assert not hung.is_connected()
    page = launched_chromium.started().new_page()
    page.set_content("<h1>Another</h1>")
    assert page.inner_text("h1") == "Another"
    assert launched_chromium.process != process


def test_closing_the_pages_keeps_the_browser(launched_chromium: Chromium) -> None:
    browser = launched_chromium.started()
    browser.new_page()

    launched_chromium.close_pages()

    assert not browser.contexts
    assert launched_chromium.started() is browser
