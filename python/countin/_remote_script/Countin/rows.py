"""The rows of the bridge: one declaration (a `NamedTuple`) is the type, the wire format and the guard.

Both sides of the bridge use this module: the Remote Script packs what it reads from Live, the server unpacks it, and
the same packing gives the bytes whose SHA-256 a guard compares. It knows no Live and no socket.

A field is `bool`, `int` (64 bits), `float` (double), `str` (UTF-8), `bytes`, one of these `| None`, a row, or
`tuple[X, ...]` of a row or a plain type. `Shown[X]` marks a field that is sent but never guarded: what moves by
itself, or is only looked at. Guarded and shown fields travel as two separate byte strings.

Rows of a list travel as columns, field by field, because Python packs many numbers or texts at once for little more
than one: numbers one after the other, of texts first all lengths (32 bits) and then all bytes, of what may be missing
first a flag each and then those that are there, of lists first all counts (32 bits) and then all elements, of rows
their own columns. A row alone is columns of one.
"""

from __future__ import annotations

import struct
import types
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, islice, pairwise
from itertools import chain as joined
from typing import Annotated, Any, Generic, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

_SHOWN = "shown"
T = TypeVar("T")
Shown = Annotated[T, _SHOWN]

RowType = TypeVar("RowType", bound=tuple[Any, ...])
_FIXED = {bool: "?", int: "q", float: "d"}
_COUNT = 4
"""Bytes of a count."""

Column = Sequence[Any]
Pack = Callable[[Column, bool, list[bytes]], Iterable[None]]
"""Appends what a column is in one of the two streams (the guard bytes where true) to a list; pauses where it has taken
long enough."""


class RowError(ValueError):
    """Bytes that are not the row they are said to be; the text names the field, never the content."""


@lru_cache(256)
def _form(form: str, count: int) -> struct.Struct:
    return struct.Struct(f"<{count}{form}")


class _Reader:
    """A place in a byte string; every read is bounds-checked."""

    __slots__ = ("at", "data", "size")

    def __init__(self, data: memoryview) -> None:
        self.data = data
        self.size = len(data)
        self.at = 0

    def take(self, size: int, name: str) -> memoryview:
        end = self.at + size
        if end > self.size:
            raise RowError(f"{name}: the bytes end too early")
        piece = self.data[self.at : end]
        self.at = end
        return piece

    def numbers(self, form: str, count: int, name: str) -> tuple[Any, ...]:
        piece = self.take(count * struct.calcsize("<" + form), name)
        return _form(form, count).unpack(piece) if count else ()

    def total(self, counts: Sequence[int], smallest: int, name: str) -> int:
        """The sum of these numbers of elements, refused when the rest of the bytes cannot hold so many."""
        total = sum(counts)
        if total * smallest > self.size - self.at:
            raise RowError(f"{name}: {total} elements cannot fit into the bytes that follow")
        return total


class _Field(NamedTuple):
    """How the column of one field goes out and comes back."""

    guarded: bool
    """The field has a part in the guard bytes."""
    shown: bool
    """The field has a part in the shown bytes."""
    smallest: int
    """Bytes that one value takes at least, in the stream where its own begin."""
    pack: Pack
    read: Callable[[int, _Reader, _Reader], Column]


def _numbers(form: str, values: Column) -> bytes:
    return _form(form, len(values)).pack(*values) if values else b""


def _fixed(name: str, form: str, shown: bool) -> _Field:
    def pack(values: Column, guard: bool, out: list[bytes]) -> Iterable[None]:
        if guard is not shown:
            out.append(_numbers(form, values))
        return ()

    def read(count: int, guard: _Reader, view: _Reader) -> Column:
        return (view if shown else guard).numbers(form, count, name)

    return _Field(not shown, shown, struct.calcsize("<" + form), pack, read)


def _blobs(values: Column) -> tuple[list[int], list[bytes]]:
    """Sizes and bytes."""
    parts = [*map(bytes, values)]
    return [*map(len, parts)], parts


def _texts(values: Column) -> tuple[list[int], list[bytes]]:
    """Sizes and bytes in UTF-8."""
    texts = [*map(str, values)]
    whole = "".join(texts)
    if whole.isascii():  # each character is a byte
        return [*map(len, texts)], [whole.encode()]
    # A lone surrogate cannot be UTF-8; Live has none in practice, and a guard must be a function of the text.
    parts = [text.encode("utf-8", "replace") for text in texts]
    return [*map(len, parts)], parts


def _text(name: str, shown: bool, *, binary: bool) -> _Field:
    def pack(values: Column, guard: bool, out: list[bytes]) -> Iterable[None]:
        if guard is not shown:
            sizes, pieces = (_blobs if binary else _texts)(values)
            out.append(_numbers("I", sizes))
            out += pieces
        return ()

    def read(count: int, guard: _Reader, view: _Reader) -> Column:
        reader = view if shown else guard
        sizes = reader.numbers("I", count, name)
        piece = bytes(reader.take(reader.total(sizes, 1, name), name))
        places = pairwise(accumulate(sizes, initial=0))
        if binary:
            return [piece[start:end] for start, end in places]
        if piece.isascii():  # each character is a byte
            text = str(piece, "ascii")
            return [text[start:end] for start, end in places]
        try:
            return [str(piece[start:end], "utf-8") for start, end in places]
        except UnicodeDecodeError:
            raise RowError(f"{name}: not UTF-8") from None

    return _Field(not shown, shown, _COUNT, pack, read)


