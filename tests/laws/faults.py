"""Misbehaviour for law 5, as values: each is armed just before an execution, and can be armed again on another Set."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hypothesis import strategies as st

from countin.sim.kernel.errors import NOTIFYING
from countin.sim.kernel.faults import Faults
from laws.stage import Stage


@dataclass(frozen=True, repr=False)
class Fault:
    """One misbehaviour. `kind` is what it is counted as; `lasting`: from then on Live answers nothing any more."""

    kind: str
    text: str
    arm: Callable[[Stage], None]
    lasting: bool = False

    def __repr__(self) -> str:
        return self.text


class _AfterWriting(Faults):
    """Faults that begin when the undo step has been closed, or history has been moved: in the read-back."""

    def __init__(self, strike: Callable[[Faults], None]) -> None:
        super().__init__()
        self._strike: Callable[[Faults], None] | None = strike

    def on_bracket(self, name: str) -> None:
        super().on_bracket(name)
        if name == "end_undo_step":
            self._begin()

    def on_write(self, member: str) -> None:
        super().on_write(member)
        if member in ("undo", "redo"):
            self._begin()

    def _begin(self) -> None:
        strike, self._strike = self._strike, None
        if strike is not None:
            strike(self)


def _now(strike: Callable[[Faults], None]) -> Callable[[Stage], None]:
    return lambda stage: strike(stage.rig.world.faults)


def _in_read_back(strike: Callable[[Faults], None]) -> Callable[[Stage], None]:
    def arm(stage: Stage) -> None:
        stage.rig.world.store.faults = _AfterWriting(strike)

    return arm


def write_faults(places: Iterable[int]) -> list[Fault]:
    """At each of these writes: it raises once, it raises and so does all that follows, it is ignored, it is refused as
    from within a notification."""
    found: list[Fault] = []
    for k in places:
        found += [
            Fault("write raises", f"write {k} raises", _now(lambda faults, k=k: faults.raise_at_write(k))),
            Fault(
                "rollback fails too", f"write {k} and all later ones raise",
                _now(lambda faults, k=k: faults.raise_at_write(k, repeat=True)),
            ),
            Fault("write ignored", f"write {k} is ignored", _now(lambda faults, k=k: faults.ignore_write(k))),
            Fault(
                "notification", f"write {k} is refused as a notification",
                _now(lambda faults, k=k: faults.raise_at_write(k, RuntimeError(NOTIFYING))),
            ),
        ]  # fmt: skip
    return found


def stumbling(places: Iterable[int]) -> list[Fault]:
    """At each of these writes: it raises, and so does one write of the rollback."""

    def strike(faults: Faults, k: int, later: int) -> None:
        faults.raise_at_write(k)
        faults.raise_at_write(k + later)

    return [
        Fault(
            "rollback stumbles", f"write {k} raises, and the {later}. behind it",
            _now(lambda faults, k=k, later=later: strike(faults, k, later)),
        )
        for k in places
        for later in (1, 2, 3)
    ]  # fmt: skip


BRACKET_FAULTS: tuple[Fault, ...] = (
    Fault("begin fails", "begin_undo_step raises", _now(lambda faults: faults.raise_in_begin_undo_step())),
    Fault("end fails", "end_undo_step raises", _now(lambda faults: faults.raise_in_end_undo_step())),
)


def read_back_fault(k: int, *, repeat: bool) -> Fault:
    """The k-th read after the writes raises; once, or from then on."""
    words = "and all later ones raise" if repeat else "raises"
    return Fault(
        "read-back fails", f"read {k} of the read-back {words}",
        _in_read_back(lambda faults: faults.raise_at_read(k, repeat=repeat)), repeat,
    )  # fmt: skip


def read_fault(k: int, *, repeat: bool) -> Fault:
    """The k-th read of all raises: in a guard, while writing, or in the read-back."""
    words = "and all later ones raise" if repeat else "raises"
    return Fault("read fails", f"read {k} {words}", _now(lambda faults: faults.raise_at_read(k, repeat=repeat)), repeat)


def drawn_faults() -> st.SearchStrategy[Fault]:
    """Read faults anywhere."""
    places, repeat = st.integers(1, 150), st.booleans()
    return st.one_of(
        st.builds(read_back_fault, st.integers(1, 40), repeat=repeat), st.builds(read_fault, places, repeat=repeat)
    )
