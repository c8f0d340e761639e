"""The faults that may be asked for by name, in a line of the owner or on the command line:

{"raise_at_write": {"k": 2}}                          and the others of `kernel.faults.Faults`
{"stall": {"turns": 5}}                               time passes, Live calls nobody
{"open_set": {"set": "demo"}}                         another Set under the running scripts
{"dialog": {"k": 3, "turns": 4}}                      write 3 from now opens a dialog with its own event loop
{"early_update": {"on": true}}                        update_display comes too early and too late
{"interpreter": {"held": true}}                       threads get Python only while Live is inside it
{"interpreter": {"share": 0.5, "period_ms": 20, "seed": 1}}   somebody takes the interpreter lock half of the time
{"drawn": {"seed": 7, "kinds": ["stall", "person"], "chance": 0.1}}   by chance, repeatable: `misfortunes`
{"clear": {}}                                         nothing more of all this
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final

from countin.sim.host import Host
from countin.sim.hosting.misfortunes import KINDS, Misfortunes
from countin.sim.hosting.said import MAXIMUM_TURNS, LineError, document_named, mapping, sequence, whole

OF_WORLD: Final = (
    "raise_at_write", "ignore_write", "ignore_member", "raise_at_member", "raise_at_read", "raise_in_read_back",
    "raise_in_begin_undo_step", "raise_in_end_undo_step", "access_cost", "write_cost",
)  # fmt: skip
"""The faults of a World, by the name of the method that arms them."""


def arm(host: Host, said: object) -> str:
    """Let the Live misbehave as it is said; answers the fault's name. LineError or ValueError for what is none."""
    named = mapping(said)
    if len(named) != 1:
        raise LineError("a fault is one name and its settings")
    (name, settings), *_ = named.items()
    method = getattr(host.world.faults, name) if name in OF_WORLD else _OF_HOST.get(name)
    if method is None:
        raise LineError(f"there is no fault {name!r}; there are {', '.join(NAMES)}")
    _call(name, method, () if name in OF_WORLD else (host,), {**mapping(settings)})
    return name


def _call(name: str, method: Callable[..., None], first: tuple[Any, ...], settings: dict[str, Any]) -> None:
    if "error" in settings:
        settings["error"] = RuntimeError(str(settings["error"]))
    try:
        inspect.signature(method).bind(*first, **settings)
    except TypeError as error:
        raise LineError(f"{name}: {error}") from None
    method(*first, **settings)


def _stall(host: Host, *, turns: object) -> None:
    host.begin_stall(whole(turns, 1, MAXIMUM_TURNS))


def _open_set(host: Host, *, set: object = "factory") -> None:
    host.open_set(document_named(str(set)))


def _dialog(host: Host, *, k: object, turns: object) -> None:
    host.dialog_at_write(whole(k, 1, MAXIMUM_TURNS), whole(turns, 1, MAXIMUM_TURNS))


def _early_update(host: Host, *, on: object = True) -> None:
    host.early_updates = on is True


def _interpreter(
    host: Host, *, held: object = False, share: object = 0, period_ms: object = 20, seed: object = 0
) -> None:
    host.throttle(held=held is True, share=_number(share), period_ms=_number(period_ms), seed=_seed(seed))


def _drawn(host: Host, *, seed: object, kinds: object = None, chance: object = 0.1) -> None:
    names = tuple(KINDS) if kinds is None else tuple(map(str, sequence(kinds)))
    host.misfortunes = Misfortunes(_seed(seed), names, _number(chance))


def _clear(host: Host) -> None:
    host.world.faults.clear()
    host.misfortunes = None
    host.early_updates = False
    host.throttle()


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise LineError(f"expected a number, not {value!r}")
    return float(value)


def _seed(value: object) -> int:
    return whole(value, 0, 2**63)


_OF_HOST: Final[Mapping[str, Callable[..., None]]] = {
    "stall": _stall,
    "open_set": _open_set,
    "dialog": _dialog,
    "early_update": _early_update,
    "interpreter": _interpreter,
    "drawn": _drawn,
    "clear": _clear,
}
NAMES: Final = (*_OF_HOST, *OF_WORLD)
"""Every fault that can be asked for."""
