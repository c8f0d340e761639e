"""The one error of Countin's own side: a refusal as data. Every room raises it; the face turns it into a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from countin._remote_script.Countin.wire import ErrorCode

Outcome = Literal["not_executed", "unknown"]


class Refusal(Exception):
    """Something was not done. `message` says what was expected, what was found and the next move.

    `path` is a JSON pointer into the arguments where one field is at fault; `details` are further members of the error
    (`earlier`, `lastTickMsAgo`, …). `outcome` is "unknown" only where Live could not be asked.
    """

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        *,
        path: str | None = None,
        outcome: Outcome = "not_executed",
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        self.message = message
        self.path = path
        self.outcome: Outcome = outcome
        self.details: Mapping[str, Any] = details or {}

    def body(self) -> dict[str, Any]:
        """The error as it is answered: `{"error": {"code", "message", "outcome", "path"?, …}}`."""
        error: dict[str, Any] = {"code": self.code, "message": self.message, "outcome": self.outcome}
        if self.path is not None:
            error["path"] = self.path
        return {"error": error | dict(self.details)}
