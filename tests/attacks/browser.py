"""A simple browser for the service's pages, with cookies and form tokens, as behind a proxy that terminates TLS."""

import re
import urllib.error
import urllib.parse
import urllib.request
from http.cookies import SimpleCookie
from typing import Any

from tests.faults.stack import Stack


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Browser:
    """A browser that does not follow redirects. Their target is part of the answer."""

    def __init__(self, service: Stack) -> None:
        self.origin = f"http://127.0.0.1:{service.port}"
        self.cookies: dict[str, str] = {}
        self._opener = urllib.request.build_opener(_NoRedirect)

    def get(self, path: str) -> tuple[int, str, str]:
        """Status, text and redirect target of a page."""
        return self._send(path, None)

    def post(self, path: str, on: str = "", /, **fields: str) -> tuple[int, str, str]:
        """Submit the form at the path, or the form on the page `on`, with these fields and its token."""
        _, page, _ = self.get(on or path)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token is not None, page[:500]
        return self._send(path, urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": token[1]}).encode())

    def _send(self, path: str, data: bytes | None) -> tuple[int, str, str]:
        headers = {
            "X-Forwarded-Proto": "https",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Referer": self.origin.replace("http:", "https:") + path,
        }
        try:
            answer = self._opener.open(urllib.request.Request(self.origin + path, data, headers), timeout=30)
        except urllib.error.HTTPError as error:
            answer = error
        for line in answer.headers.get_all("Set-Cookie") or []:
            self.cookies.update({name: morsel.value for name, morsel in SimpleCookie(line).items()})
        return answer.status or 0, answer.read().decode(errors="replace"), answer.headers.get("Location") or ""


def staff_member(service: Stack, name: str, group: str) -> Browser:
    """A new member of the group, signed in to the admin."""
    service.sign_up(name)
    made = service.manage("shell", "-c", _MAKE.format(name=name, group=group))
    assert made.returncode == 0, made.stderr
    browser = Browser(service)
    status, page, _ = browser.post("/admin/login/", username=name, password="correct horse battery")
    assert status == 302, page
    return browser


_MAKE = """
from django.contrib.auth.models import Group
from players.models import Player
player = Player.objects.get(username="{name}")
player.is_staff = True
player.save()
player.groups.add(Group.objects.get(name="{group}"))
"""
