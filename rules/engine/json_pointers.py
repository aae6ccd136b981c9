"""JSON pointers (RFC 6901): places in cards and in requests."""


def escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
