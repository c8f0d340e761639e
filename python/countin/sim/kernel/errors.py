"""The error classes that the embedded Live raises, with the names and the bases that Live's have."""

from __future__ import annotations


class ArgumentError(TypeError):
    """Boost.Python's refusal of a call: wrong type, wrong count, or a handle whose object is gone."""


class LimitationError(Exception):
    """Live.Base.LimitationError: more tracks than this Live allows, or no such place to create one."""


class NotSimulated(RuntimeError):
    """A member that Live has and this embedded Live does not imitate yet."""

    def __init__(self, member: str) -> None:
        super().__init__(f"The embedded Live does not simulate {member}")
        self.member = member


class LiveCrashed(BaseException):
    """What would have taken a real Live down: hundreds of browser reads in one call, a known crash of a version.
    No ordinary handler catches it; the host ends."""


class WriteIgnored(Exception):
    """Ends a call whose write a fault told Live to drop; the caller of the member sees nothing of it."""


ArgumentError.__module__ = "Boost.Python"
LimitationError.__module__ = "Base"

NOTIFYING = "Changes cannot be triggered by notifications. You will need to defer your response."
UNDOING = "Changes cannot be triggered during undo or redo."
