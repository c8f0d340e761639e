"""The memory of one server: plans that can still be executed, operations and how they ended. Bounded in every way."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from countin.contract.plan import Planned

PLANS_MS = 10 * 60 * 1000
PLANS_BYTES = 64 * 1024 * 1024
MOST_OPERATIONS = 1024


@dataclass(slots=True)
class Operation:
    """An operation from its plan to its end. `status` is that of `get_operation_outcome`."""

    id: str
    tool: str
    plan_hash: str
    at: int
    """When `status` was reached, Unix ms."""
    status: str = "planned"
    outcome: dict[str, Any] | None = None
    reason: str = ""

    def shown(self) -> dict[str, Any]:
        """As `get_operation_outcome` answers it."""
        body: dict[str, Any] = {"operationId": self.id, "tool": self.tool, "status": self.status, "at": self.at}
        if self.outcome is not None:
            body["operationOutcome"] = self.outcome
        elif self.reason:
            body["reason"] = self.reason
        return body


class Operations:
    """The last 1,024 operations of this server."""

    def __init__(self) -> None:
        self._by_id: OrderedDict[str, Operation] = OrderedDict()

    def add(self, operation: Operation) -> None:
        """Remember a new one; the oldest that is not running makes room."""
        self._by_id[operation.id] = operation
        if len(self._by_id) > MOST_OPERATIONS:
            oldest = next((one.id for one in self._by_id.values() if one.status != "in_progress"), None)
            if oldest is not None:
                del self._by_id[oldest]

    def get(self, identifier: str) -> Operation | None:
        """An operation by its id."""
        return self._by_id.get(identifier)

    def recent(self, count: int) -> list[Operation]:
        """The last ones, newest first."""
        return list(reversed(self._by_id.values()))[:count]


class Plans:
    """Plans in memory: 10 minutes, 64 MiB in all. `clock` is Unix time in seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._held: OrderedDict[str, tuple[float, Planned]] = OrderedDict()
        self._by_hash: dict[str, str] = {}
        self._bytes = 0

    def add(self, operation_id: str, planned: Planned) -> None:
        """Hold a plan for its operation; the oldest make room. One that is larger than all the room is not held."""
        self._forget_old()
        if planned.size > PLANS_BYTES:
            return
        while self._held and self._bytes + planned.size > PLANS_BYTES:
            self._drop(next(iter(self._held)))
        self._held[operation_id] = (self._clock(), planned)
        self._by_hash[planned.plan_hash] = operation_id
        self._bytes += planned.size

    def get(self, operation_id: str) -> Planned | None:
        """The plan of an operation while it is held."""
        self._forget_old()
        found = self._held.get(operation_id)
        return None if found is None else found[1]

    def by_hash(self, plan_hash: str) -> Planned | None:
        """A plan by its hash; the latest of several equal ones."""
        return self.get(self._by_hash.get(plan_hash, ""))

    def _forget_old(self) -> None:
        horizon = self._clock() - PLANS_MS / 1000
        while self._held:
            operation_id, (at, _) = next(iter(self._held.items()))
            if at >= horizon:
                return
            self._drop(operation_id)

    def _drop(self, operation_id: str) -> None:
        _, planned = self._held.pop(operation_id)
        self._bytes -= planned.size
        if self._by_hash.get(planned.plan_hash) == operation_id:
            del self._by_hash[planned.plan_hash]
