"""The classes of the `Live` module, generated from the table of members: one set for each version and manner.

Properties and methods are attributes of the class, so feature tests on the class work; what a member does comes from
`behaviour`; a member without behaviour raises NotSimulated.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from threading import get_ident
from typing import Any, cast

from countin.sim.kernel.arguments import REFUSED, Converter, Signature, converter_for, prototypes_of, refuse_property
from countin.sim.kernel.behaviour import BEHAVIOURS, Behaviour, Function
from countin.sim.kernel.enums import make_enum
from countin.sim.kernel.errors import LimitationError, NotSimulated
from countin.sim.kernel.handles import Handle, Role, pointer, record_of, refuse_dead
from countin.sim.kernel.listening import listener_methods
from countin.sim.kernel.states import ChainState, DeviceState, State, TrackState
from countin.sim.kernel.table import ClassSpec, MemberSpec, Version, table_for
from countin.sim.kernel.values import VALUE_CLASSES
from countin.sim.kernel.vectors import Vector, filled
from countin.sim.kernel.wiring import DEVICE_CLASSES, OLDER_CLASSES, PART_CLASSES, STATE_CLASSES

AnyClass = type[Any]  # handle classes, vectors, enumerations and values share no base
_SHORT = {
    "LomObject": "Live.LomObject.LomObject",
    "DeviceContainer": "Live.Track.DeviceContainer",
    "Device": "Live.Device.Device",
    "Device.View": "Live.Device.Device.View",
    "Chain": "Live.Chain.Chain",
}
TIMER = "Live.Base.Timer"
"""Made for each world, because it lives on its clock."""
_READ_ONLY = frozenset({"Vector", "ATimeableValueVector"})


class Classes:
    """All classes of one version in one manner."""

    def __init__(self, version: Version, *, open_attributes: bool) -> None:
        self.table = table_for(version)
        self.open_attributes = open_attributes
        self.by_path: dict[str, AnyClass] = {}
        self.missing: list[str] = []
        """Members of this version that have no behaviour, as "Live.Song.Song.tempo"."""
        self._enums = frozenset(spec.name for spec in self.table.values() if spec.kind == "enum")
        self._chosen: dict[tuple[object, int], type[Handle]] = {}
        for path, spec in self.table.items():
            if spec.kind != "module" and path != TIMER:
                self._class(path)
        for path, spec in self.table.items():
            self._nest(path, spec)

    # -- choosing -----------------------------------------------------------------------------------------------

    def of(self, state: State, role: int) -> type[Handle]:
        """The class of a handle of this state in this role."""
        place = (_variety(state), role)
        found = self._chosen.get(place)
        if found is None:
            found = self._chosen[place] = self._choose(state, role)
        return found

    def _choose(self, state: State, role: int) -> type[Handle]:
        if role == Role.MIXER:
            path = "Live.MixerDevice.MixerDevice" if isinstance(state, TrackState) else PART_CLASSES[role]
        elif role > Role.VIEW:
            path = PART_CLASSES[role]
        else:
            path = self._own_path(state)
            view = f"{path}.View"
            if role == Role.VIEW:
                path = view if view in self.by_path else "Live.Device.Device.View"
        return cast("type[Handle]", self.by_path[path if path in self.by_path else OLDER_CLASSES[path]])

    def _own_path(self, state: State) -> str:
        if isinstance(state, DeviceState):
            path = DEVICE_CLASSES.get(state.layout.class_name, "Live.Device.Device")
            return path if path in self.by_path else "Live.Device.Device"
        if isinstance(state, ChainState) and state.in_note is not None:
            return "Live.DrumChain.DrumChain"
        return STATE_CLASSES[type(state)]

    def vector(self, kind: str, items: Iterable[object]) -> Vector:
        """A vector of this class of Live ("StringVector") or a Base.Vector."""
        return filled(self._vector_class(kind), items, writable=kind not in _READ_ONLY)

    @cache  # noqa: B019 - one Classes a version and manner, kept for the life of the process
    def _vector_class(self, kind: str) -> AnyClass:
        spec = next((path for path in self.table if path.endswith(f".{kind}")), "Live.Base.Vector")
        return self.by_path[spec]

    # -- making -------------------------------------------------------------------------------------------------

    def _class(self, path: str) -> AnyClass:
        found = self.by_path.get(path)
        if found is None:
            found = self.by_path[path] = self._make(self.table[path])
        return found

    def _make(self, spec: ClassSpec) -> AnyClass:
        if spec.kind == "enum":
            return make_enum(spec.name, spec.module, {name: row.value for name, row in spec.members.items()})
        if spec.kind == "exception":
            return LimitationError
        if spec.path in VALUE_CLASSES:
            return VALUE_CLASSES[spec.path]
        base = self._base(spec)
        made = self._named(spec, base)
        if not issubclass(made, Vector):
            self._fill(made, spec)
        return made

    def _base(self, spec: ClassSpec) -> AnyClass:
        for base in spec.bases:
            if base in _SHORT:
                return self._class(_SHORT[base])
            if base.startswith(("Vector", "Generic")):
                return Vector
        return Handle

    def _named(self, spec: ClassSpec, base: AnyClass) -> AnyClass:
        body: dict[str, object] = {} if self.open_attributes and base is not Vector else {"__slots__": ()}
        made = type(spec.name, (base,), body)
        made.__module__, made.__qualname__ = spec.module, spec.name
        return made

    def _nest(self, path: str, spec: ClassSpec) -> None:
        """A nested class is an attribute of the outer one."""
        outer = path.rsplit(".", 1)[0]
        if spec.kind != "module" and outer in self.by_path:
            setattr(self.by_path[outer], spec.name, self.by_path[path])

    def _fill(self, made: AnyClass, spec: ClassSpec) -> None:
        for member in spec.members.values():
            if member.name in ("__init__", "__class__"):
                continue
            bound = Bound(self, spec, member)
            if bound.inherited and hasattr(made, member.name):
                continue
            for name, attribute in bound.attributes():
                setattr(made, name, attribute)
        found = BEHAVIOURS.get(spec.path)
        if found is not None and "__str__" in found.methods:
            made.__str__ = _text_method(found.methods["__str__"])

    def converter(self, type_name: str) -> Converter:
        """The argument converter of a type of the table."""
        return converter_for(type_name, self._enums)

    def signature(self, spec: ClassSpec, member: MemberSpec) -> Signature:
        """The argument list of a method."""
        return Signature(spec.name, member, self._enums, prototypes_of(spec.path, member.name))

    def lineage(self, path: str) -> Iterable[str]:
        """The path of a class and of its bases that stand in the table."""
        while True:
            yield path
            bases = [_SHORT[base] for base in self.table[path].bases if base in _SHORT]
            if not bases:
                return
            path = bases[0]


class Bound:
    """One member of one class, joined with its behaviour."""

    def __init__(self, classes: Classes, spec: ClassSpec, member: MemberSpec) -> None:
        self.classes, self.spec, self.member = classes, spec, member
        self.behaviour = self._behaviour()
        self.inherited = self.behaviour is not None and self.behaviour.path != spec.path

    def _behaviour(self) -> Behaviour | None:
        name = self.member.name
        for path in self.classes.lineage(self.spec.path):
            found = BEHAVIOURS.get(path)
            if found is not None and any(name in each for each in (found.getters, found.methods, found.watches)):
                return found
        return None

    @property
    def label(self) -> str:
        return f"{self.spec.path}.{self.member.name}"

    def attributes(self) -> Iterable[tuple[str, object]]:
        """The class attributes that this member is."""
        member = self.member
        if member.kind == "property":
            yield member.name, property(self._getter(), self._setter())
        elif member.kind in ("method", "function"):
            yield member.name, self._method()
        elif member.kind == "attribute":
            yield member.name, str(member.value).strip("'")
        if member.listen:
            yield from listener_methods(member, self._watched(), self._wide())

    def _missing(self, what: str = "") -> Function:
        label = f"{self.label}{what}"
        self.classes.missing.append(label)

        def refuse(*_: object) -> Any:
            raise NotSimulated(label)

        return refuse

    def _reader(self) -> Function:
        found = self.behaviour.getters.get(self.member.name) if self.behaviour else None
        if found is None:
            return _pointer if self.member.name == "_live_ptr" else self._missing()
        return self._wrapped(found, self.member.type)

    def _wrapped(self, function: Function, type_name: str) -> Function:
        """The function, its tuple made a vector where the table says vector."""
        if not (type_name.startswith("Vector[") or type_name.endswith("Vector")):
            return function
        vector, kind = self.classes.vector, type_name.split("[", maxsplit=1)[0]

        def with_vector(handle: Handle, *arguments: Any) -> Any:
            items = function(handle, *arguments)
            return None if items is None else vector(kind, items)

        return with_vector

    def _getter(self) -> Function:
        read, name = self._reader(), self.member.name

        def getter(handle: Handle) -> Any:
            store = handle.sim_store
            record = store.records.get(handle.sim_key)
            if record is None or record.life != handle.sim_life:
                refuse_dead(handle)
            store.accesses += 1
            if store.faults.watching or get_ident() != store.main:
                store.inspect(name)
            return read(handle, record.state)

        return getter

    def _setter(self) -> Function | None:
        member = self.member
        if not member.settable:
            return None
        name = member.name
        found = self.behaviour.setters.get(name) if self.behaviour else None
        write = found or self._missing(" (set)")
        type_name = (self.behaviour.accepts.get(name) if self.behaviour else None) or member.type
        convert = self.classes.converter(type_name)

        def setter(handle: Handle, value: Any) -> None:
            record = record_of(handle, name)
            store = handle.sim_store
            if store.faults.watching or get_ident() != store.main:
                store.inspect(name)
            converted = convert(value)
            if converted is REFUSED:
                refuse_property(handle, value, type_name)
            store.call(name, write, handle, record.state, converted)

        return setter

    def _method(self) -> Function:
        name, signature = self.member.name, self.classes.signature(self.spec, self.member)
        found = self.behaviour.methods.get(name) if self.behaviour else None
        run = self._wrapped(found, self.member.returns) if found else self._missing()

        def method(handle: Handle, *args: Any, **kwargs: Any) -> Any:
            record = record_of(handle, name)
            store = handle.sim_store
            if store.faults.watching or get_ident() != store.main:
                store.inspect(name)
            return store.call(name, run, handle, record.state, *signature.bind(handle, args, kwargs))

        method.__name__ = method.__qualname__ = name
        return method

    def _watched(self) -> Function:
        """What a listener of this member watches."""
        found = self.behaviour.watches.get(self.member.name) if self.behaviour else None
        if found is not None:
            return found
        if self.member.kind == "event":
            return self._missing()
        if self.member.listener_arguments:
            return self.behaviour.methods[self.member.name] if self.behaviour else self._missing()
        return self._reader_quietly()

    def _reader_quietly(self) -> Function:
        """The reader again, without entering it in the list of gaps a second time."""
        found = self.behaviour.getters.get(self.member.name) if self.behaviour else None
        label = self.label
        if found is not None:
            return found

        def refuse(*_: object) -> Any:
            raise NotSimulated(label)

        return refuse

    def _wide(self) -> Function:
        """Whether a write to another record can change this member of an object."""
        chosen = self.behaviour.wide_if.get(self.member.name) if self.behaviour else None
        always = self.behaviour is not None and self.member.name in self.behaviour.wide
        return chosen or (_always if always else _never)


def _pointer(handle: Handle, _state: State) -> int:
    return pointer(handle)


def _always(_handle: Handle, _state: State) -> bool:
    return True


def _never(_handle: Handle, _state: State) -> bool:
    return False


def _text_method(function: Function) -> Function:
    def text(handle: Handle) -> str:
        return function(handle, record_of(handle, "__str__").state)

    return text


def _variety(state: State) -> object:
    """What the class of a handle depends on, besides its role."""
    if isinstance(state, DeviceState):
        return state.layout.class_name
    if isinstance(state, ChainState):
        return (ChainState, state.in_note is not None)
    return type(state)


@cache
def classes_for(version: Version, *, open_attributes: bool) -> Classes:
    """The classes of this version and manner; one set a process. The behaviour must be registered by then."""
    return Classes(version, open_attributes=open_attributes)
