"""Work on many matches, of which some may be damaged."""

import logging
from collections.abc import Callable
from uuid import UUID

from django.db import OperationalError

logger = logging.getLogger(__name__)


def isolate_errors(work: Callable[[UUID], bool], match_id: UUID, message: str) -> bool:
    """Do the work for one match of many: a match that cannot be read is logged and keeps no other from being done.

    `message` is what the log says, with a place for the id. Raises OperationalError: without a database no match
    can be worked on.
    """
    try:
        return work(match_id)
    except OperationalError:
        raise
    except Exception as error:
        logger.exception(f"{message}: %s", match_id, type(error).__name__)
        return False
