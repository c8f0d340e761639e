"""The rows of the bridge: one declaration (a `NamedTuple`) is the type, the wire format and the guard.

Both sides of the bridge use this module: the Remote Script packs what it reads from Live, the server unpacks it, and
the same packing gives the bytes whose SHA-256 a guard compares. It knows no Live and no socket.

A field is `bool`, `int` (64 bits), `float` (double), `str` (UTF-8), `bytes`, one of these `| None`, a row, or
`tuple[X, ...]` of a row or a plain type. `Shown[X]` marks a field that is sent but never guarded: what moves by
itself, or is only looked at. Guarded and shown fields travel as two separate byte strings.
"""

from __future__ import annotations

import struct
import types
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Annotated, Any, Generic, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

_SHOWN = "shown"
T = TypeVar("T")
Shown = Annotated[T, _SHOWN]

RowType = TypeVar("RowType", bound=tuple[Any, ...])
_COUNT = struct.Struct("<I")
_FLAG = struct.Struct("<?")
_FIXED = {bool: "?", int: "q", float: "d"}


ROWS_AT_ONCE = 64
"""Rows of a list that are packed in one turn."""

Write = Callable[[Any, bool, list[bytes]], None]
"""Appends what a value is in one of the two streams (the guard bytes where true) to a list."""
Turns = Callable[[Any, bool, list[bytes]], Iterator[None]]
"""The same, with a pause wherever it has taken long enough."""


class RowError(ValueError):
    """Bytes that are not the row they are said to be; the text names the field, never the content."""


class _Reader:
    """A place in a byte string; every read is bounds-checked."""

    __slots__ = ("at", "data", "size")

    def __init__(self, data: memoryview) -> None:
        self.data = data
        self.size = len(data)
        self.at = 0

    def unpack(self, form: struct.Struct, name: str) -> tuple[Any, ...]:
        end = self.at + form.size
        if end > self.size:
            raise RowError(f"{name}: the bytes end too early")
        values = form.unpack_from(self.data, self.at)
        self.at = end
        return values

    def take(self, size: int, name: str) -> memoryview:
        end = self.at + size
        if end > self.size:
            raise RowError(f"{name}: the bytes end too early")
        piece = self.data[self.at : end]
        self.at = end
        return piece

    def piece(self, name: str) -> memoryview:
        """Bytes behind their number."""
        start = self.at + _COUNT.size
        if start <= self.size:
            end = start + _COUNT.unpack_from(self.data, self.at)[0]
            if end <= self.size:
                self.at = end
                return self.data[start:end]
        raise RowError(f"{name}: the bytes end too early")

    def count(self, name: str, smallest: int) -> int:
        """A number of elements, refused when the rest of the bytes cannot hold so many."""
        (count,) = self.unpack(_COUNT, name)
        if smallest and count * smallest > self.size - self.at:
            raise RowError(f"{name}: {count} elements cannot fit into the bytes that follow")
        return count


class _Field(NamedTuple):
    """How one field goes out and comes back."""

    name: str
    form: str
    """The struct letter of a fixed field, else empty."""
    guarded: bool
    """The field has a part in the guard bytes."""
    shown: bool
    """The field has a part in the shown bytes."""
    smallest: int
    write: Write
    read: Callable[[_Reader, _Reader], Any]
    turns: Turns | None = None
    """Of what can be long."""


def _fixed(name: str, form: str, shown: bool) -> _Field:
    packer = struct.Struct("<" + form)

    def write(value: Any, guard: bool, out: list[bytes]) -> None:
        if guard is not shown:
            out.append(packer.pack(value))

    def read(guard: _Reader, view: _Reader) -> Any:
        return (view if shown else guard).unpack(packer, name)[0]

    return _Field(name, form, not shown, shown, packer.size, write, read)


def _text(name: str, shown: bool, *, binary: bool) -> _Field:
    def write(value: Any, guard: bool, out: list[bytes]) -> None:
        if guard is not shown:
            # A lone surrogate cannot be UTF-8; Live has none in practice, and a guard must be a function of the text.
            data = bytes(value) if binary else str(value).encode("utf-8", "replace")
            out.append(_COUNT.pack(len(data)))
            out.append(data)

    def read(guard: _Reader, view: _Reader) -> Any:
        piece = (view if shown else guard).piece(name)
        if binary:
            return bytes(piece)
        try:
            return str(piece, "utf-8")
        except UnicodeDecodeError:
            raise RowError(f"{name}: not UTF-8") from None

    return _Field(name, "", not shown, shown, _COUNT.size, write, read)


def _optional(name: str, inner: _Field, shown: bool) -> _Field:
    def write(value: Any, guard: bool, out: list[bytes]) -> None:
        if guard is not shown:
            out.append(_FLAG.pack(value is not None))
        if value is not None:
            inner.write(value, guard, out)

    def read(guard: _Reader, view: _Reader) -> Any:
        (present,) = (view if shown else guard).unpack(_FLAG, name)
        return inner.read(guard, view) if present else None

    return _Field(name, "", not shown, shown or inner.shown, _FLAG.size, write, read)


