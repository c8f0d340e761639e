"""What a Remote Script says through Python's `logging` stands in Live's log: Live's interpreter passes on everything
from INFO up, as "Python: INFO:logger:milliseconds - text"."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

LEVEL: Final = logging.INFO
"""Scripts that ask whether a level is enabled are told this one, unless they set their own."""
FORM: Final = "Python: %(levelname)s:%(name)s:%(msecs)d - %(message)s"
"""As lines of Log.txt that people have published read, of AbletonOSC's and of `_Framework`'s loggers."""


class _Lines(logging.Handler):
    def __init__(self, write: Callable[[str], object]) -> None:
        super().__init__()
        self._write = write
        self.setFormatter(logging.Formatter(FORM))

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._write(self.format(record))
        except Exception:  # noqa: BLE001 - a record that does not format must not reach the script that logged it
            self.handleError(record)


def keep_python_log(write: Callable[[str], object]) -> None:
    """Hand every record of this process's `logging`, from INFO up, to `write` as a line, for as long as it lives."""
    root = logging.getLogger()
    root.addHandler(_Lines(write))
    root.setLevel(LEVEL)
