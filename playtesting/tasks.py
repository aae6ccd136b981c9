"""Celery tasks that send mail. Each sends one mail once, and is retried if the mail server doesn't accept it."""

from functools import partial

from celery import Task, shared_task

from players.mail import send_once
from players.tasks import AGAIN
from playtesting import review_news


@shared_task(name=review_news.TELL_OF_REVIEW, **AGAIN)
def tell_of_review(task: Task, player_id: int, review_id: int) -> None:
    send = partial(review_news.tell_of_review, player_id=player_id, review_id=review_id)
    send_once(task.request.id, send)