@lru_cache(256)
def _form(form: str, count: int) -> struct.Struct:
    return struct.Struct(f"<{count}{form}")


def _many_fixed(name: str, form: str, shown: bool) -> _Field:
    """A list of plain numbers or booleans: one `struct` call for all of them."""
    size = struct.calcsize("<" + form)

    def write(value: Any, guard: bool, out: list[bytes]) -> None:
        if guard is not shown:
            out.append(_COUNT.pack(len(value)))
            if value:
                out.append(_form(form, len(value)).pack(*value))

    def read(guard: _Reader, view: _Reader) -> Any:
        reader = view if shown else guard
        count = reader.count(name, size)
        return reader.unpack(_form(form, count), name) if count else ()

    return _Field(name, "", not shown, shown, _COUNT.size, write, read)


def _many(name: str, element: _Field, shown: bool) -> _Field:
    """A list. Its count stands in the guard bytes unless the whole list is only shown."""

    def write(value: Any, guard: bool, out: list[bytes]) -> None:
        if guard is not shown:
            out.append(_COUNT.pack(len(value)))
        if element.guarded if guard else element.shown:
            for item in value:
                element.write(item, guard, out)

    def read(guard: _Reader, view: _Reader) -> Any:
        reader = view if shown else guard
        count = reader.count(name, element.smallest)
        return tuple(element.read(guard, view) for _ in range(count))

    return _Field(name, "", not shown, shown or element.shown, _COUNT.size, write, read)


def _many_rows(name: str, inner: Codec[Any], shown: bool) -> _Field:
    """A list of rows; rows of fixed size in one stream take the short way, one `struct` call a row."""
    packer, make = inner.plain, inner.make

    def write(value: Any, guard: bool, out: list[bytes]) -> None:
        if guard is not shown:
            out.append(_COUNT.pack(len(value)))
        inner.write_all(value, guard, out)

    def turns(value: Any, guard: bool, out: list[bytes]) -> Iterator[None]:
        if guard is not shown:
            out.append(_COUNT.pack(len(value)))
        if inner.has_rows:
            for row in value:
                yield from inner.turns(row, guard, out)
            return
        for start in range(0, len(value), ROWS_AT_ONCE):
            inner.write_all(value[start : start + ROWS_AT_ONCE], guard, out)
            yield

    def read(guard: _Reader, view: _Reader) -> Any:
        reader = view if shown else guard
        if packer is None:
            return tuple([inner.read(guard, view) for _ in range(reader.count(name, inner.smallest))])
        piece = reader.take(reader.count(name, packer.size) * packer.size, name)
        return tuple([make(row) for row in packer.iter_unpack(piece)])

    return _Field(name, "", not shown, shown or inner.shown, _COUNT.size, write, read, turns)


def _row(name: str, inner: Codec[Any]) -> _Field:
    return _Field(name, "", inner.guarded, inner.shown, inner.smallest, inner.write, inner.read, inner.turns)


def _is_row(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, tuple) and "_fields" in vars(hint)  # pyright: ignore[reportUnknownArgumentType]  (the hint of a field, of any type)


def _field(name: str, hint: Any, shown: bool) -> _Field:
    origin = get_origin(hint)
    if origin is Annotated:
        inner, *marks = get_args(hint)
        return _field(name, inner, shown or _SHOWN in marks)
    if origin in (Union, types.UnionType):
        (inner,) = (part for part in get_args(hint) if part is not type(None))
        return _optional(name, _field(name, inner, shown), shown)
    if origin is tuple:
        inner, ellipsis = get_args(hint)
        if ellipsis is not ...:
            raise TypeError(f"{name}: only tuple[X, ...] travels")
        if _is_row(inner):
            return _many_rows(name, codec(inner, shown), shown)
        if inner in _FIXED:
            return _many_fixed(name, _FIXED[inner], shown)
        return _many(name, _field(name, inner, shown), shown)
    if _is_row(hint):
        return _row(name, codec(hint, shown))
    if hint in _FIXED:
        return _fixed(name, _FIXED[hint], shown)
    if hint in (str, bytes):
        return _text(name, shown, binary=hint is bytes)
    raise TypeError(f"{name}: {hint!r} cannot travel")


class _Writer(NamedTuple):
    """How a part of a row is written to one stream: neighbours of fixed size by one `struct` call, everything else by
    its field. `of` gives the packed bytes of a row, where it is always of one size."""

    write: Write
    of: Callable[[Any], bytes] | None = None
    turns: Turns | None = None


