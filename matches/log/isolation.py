"""Work on many matches or accounts, of which some may be damaged."""

import logging
from collections.abc import Callable
from typing import TypeVar

from django.db import OperationalError

logger = logging.getLogger(__name__)
Id = TypeVar("Id")


def isolate_errors(work: Callable[[Id], bool], id_: Id, message: str) -> bool:
    """Do the work for one of many: a match that cannot be read is logged and keeps no other from being done.

    `message` is what the log says, with a place for the id. Raises OperationalError: without a database no match
    can be worked on.
    """
    try:
        return work(id_)
    except OperationalError:
        raise
    except Exception as error:
        logger.exception(f"{message}: %s", id_, type(error).__name__)
        return False
