"""From a file on disk to a tree of elements: gunzip, bounds and XML, before anything is believed about the content.

Every limit is checked while the bytes stream in, so that a hostile file is refused before memory grows.
"""

from __future__ import annotations

import stat
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import BinaryIO
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from countin.sim.files.blanks import without_breaks
from countin.sim.files.errors import SetFileError

MAX_UNPACKED = 512 * 1024 * 1024
MAX_RATIO = 200
MAX_DEPTH = 200
MAX_MARKS = 16_000_000
"""Angle brackets and quotes together. Real Sets hold 31 in a kilobyte, so this is a Set of the largest size allowed;
a file of empty elements or attributes alone would otherwise take 100 times its size in memory. The first so many bytes
are not counted: they cannot hold more."""

CHUNK = 256 * 1024
GZIP_MAGIC = b"\x1f\x8b"
FORBIDDEN = (b"<!DOCTYPE", b"<!ENTITY")
LONGEST_FORBIDDEN = max(map(len, FORBIDDEN))


@dataclass(frozen=True, slots=True)
class Limits:
    """What a file may cost to open; tests pass smaller ones."""

    unpacked: int = MAX_UNPACKED
    ratio: int = MAX_RATIO
    depth: int = MAX_DEPTH
    marks: int = MAX_MARKS


@dataclass(frozen=True, slots=True)
class LoadedTree:
    """The root element of a file, whether it was zipped, and whether bytes followed the end of the zipped part."""

    root: Element
    zipped: bool
    trailing_bytes: bool


@dataclass(slots=True)
class _Meter:
    """Counts what streams by and refuses the first byte too many."""

    name: str
    packed: int
    limits: Limits
    zipped: bool = False
    unpacked: int = 0
    inspected: int = 0
    marks: int = 0
    trailing_bytes: bool = False
    tail: bytes = b""

    def weigh(self, piece: bytes) -> bytes:
        """What leaves the file."""
        self.unpacked += len(piece)
        if self.unpacked > self.limits.unpacked:
            raise SetFileError(
                f"{self.name}: more than {self.limits.unpacked} bytes unpacked; no Live Set is that large"
            )
        if self.zipped and self.unpacked > self.limits.ratio * self.packed:
            raise SetFileError(f"{self.name}: unpacks to more than {self.limits.ratio} times its size; refused")
        return piece

    def inspect(self, piece: bytes) -> bytes:
        """What reaches the parser."""
        self.inspected += len(piece)
        if self.inspected > self.limits.marks:  # so many bytes cannot hold more
            self.marks += sum(map(piece.count, (b"<", b'"', b"'")))
        if self.marks > self.limits.marks:
            raise SetFileError(f"{self.name}: too many elements and attributes to be a Live Set; refused")
        self._refuse_declarations(piece)
        return piece

    def _refuse_declarations(self, piece: bytes) -> None:
        """Told by their bytes, before the parser sees them. Zero bytes are refused with them: the parser obeys the mark
        of a wider encoding whatever it was told, and in those every letter of a declaration has one beside it."""
        if b"\0" in piece:
            raise SetFileError(f"{self.name}: holds zero bytes; a Live file is UTF-8 text")
        window = self.tail + piece
        for declaration in FORBIDDEN if b"!" in window else ():
            if declaration in window:
                word = declaration[2:].decode()
                raise SetFileError(f"{self.name}: holds a {word} declaration, which Live never writes; refused")
        self.tail = window[-(LONGEST_FORBIDDEN - 1) :]


def load_tree(path: Path, limits: Limits | None = None) -> LoadedTree:
    """Read, unpack and parse one file within `limits`. Raises SetFileError, never anything else for bad content."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise SetFileError(f"{path.name}: not a file; name the .als itself")
        with path.open("rb") as stream:
            return _load(stream, path.name, limits or Limits())
    except OSError as error:
        raise SetFileError(f"{path.name}: could not be read ({error.strerror or 'unknown reason'})") from error


def _load(stream: BinaryIO, name: str, limits: Limits) -> LoadedTree:
    """In two attempts: what is not well-formed without its blanks, in the second is told apart from what is broken,
    and where."""
    head = stream.read(2)
    if not head:
        raise SetFileError(f"{name}: the file is empty")
    meter = _Meter(name, packed=stream.seek(0, 2), limits=limits, zipped=head == GZIP_MAGIC)
    try:
        root = _parse(map(without_breaks, _pieces(stream, meter)), meter)
    except ElementTree.ParseError:
        meter = replace(meter, unpacked=0, inspected=0, marks=0, tail=b"")
        root = _exactly(stream, meter)
    _refuse_deep(root, name, limits.depth)
    return LoadedTree(root, meter.zipped, meter.trailing_bytes)


def _exactly(stream: BinaryIO, meter: _Meter) -> Element:
    try:
        return _parse(_pieces(stream, meter), meter)
    except ElementTree.ParseError as error:
        raise SetFileError(f"{meter.name}: not well-formed XML ({error})") from error


def _pieces(stream: BinaryIO, meter: _Meter) -> Iterator[bytes]:
    stream.seek(0)
    return _unzipped(stream, meter) if meter.zipped else _plain(stream, meter)


def _plain(stream: BinaryIO, meter: _Meter) -> Iterator[bytes]:
    while piece := stream.read(CHUNK):
        yield meter.weigh(piece)


def _unzipped(stream: BinaryIO, meter: _Meter) -> Iterator[bytes]:
    unpacker = zlib.decompressobj(wbits=31)
    while not unpacker.eof:
        packed = unpacker.unconsumed_tail or stream.read(CHUNK)
        try:
            piece = unpacker.decompress(packed, CHUNK)
        except zlib.error as error:
            raise SetFileError(f"{meter.name}: damaged gzip data after {meter.unpacked} unpacked bytes") from error
        if not packed and not piece:
            break
        yield meter.weigh(piece)
    if not unpacker.eof:
        raise SetFileError(f"{meter.name}: the gzip data is cut short after {meter.unpacked} unpacked bytes")
    meter.trailing_bytes = bool(unpacker.unused_data) or bool(stream.read(1))


def _parse(pieces: Iterator[bytes], meter: _Meter) -> Element:
    parser = ElementTree.XMLParser(encoding="utf-8")
    for piece in pieces:
        parser.feed(meter.inspect(piece))
    return parser.close()


def _refuse_deep(root: Element, name: str, depth: int) -> None:
    """Level by level, only the elements that hold others: most hold none."""
    level = list(filter(len, [root]))
    for _ in range(depth):
        if not level:
            return
        level = list(filter(len, chain.from_iterable(level)))
    raise SetFileError(f"{name}: elements nest deeper than {depth} levels; refused")