def _neighbours(places: Sequence[int], form: str) -> _Writer:
    pack = struct.Struct("<" + form).pack
    values: Callable[[Any], Sequence[Any]] = itemgetter(*places)
    only = len(places) == 1

    def of(row: Any) -> bytes:
        return pack(values(row)) if only else pack(*values(row))

    def write(row: Any, guard: bool, out: list[bytes]) -> None:
        out.append(of(row))

    return _Writer(write, of)


def _single(place: int, field: _Field) -> _Writer:
    part, rest = field.write, field.turns

    def write(row: Any, guard: bool, out: list[bytes]) -> None:
        part(row[place], guard, out)

    def turns(row: Any, guard: bool, out: list[bytes]) -> Iterator[None]:
        return rest(row[place], guard, out) if rest is not None else iter(())

    return _Writer(write, None, turns if rest is not None else None)


class Codec(Generic[RowType]):
    """Packs and unpacks one row type. Made by `codec`, once a type."""

    def __init__(self, row: type[RowType], shown: bool) -> None:
        hints = get_type_hints(row, include_extras=True)
        names: tuple[str, ...] = getattr(row, "_fields")  # noqa: B009  (a NamedTuple's own attribute)
        self.fields = [_field(name, hints[name], shown) for name in names]
        self.make: Callable[[Sequence[Any]], RowType] = getattr(row, "_make")  # noqa: B009
        self.guarded = any(field.guarded for field in self.fields)
        self.shown = any(field.shown for field in self.fields)
        self.smallest = sum(field.smallest for field in self.fields if field.guarded is not shown)
        self.plain = self._plain()
        self.has_rows = any(_is_row(hints[name]) for name in names)
        """A row that holds rows may be as long as they are; others are packed at once."""
        self._writers = {guard: self._fused(guard) for guard in (True, False)}

    def _fused(self, guard: bool) -> list[_Writer]:
        writers: list[_Writer] = []
        places = [place for place, field in enumerate(self.fields) if (field.guarded if guard else field.shown)]
        for is_fixed, group in groupby(places, lambda place: bool(self.fields[place].form)):
            together = [*group]
            if is_fixed:
                writers.append(_neighbours(together, "".join(self.fields[place].form for place in together)))
            else:
                writers += [_single(place, self.fields[place]) for place in together]
        return writers

    def _plain(self) -> struct.Struct | None:
        """One `struct` for the whole row, where all its fields are of fixed size and in one stream."""
        forms = [field.form for field in self.fields]
        if not forms or not all(forms) or (self.guarded and self.shown):
            return None
        return struct.Struct("<" + "".join(forms))

    def write(self, row: RowType, guard: bool, out: list[bytes]) -> None:
        """Append the guard bytes (`guard` true) or the shown bytes of `row` to `out`."""
        for writer in self._writers[guard]:
            writer.write(row, guard, out)

    def write_all(self, rows: Sequence[RowType], guard: bool, out: list[bytes]) -> None:
        """The same for rows one after the other."""
        writers = [writer.write for writer in self._writers[guard]]
        of = self._writers[guard][0].of if len(writers) == 1 else None
        if of is not None:
            out += map(of, rows)
            return
        for row in rows:
            for write in writers:
                write(row, guard, out)

    def turns(self, row: RowType, guard: bool, out: list[bytes]) -> Iterator[None]:
        """The same as `write`, with a pause after so many rows."""
        for writer in self._writers[guard]:
            if writer.turns is None:
                writer.write(row, guard, out)
            else:
                yield from writer.turns(row, guard, out)

    def packed_in_turns(self, row: RowType, *, guard: bool) -> Generator[None, None, bytes]:
        """`guard_bytes` or `shown_bytes`, with a pause after so many rows."""
        out: list[bytes] = []
        yield from self.turns(row, guard, out)
        return b"".join(out)

    def read(self, guard: _Reader, view: _Reader) -> RowType:
        """The row at the readers' places."""
        return self.make([field.read(guard, view) for field in self.fields])

    def guard_bytes(self, row: RowType) -> bytes:
        """What a guard's digest is taken over, and what is sent of the guarded fields."""
        out: list[bytes] = []
        self.write(row, True, out)
        return b"".join(out)

    def shown_bytes(self, row: RowType) -> bytes:
        """What is sent of the shown fields."""
        out: list[bytes] = []
        self.write(row, False, out)
        return b"".join(out)

    def unpack(self, guard: bytes | memoryview, shown: bytes | memoryview = b"") -> RowType:
        """The row again. Raises `RowError` for bytes that are too short, too long or not of this row."""
        first, second = _Reader(memoryview(guard)), _Reader(memoryview(shown))
        row = self.read(first, second)
        if first.at != first.size or second.at != second.size:
            raise RowError("bytes are left over after the row")
        return row


@cache
def codec(row: type[RowType], shown: bool = False) -> Codec[RowType]:
    """The codec of a row type; `shown` makes every field of it a shown one."""
    return Codec(row, shown)
