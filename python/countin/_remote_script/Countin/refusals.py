"""How any part of the script says no: a code of `wire.ErrorCode`, a sentence, and the argument it is about."""

from __future__ import annotations

from .wire import ErrorCode

TEXT_LIMIT = 300
"""The longest text of Live that is passed on, in characters."""


class Refusal(Exception):
    """Something is refused; nothing has been written for it. `argument` names the argument, "" for none; `item` is the
    place of the question it belongs to, `guard` the place of a guard that has changed."""

    def __init__(
        self, code: ErrorCode, message: str, argument: str = "", *, item: int | None = None, guard: int | None = None
    ) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        self.message = message
        self.argument = argument
        self.item = item
        self.guard = guard


def refused_by_live(error: BaseException) -> str:
    """Live's own words in one bounded line; the name of the error's class where it has none."""
    words = " ".join(str(error).split())
    return words[:TEXT_LIMIT] if words else type(error).__name__


def quoted(text: str) -> str:
    """A name from the Set for a message: quoted, bounded."""
    return repr(text if len(text) <= 80 else text[:77] + "...")
