"""Attempts to impersonate another player by a similar name."""

from concurrent.futures import ThreadPoolExecutor

from tests.faults.stack import Stack


def sign_up(service: Stack, name: str) -> tuple[int, str]:
    status, document = service.send("POST", "/api/v1/players", {"username": name, "password": "correct horse battery"})
    return status, document.get("code", "")


def test_nobody_is_called_as_somebody_else_looks(service: Stack) -> None:
    assert sign_up(service, "anna-Alan") == (201, "")

    alike = ("ANNA-alan", "anna-AIan", "anna-A1an", "annaーalan")
    answers = {name: sign_up(service, name) for name in (*alike, "аnna-Alan", "ａnna-Alan", "anna-Al\u200ban", "аdmin")}

    assert answers == {
        **dict.fromkeys(alike, (409, "name_taken")),
        **dict.fromkeys(("аnna-Alan", "ａnna-Alan", "anna-Al\u200ban", "аdmin"), (400, "malformed_request")),
    }


def test_nobody_is_called_like_the_service(service: Stack) -> None:
    names = ("Admin", "ROOT", "greedy", "ランダム", "ismcts-30", "ISMCTS_3O", "読み30回", "ゲスト1", "guest-1")
    assert {sign_up(service, name) for name in names} == {(409, "name_taken")}


def test_of_many_who_look_alike_and_come_at_once_one_is_let_in(service: Stack) -> None:
    names = ["coco-nut", "COCO-NUT", "C0C0-nut", "coc0-nut", "cocо-nut", "Coco-Nut", "cOcO-nut", "c0c0-NUT"]
    with ThreadPoolExecutor(len(names)) as crowd:
        answers = list(crowd.map(lambda name: sign_up(service, name)[0], names * 2))

    assert sorted(answers) == [201, *[400] * 2, *[409] * 13]
