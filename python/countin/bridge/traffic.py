"""What one call cost on the bridge: round trips, ticks of Live, bytes. Counted wherever the call's work is done."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class Traffic:
    """`ticks`: pumps of the Remote Script from the arrival of a request to its answer, the answering one included."""

    round_trips: int = 0
    ticks: int = 0
    bytes_out: int = 0
    bytes_in: int = 0


_CALL: ContextVar[Traffic | None] = ContextVar("countin_traffic", default=None)


@contextmanager
def counted() -> Generator[Traffic]:
    """Count what is sent and answered in here, in tasks started from here too."""
    traffic = Traffic()
    mark = _CALL.set(traffic)
    try:
        yield traffic
    finally:
        _CALL.reset(mark)


def current() -> Traffic | None:
    """Where the present call is counted; None outside of one."""
    return _CALL.get()
