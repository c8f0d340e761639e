"""What only one class of device has beside its parameters: switches and indices, stored with the device as extras.

Ranges without a public source are guesses; lists whose labels no source shows are empty rather than invented.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from countin.sim.kernel.behaviour import Behaviour, Function
from countin.sim.kernel.handles import Handle
from countin.sim.kernel.states import DeviceState, Key
from countin.sim.kernel.store import Store


class Extra(NamedTuple):
    """A member: its value in a new device, and the range in which it can be written (None: any)."""

    default: Any  # a number, a truth value or a text
    least: float | None = None
    most: float | None = None


def extra(state: DeviceState, name: str, default: Any) -> Any:  # as varied as the members
    """An extra of a device."""
    return dict(state.extras).get(name, default)


def write_extra(store: Store, key: Key, name: str, value: Any) -> None:  # as varied as the members
    """Set an extra of a device."""
    edited = store.edit(DeviceState, key)
    edited.extras = tuple(sorted({**dict(edited.extras), name: value}.items()))


def bind_extras(behaviour: Behaviour, members: dict[str, Extra]) -> None:
    """Make these members of a class extras."""
    for name, entry in members.items():
        behaviour.get(name)(_getter(name, entry))
        behaviour.set(name)(_setter(name, entry))


def _getter(name: str, entry: Extra) -> Function:
    def getter(_handle: Handle, state: DeviceState) -> Any:  # the default's type
        return extra(state, name, entry.default)

    return getter


def _setter(name: str, entry: Extra) -> Function:
    def setter(handle: Handle, _state: DeviceState, value: Any) -> None:  # the default's type
        if entry.least is not None and entry.most is not None and not entry.least <= value <= entry.most:
            raise RuntimeError(f"Invalid value for {name}")
        write_extra(handle.sim_store, handle.sim_key, name, value)

    return setter


def index(last: int, default: int = 0) -> Extra:
    """An index into a list."""
    return Extra(default, 0, last)


ANY_INDEX: Final = Extra(0, 0, 127)
OFF: Final = Extra(False)
