"""The listener trio of a property or event: add_x_listener, remove_x_listener, x_has_listener."""

from __future__ import annotations

from collections.abc import Iterable
from threading import get_ident
from typing import Any

from countin.sim.kernel.arguments import mismatch, type_name_of
from countin.sim.kernel.behaviour import Function
from countin.sim.kernel.errors import ArgumentError, NotSimulated
from countin.sim.kernel.handles import Handle, record_of, state_of
from countin.sim.kernel.listeners import Callback, Reader, Subject
from countin.sim.kernel.table import MemberSpec
from countin.sim.kernel.vectors import plain


def listener_methods(member: MemberSpec, watched: Function, wide: Function) -> Iterable[tuple[str, Function]]:
    """The three methods, by name. Extra listener arguments (a view name) stand before the callback."""
    name, extra = member.name, member.listener_arguments

    def add(handle: Handle, *arguments: Any) -> None:
        before, callback = _split(handle, f"add_{name}_listener", arguments, extra)
        read = _reader(handle, watched, before)
        subject = Subject(read, _first(read), wide(handle, state_of(handle)))
        handle.sim_store.listeners.add(handle.sim_key, (handle.sim_part, name, before), subject, callback)

    def remove(handle: Handle, *arguments: Any) -> None:
        before, callback = _split(handle, f"remove_{name}_listener", arguments, extra)
        handle.sim_store.listeners.remove(handle.sim_key, (handle.sim_part, name, before), callback)

    def has(handle: Handle, *arguments: Any) -> bool:
        before, callback = _split(handle, f"{name}_has_listener", arguments, extra)
        return handle.sim_store.listeners.has(handle.sim_key, (handle.sim_part, name, before), callback)

    yield f"add_{name}_listener", add
    yield f"remove_{name}_listener", remove
    yield f"{name}_has_listener", has


def _split(handle: Handle, method: str, arguments: tuple[Any, ...], extra: int) -> tuple[tuple[Any, ...], Callback]:
    """Extra arguments and the callback. ArgumentError when they do not fit or the object is gone."""
    record_of(handle, method)
    store = handle.sim_store
    if store.faults.watching or get_ident() != store.main:
        store.inspect(method)
    if len(arguments) != extra + 1 or not callable(arguments[-1]):
        owner = type(handle).__name__
        shown = ", ".join([owner, *(type_name_of(value) for value in arguments)])
        raise ArgumentError(
            mismatch(f"{owner}.{method}({shown})", (f"{method}(TPyHandle<A{owner}>,boost::python::api::object)",))
        )
    return arguments[:-1], arguments[-1]


def _reader(handle: Handle, watched: Function, before: tuple[Any, ...]) -> Reader:
    def read() -> object:
        return plain(watched(handle, state_of(handle), *before))

    return read


def _first(read: Reader) -> object:
    """The value at the time of registering; a property that does not apply here counts as its refusal."""
    try:
        return read()
    except NotSimulated:
        raise
    except RuntimeError as error:
        return str(error)
