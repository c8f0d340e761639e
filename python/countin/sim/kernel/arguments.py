"""Argument conversion as Boost.Python does it, and the text of its refusals.

A whole number becomes a float; a float never a whole number; a truth value may be a bool, a whole number or None; text
is text; None fits where Live takes a handle or any object.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, NoReturn

from countin.sim.kernel.errors import ArgumentError
from countin.sim.kernel.handles import Handle, is_alive
from countin.sim.kernel.table import MemberSpec, Parameter, raw_table

Converter = Callable[[Any], Any]  # any Python value may be passed by a script
REFUSED = object()
MISSING = object()
_LEAST, _MOST = -(2**31), 2**31 - 1
_CPP = {"int": "int", "float": "double", "bool": "bool", "str": "TString"}
_DEFAULTS: dict[str, Any] = {"CaptureMode.all": 0, "CaptureDestination.auto": 0, "MessageButtons.OK_BUTTON": 0}


def to_int(value: Any) -> Any:
    return int(value) if isinstance(value, int) and _LEAST <= value <= _MOST else REFUSED


def to_float(value: Any) -> Any:
    if isinstance(value, float):
        return float(value)
    return float(value) if isinstance(value, int) else REFUSED


def to_bool(value: Any) -> Any:
    return bool(value) if value is None or isinstance(value, int) else REFUSED


def to_text(value: Any) -> Any:
    return value if isinstance(value, str) else REFUSED


def to_object(value: Any) -> Any:
    return value


def to_tuple(value: object) -> object:
    return value if isinstance(value, tuple) else REFUSED  # pyright: ignore[reportUnknownVariableType]


def or_none(inner: Converter) -> Converter:
    """Also None."""
    return lambda value: None if value is None else inner(value)


def instance_of(*class_names: str) -> Converter:
    """A living object of one of these classes of Live or of one that derives from it; a null handle passes, as None."""

    def convert(value: Any) -> Any:
        if value is None:
            return None
        if isinstance(value, Handle) and not is_alive(value):
            return REFUSED
        return value if any(base.__name__ in class_names for base in type(value).__mro__) else REFUSED

    return convert


_PLAIN: dict[str, Converter] = {
    "int": to_int,
    "float": to_float,
    "bool": to_bool,
    "str": to_text,
    "Any": to_object,
    "object": to_object,
    "int | None": or_none(to_int),
    "float | None": or_none(to_float),
}


def converter_for(type_name: str, enums: frozenset[str]) -> Converter:
    """The converter for a type as the table writes it."""
    if type_name in _PLAIN:
        return _PLAIN[type_name]
    if type_name.startswith("tuple"):
        return to_tuple
    if type_name.startswith(("Iterable", "list", "Callable", "Literal")):
        return to_object
    first = type_name.split(" | ", maxsplit=1)[0]
    if first in enums or type_name.endswith("| int"):
        return to_int
    return instance_of(*(name for name in type_name.split(" | ") if name != "None"))


def type_name_of(value: object) -> str:
    return type(value).__name__


class Signature:
    """The arguments of one method, ready to check a call. `text` is Boost's name of it, `prototypes` its C++ ones."""

    def __init__(self, owner: str, spec: MemberSpec, enums: frozenset[str], prototypes: tuple[str, ...]) -> None:
        self.owner, self.name = owner, spec.name
        self.parameters = spec.parameters
        self.converters = tuple(converter_for(entry.type, enums) for entry in spec.parameters)
        self.keywords = spec.keywords
        self.defaults = tuple(_default(entry) for entry in spec.parameters)
        self.prototypes = prototypes or (_prototype(owner, spec),)

    def bind(self, handle: Handle | None, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        """The converted arguments of a call. ArgumentError when they do not fit."""
        if not kwargs and len(args) == len(self.converters):
            values = [convert(value) for convert, value in zip(self.converters, args, strict=True)]
            if not any(value is REFUSED for value in values):
                return values
            self.refuse(handle, args, kwargs)
        return self._bind_slowly(handle, args, kwargs)

    def _bind_slowly(self, handle: Handle | None, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        given: list[Any] = [*args, *([MISSING] * (len(self.converters) - len(args)))]
        if len(args) > len(self.converters):
            self.refuse(handle, args, kwargs)
        for name, value in kwargs.items():
            place = self._place(name)
            if place is None or place < len(args):
                self.refuse(handle, args, kwargs)
            given[place] = value
        values = [self._one(index, value) for index, value in enumerate(given)]
        if any(value is REFUSED for value in values):
            self.refuse(handle, args, kwargs)
        return values

    def _place(self, keyword: str) -> int | None:
        if keyword not in self.keywords:
            return None
        return self.keywords.index(keyword) + len(self.parameters) - len(self.keywords)

    def _one(self, index: int, value: Any) -> Any:
        if value is MISSING:
            default = self.defaults[index]
            return REFUSED if default is MISSING else default
        return self.converters[index](value)

    def refuse(self, handle: Handle | None, args: tuple[Any, ...], kwargs: dict[str, Any]) -> NoReturn:
        """ArgumentError with Boost's text."""
        shown = [type_name_of(handle)] if handle is not None else []
        shown += [type_name_of(value) for value in args]
        shown += [f"{name}={type_name_of(value)}" for name, value in kwargs.items()]
        raise ArgumentError(mismatch(f"{self.owner}.{self.name}({', '.join(shown)})", self.prototypes))


def mismatch(call: str, prototypes: tuple[str, ...]) -> str:
    """Boost's text of a mismatch."""
    lines = "\n".join(f"    {prototype}" for prototype in prototypes)
    return f"Python argument types in\n    {call}\ndid not match C++ signature:\n{lines}"


def refuse_property(handle: Handle, value: object, type_name: str) -> NoReturn:
    """ArgumentError of a property setter: Boost does not know the property's name."""
    owner = type(handle).__name__
    call = f"None.None({owner}, {type_name_of(value)})"
    raise ArgumentError(mismatch(call, (f"None({handle_type(owner)}, {_cpp(type_name)})",)))


def handle_type(class_name: str) -> str:
    """The C++ handle type of a class of Live."""
    handles: dict[str, str] = raw_table("signatures")["handles"]
    return handles.get(class_name, f"TPyHandle<A{class_name}>")


def prototypes_of(path: str, name: str) -> tuple[str, ...]:
    """The C++ prototypes of a method, one an overload."""
    functions: dict[str, dict[str, list[list[str]]]] = raw_table("signatures")["functions"]
    return tuple(pair[1] for pair in functions.get(path, {}).get(name, ()))


def _prototype(owner: str, spec: MemberSpec) -> str:
    inner = ",".join([handle_type(owner), *(_cpp(entry.type) for entry in spec.parameters)])
    return f"{spec.name}({inner})"


def _cpp(type_name: str) -> str:
    first = type_name.split(" | ", maxsplit=1)[0]
    if first in _CPP:
        return _CPP[first]
    return handle_type(first) if first[:1].isupper() else "boost::python::api::object"


def _default(entry: Parameter) -> Any:
    if entry.default is None:
        return MISSING
    if entry.default in _DEFAULTS:
        return _DEFAULTS[entry.default]
    return _literal(entry.default)


def _literal(text: str) -> Any:

    try:
        return ast.literal_eval(text)
    except ValueError:
        return 0
