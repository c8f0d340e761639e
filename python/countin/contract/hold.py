"""How long a plan will hold Live's main thread: an estimate from what was planned, corrected by what was measured."""

from __future__ import annotations

from countin.contract.plan import Operation, Planned

FIRST_GUESS_MS = 0.03
"""A value written and read back, before anything was measured; performance.md section 6 gives 0.001 to 0.03."""
BASE_MS = 1.0
WARNING_MS = 250
_WEIGHT = 0.3
"""How much the newest measurement counts."""


class HoldEstimates:
    """Milliseconds a written value, by kind of operation."""

    def __init__(self) -> None:
        self._each: dict[str, float] = {}

    def estimate(self, planned: Planned) -> float:
        """The longest single hold of a plan, in ms: each operation is a callback of its own."""
        return round(max((self._of(operation) for operation in planned.operations), default=0.0), 1)

    def learn(self, operation: Operation, hold_ms: float) -> None:
        """Live told how long an operation held it."""
        if operation.count > 0 and hold_ms > 0:
            measured = max(0.0, hold_ms - BASE_MS) / operation.count
            known = self._each.get(operation.kind, measured)
            self._each[operation.kind] = known + _WEIGHT * (measured - known)

    def _of(self, operation: Operation) -> float:
        return BASE_MS + operation.count * self._each.get(operation.kind, FIRST_GUESS_MS)


def hold_warning(milliseconds: float) -> str | None:
    """What a person should know before confirming a long hold."""
    if milliseconds <= WARNING_MS:
        return None
    return f"Live's window stands still for about {milliseconds:.0f} ms; while it plays, that may be heard"