def _optional(name: str, inner: _Field, shown: bool) -> _Field:
    def pack(values: Column, guard: bool, out: list[bytes]) -> Iterable[None]:
        if guard is not shown:
            out.append(_numbers("?", [value is not None for value in values]))
        return inner.pack([value for value in values if value is not None], guard, out)

    def read(count: int, guard: _Reader, view: _Reader) -> Column:
        present = (view if shown else guard).numbers("?", count, name)
        values = iter(inner.read(sum(present), guard, view))
        return [next(values) if is_there else None for is_there in present]

    return _Field(not shown, shown or inner.shown, 1, pack, read)


def _many(name: str, inner: _Field, shown: bool) -> _Field:
    """Lists. Their counts stand in the guard bytes unless the whole list is only shown."""

    def pack(values: Column, guard: bool, out: list[bytes]) -> Iterable[None]:
        if guard is not shown:
            out.append(_numbers("I", [*map(len, values)]))
        elements = values[0] if len(values) == 1 else [*joined.from_iterable(values)]
        return inner.pack(elements, guard, out)

    def read(count: int, guard: _Reader, view: _Reader) -> Column:
        reader = view if shown else guard
        counts = reader.numbers("I", count, name)
        elements = iter(inner.read(reader.total(counts, inner.smallest, name), guard, view))
        return [tuple(islice(elements, each)) for each in counts]

    return _Field(not shown, shown or inner.shown, _COUNT, pack, read)


def _row(inner: Codec[Any]) -> _Field:
    return _Field(inner.guarded, inner.shown, inner.smallest, inner.pack, inner.read)


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
        return _many(name, _field(name, inner, shown), shown)
    if _is_row(hint):
        return _row(codec(hint, shown))
    if hint in _FIXED:
        return _fixed(name, _FIXED[hint], shown)
    if hint in (str, bytes):
        return _text(name, shown, binary=hint is bytes)
    raise TypeError(f"{name}: {hint!r} cannot travel")


class Codec(Generic[RowType]):
    """Packs and unpacks one row type. Made by `codec`, once a type."""

    def __init__(self, row: type[RowType], shown: bool) -> None:
        hints = get_type_hints(row, include_extras=True)
        names: tuple[str, ...] = getattr(row, "_fields")  # noqa: B009  (a NamedTuple's own attribute)
        self.fields = [_field(name, hints[name], shown) for name in names]
        self.guarded = any(field.guarded for field in self.fields)
        self.shown = any(field.shown for field in self.fields)
        self.smallest = sum(field.smallest for field in self.fields if field.guarded is not shown)
        self.make: Callable[[Sequence[Any]], RowType] = getattr(row, "_make")  # noqa: B009
        self._parts = {
            guard: [place for place, field in enumerate(self.fields) if (field.guarded if guard else field.shown)]
            for guard in (True, False)
        }

    def pack(self, rows: Sequence[RowType], guard: bool, out: list[bytes]) -> Iterator[None]:
        """Append the guard bytes (`guard` true) or the shown bytes of rows to `out`, with a pause behind each column
        of many."""
        columns = [*zip(*rows, strict=True)] or [()] * len(self.fields)
        for place in self._parts[guard]:
            yield from self.fields[place].pack(columns[place], guard, out)
            if len(rows) > 1:
                yield

    def read(self, count: int, guard: _Reader, view: _Reader) -> Sequence[RowType]:
        """So many rows at the readers' places."""
        columns = [field.read(count, guard, view) for field in self.fields]
        return [*map(self.make, zip(*columns, strict=True))] if columns else [self.make(())] * count

    def packed_in_turns(self, row: RowType, *, guard: bool) -> Generator[None, None, bytes]:
        """`guard_bytes` or `shown_bytes`, with pauses."""
        out: list[bytes] = []
        yield from self.pack((row,), guard, out)
        return b"".join(out)

    def guard_bytes(self, row: RowType) -> bytes:
        """What a guard's digest is taken over, and what is sent of the guarded fields."""
        return self._packed(row, guard=True)

    def shown_bytes(self, row: RowType) -> bytes:
        """What is sent of the shown fields."""
        return self._packed(row, guard=False)

    def _packed(self, row: RowType, *, guard: bool) -> bytes:
        out: list[bytes] = []
        for _ in self.pack((row,), guard, out):
            continue
        return b"".join(out)

    def unpack(self, guard: bytes | memoryview, shown: bytes | memoryview = b"") -> RowType:
        """The row again. Raises `RowError` for bytes that are too short, too long or not of this row."""
        first, second = _Reader(memoryview(guard)), _Reader(memoryview(shown))
        (row,) = self.read(1, first, second)
        if first.at != first.size or second.at != second.size:
            raise RowError("bytes are left over after the row")
        return row


@cache
def codec(row: type[RowType], shown: bool = False) -> Codec[RowType]:
    """The codec of a row type; `shown` makes every field of it a shown one."""
    return Codec(row, shown)
