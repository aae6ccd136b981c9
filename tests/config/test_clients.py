"""docs/clients.md, run against a live server."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from matches.models import Match
from players.models import AccessToken, Player
from players.oauth.apps import register_app

DOCS = Path(settings.BASE_DIR) / "docs"
pytestmark = pytest.mark.django_db(transaction=True)


def commands() -> str:
    """All shell commands of the page, in order."""
    page = (DOCS / "clients.md").read_text(encoding="utf-8")
    return "\n".join(re.findall(r"^```sh\n(.*?)^```$", page, re.DOTALL | re.MULTILINE))


@pytest.mark.skipif(shutil.which("curl") is None, reason="the page is about curl")
@pytest.mark.usefixtures("published", "_bots_play")
def test_the_page_from_sign_up_to_a_finished_match_works_as_it_stands(live_server: object) -> None:
    script = f"set -eu\nBASE={live_server}\nRULESET=raid\nDECK=even\n{commands()}"

    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=600, check=False)

    assert ran.returncode == 0, (ran.stdout[-2000:], ran.stderr)
    match = Match.objects.get()
    assert (match.status, match.end_reason, match.version) == ("over", "resignation", match.version)
    assert match.version >= 2
    assert "Well played." in ran.stdout


BROWSER = """
import http.cookiejar, os, re, sys, urllib.parse, urllib.request

cookies = http.cookiejar.CookieJar()
browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
browser.addheaders = [("Cookie", "sessionid=" + os.environ["SESSION"])]
page = browser.open(sys.argv[1]).read().decode()
form = {"csrfmiddlewaretoken": re.search('name="csrfmiddlewaretoken" value="([^"]+)"', page)[1], "allow": "yes"}
token = next(cookie.value for cookie in cookies if cookie.name == "csrftoken")
browser.addheaders = [("Cookie", f"sessionid={os.environ['SESSION']}; csrftoken={token}")]
browser.open(sys.argv[1], urllib.parse.urlencode(form).encode())
"""
"""A script that allows every app, with a player's session."""


def test_the_app_of_the_page_signs_a_player_in(live_server: object, tmp_path: Path) -> None:
    page = (DOCS / "clients.md").read_text(encoding="utf-8")
    (code,) = re.findall(r'^```py\n("""Sign a player in.*?)^```$', page, re.DOTALL | re.MULTILINE)
    (tmp_path / "sign_in.py").write_text(code)
    (tmp_path / "browser.py").write_text(BROWSER)
    ann = Player.objects.create_user("ann", password="correct horse")
    app = register_app(owner=ann, name="Board", redirect_uris=["http://127.0.0.1/"])
    signed_in = Client()
    signed_in.force_login(ann)

    ran = subprocess.run(
        [sys.executable, "sign_in.py", str(live_server), app.client_id],
        cwd=tmp_path,
        env={
            **os.environ,
            "BROWSER": f"{sys.executable} {tmp_path / 'browser.py'} %s &",
            "SESSION": signed_in.cookies["sessionid"].value,
        },
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )

    assert (ran.returncode, ran.stdout) == (0, "signed in as ann\n"), ran.stderr
    assert [token.scopes for token in AccessToken.objects.all()] == ["read play"]
