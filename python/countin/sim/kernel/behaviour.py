"""What the members of a class do, registered by name: the files of `sim/model` fill these tables, the generated classes
read them. A member of Live without an entry here is "not simulated", and that is data, not an accident.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from countin.sim.kernel.handles import Handle
from countin.sim.kernel.states import State

# The functions take the handle, its state, and arguments as converted by the member's signature: their types differ
# from member to member, so the tables hold them as Any.
Function = Callable[..., Any]
F = TypeVar("F", bound=Function)
Check = Callable[[Any], None]


class Behaviour:
    """The behaviour of one class of Live, by its full path ("Live.Track.Track")."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.getters: dict[str, Function] = {}
        self.setters: dict[str, Function] = {}
        self.methods: dict[str, Function] = {}
        self.watches: dict[str, Function] = {}
        self.wide: set[str] = set()
        self.wide_if: dict[str, Function] = {}
        self.accepts: dict[str, str] = {}
        BEHAVIOURS[path] = self

    def get(self, *names: str, wide: bool = False) -> Callable[[F], F]:
        """The function reads these properties: (handle, state) to value. `wide`: a write elsewhere can change them."""

        def bind(function: F) -> F:
            for name in names:
                self.getters[name] = function
            self.wide.update(names if wide else ())
            return function

        return bind

    def set(self, *names: str, accepts: str | None = None) -> Callable[[F], F]:
        """The function writes these properties: (handle, state, value). `accepts` overrules the type of the table."""

        def bind(function: F) -> F:
            for name in names:
                self.setters[name] = function
                if accepts is not None:
                    self.accepts[name] = accepts
            return function

        return bind

    def wide_when(self, name: str) -> Callable[[F], F]:
        """The function says of one object, (handle, state) to truth, whether a write elsewhere can change this."""

        def bind(function: F) -> F:
            self.wide_if[name] = function
            return function

        return bind

    def do(self, *names: str) -> Callable[[F], F]:
        """The function is these methods: (handle, state, *arguments) to result."""

        def bind(function: F) -> F:
            for name in names:
                self.methods[name] = function
            return function

        return bind

    def watch(self, *names: str, wide: bool = False) -> Callable[[F], F]:
        """The function answers something that changes whenever these events happen: (handle, state) to value."""

        def bind(function: F) -> F:
            for name in names:
                self.watches[name] = function
            self.wide.update(names if wide else ())
            return function

        return bind

    def fields(self, kind: type[State], *names: str, settable: bool = True, **renamed: str) -> None:
        """Properties that are just a field of the state: by the same name, or `property="field"`."""
        for name, field_name in {**{name: name for name in names}, **renamed}.items():
            self.getters[name] = _field_getter(field_name)
            if settable:
                self.setters[name] = _field_setter(kind, field_name)

    def checked(self, kind: type[State], name: str, check: Check, field_name: str = "") -> None:
        """A property that is a field, with a check that raises before anything is written."""
        self.getters[name] = _field_getter(field_name or name)
        self.setters[name] = _field_setter(kind, field_name or name, check)

    def volatile(self, default: object, *names: str, settable: bool = True) -> None:
        """Properties without undo, kept beside the record: view state, preferences, transport switches."""
        for name in names:
            self.getters[name] = _volatile_getter(name, default)
            if settable:
                self.setters[name] = _volatile_setter(name)

    def constants(self, **values: object) -> None:
        """Properties that always read the same here."""
        for name, value in values.items():
            self.getters[name] = _constant(value)


BEHAVIOURS: Final[dict[str, Behaviour]] = {}


def _field_getter(name: str) -> Function:
    def getter(_handle: Handle, state: State) -> Any:  # the type is the field's
        return getattr(state, name)

    return getter


def _field_setter(kind: type[State], name: str, check: Check | None = None) -> Function:
    def setter(handle: Handle, _state: State, value: Any) -> None:  # the type is the field's
        if check is not None:
            check(value)
        setattr(handle.sim_store.edit(kind, handle.sim_key), name, value)

    return setter


def _volatile_getter(name: str, default: object) -> Function:
    def getter(handle: Handle, _state: State) -> Any:  # the type is the default's
        return handle.sim_store.seen(handle.sim_key, name, default)

    return getter


def _volatile_setter(name: str) -> Function:
    def setter(handle: Handle, _state: State, value: Any) -> None:  # the type is the default's
        handle.sim_store.put(handle.sim_key, name, value)

    return setter


def _constant(value: object) -> Function:
    def getter(_handle: Handle, _state: State) -> object:
        return value

    return getter


def within(minimum: float, maximum: float, text: str) -> Check:
    """A check that refuses values outside minimum..maximum with this text."""

    def check(value: float) -> None:
        if not minimum <= value <= maximum:
            raise RuntimeError(text)

    return check
