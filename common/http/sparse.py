"""Sparse answers: `fields` names the fields that a client wants of a big resource."""

from typing import Annotated, Any, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct

from common.text.errors import malformed

RESULTS = "results"
Fields = Annotated[
    str,
    Meta(
        max_length=1000,
        description="Only these fields, separated by commas. In a list: only these of each entry of `results`. The "
        "answer then lacks the others, even required ones.",
    ),
]


class SparseQuery(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    fields: Fields | None = None


def sparse(value: Struct, fields: str | None) -> Any:
    """The value with only these fields. In a list, each entry of `results` has only these; the rest of the list stays.

    Raises ServiceError `malformed_request` for an unknown field.
    """
    if fields is None:
        return value
    shape = type(value)
    entry = _entry(shape)
    wanted = _wanted(fields, entry or shape)
    if entry is None:
        return _only(value, wanted)
    entries = [_only(one, wanted) for one in getattr(value, RESULTS)]
    return {**_only(value, _names(shape)), RESULTS: entries}


def _entry(shape: type[Struct]) -> type[Struct] | None:
    """The type of the entries of a list; None for any other resource."""
    hinted = get_type_hints(shape).get(RESULTS)
    return None if hinted is None else get_args(hinted)[0]


def _names(shape: type[Struct]) -> dict[str, str]:
    """JSON name -> attribute."""
    return {field.encode_name: field.name for field in msgspec.structs.fields(shape)}


def _wanted(fields: str, shape: type[Struct]) -> dict[str, str]:
    known = _names(shape)
    sent = fields.split(",")
    for name in sent:
        if name not in known:
            accepted = {"enum": list(known)}
            raise malformed("unknown_field", place={"parameter": "fields"}, accepted=accepted, field=name)
    return {name: attribute for name, attribute in known.items() if name in sent}


def _only(value: Struct, wanted: dict[str, str]) -> dict[str, Any]:
    values = {name: getattr(value, attribute) for name, attribute in wanted.items()}
    return {name: part for name, part in values.items() if part is not UNSET}
