"""`countin snapshots`: the snapshots on this machine. Only `diff` with a `live:` side needs a Live."""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import sys
import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from countin.cli.terminal import plain
from countin.core import FAMILIES, CoreError, Snapshot
from countin.errors import Refusal
from countin.snapshots.library import LARGEST_FILE, Library
from countin.snapshots.naming import checked_name
from countin.snapshots.shelf import Shelf
from countin.store.database import Database
from countin.store.folders import StoreError, data_folders
from countin.store.names import NameRow, NameRows
from countin.tools.found import Node
from countin.tools.parts import Part, parts_of

_SNAPSHOT = "a reference (snap_…) or a saved name"
_LIVE = "live:"


def configure(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(metavar="ACTION", required=True)

    listed = commands.add_parser("list", help="saved names, and how many captures have none")
    listed.add_argument("--all", action="store_true", help="captures without a name too")
    listed.set_defaults(act=_list)

    shown = commands.add_parser("show", help="what a snapshot holds")
    shown.add_argument("snapshot", help=_SNAPSHOT)
    shown.add_argument("--json", action="store_true", help="the whole of it, as JSON")
    shown.set_defaults(act=_show)

    compared = commands.add_parser("diff", help="what is different between two")
    for place in ("before", "after"):
        compared.add_argument(
            place, help=f"{_SNAPSHOT}, {_LIVE}ID or {_LIVE}KIND:ID (a track or a device), or a path with a separator"
        )
    compared.add_argument("--json", action="store_true", help="one JSON object a line for each difference")
    compared.add_argument("--picture", type=Path, metavar="FILE", help="write a picture of it (PNG) to a new file")
    compared.add_argument("--live", type=int, metavar="PID", help="which Live, where several run")
    compared.add_argument("--timeout", type=float, default=10.0, metavar="SECONDS", help="how long to wait for Live")
    compared.set_defaults(act=_diff)

    exported = commands.add_parser("export", help="write a snapshot to a new file, in canonical JSON")
    exported.add_argument("snapshot", help=_SNAPSHOT)
    exported.add_argument("file", type=Path, help="a file that is not there yet")
    exported.set_defaults(act=_export)

    imported = commands.add_parser("import", help="check a file and keep the snapshot in it")
    imported.add_argument("file", type=Path)
    imported.add_argument("--name", help="save it under this name")
    imported.set_defaults(act=_import)

    verified = commands.add_parser("verify", help="hash and parse every snapshot anew; name those that are damaged")
    verified.set_defaults(act=_verify)


def run(options: argparse.Namespace) -> int:
    return cast("int", options.act(options))


@dataclass(frozen=True, slots=True)
class _Kept:
    """What is on this machine."""

    library: Library
    names: NameRows
    shelf: Shelf


@contextlib.contextmanager
def _kept() -> Generator[_Kept]:
    from countin.cli.assembly import stored_snapshots

    places = data_folders()
    database = Database(places.database)
    names = NameRows(database)
    library = stored_snapshots(places, names)
    try:
        yield _Kept(library, names, Shelf(library, names))
    except StoreError as error:
        raise Refusal("internal_error", str(error)) from None
    finally:
        database.close()


def _say(text: str) -> None:
    print(plain(text))


def _list(options: argparse.Namespace) -> int:
    with _kept() as kept:
        rows, references = kept.names.page(), kept.library.references()
    for row in rows:
        _say(_line(row))
    named = {row.reference for row in rows}
    unnamed = [reference for reference in references if reference not in named]
    if options.all:
        for reference in unnamed:
            _say(reference)
    elif unnamed or not rows:
        _say(f"{len(unnamed)} captures without a name" + (" (--all lists them)" if unnamed else ""))
    return 0


def _line(row: NameRow) -> str:
    at = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(row.created_at / 1000))
    return f"{at}  {row.reference}  {row.family}  {row.owner or '-'}  {row.name}"


def _show(options: argparse.Namespace) -> int:
    with _kept() as kept:
        snapshot = kept.library.load(options.snapshot)
        names = [row.name for row in kept.names.page() if row.reference == snapshot.reference]
    if options.json:
        _say(snapshot.canonical.decode())
        return 0
    _say(snapshot.reference)
    _say(f"saved as: {', '.join(names) or '-'}")
    summary = snapshot.summary()
    counts = ", ".join(f"{summary[what]} {what}" for what in ("devices", "parameters", "chains", "pads"))
    _say(f"{snapshot.format}: {counts}")
    for part in parts_of(snapshot.to_object()):
        for line in _part(part):
            _say(line)
    return 0


def _part(part: Part) -> Generator[str]:
    """A track with its devices; of any other snapshot those alone."""
    if part.is_track:
        kind, here = part.build["type"], f"{part.id} " if part.id else ""
        yield f"  {here}{_quoted(part.name)} ({kind}), {len(part.sends)} sends"
    yield from _devices(part.devices, "    " if part.is_track else "  ")


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def _devices(devices: Sequence[Node], indent: str) -> Generator[str]:
    for device in devices:
        yield f"{indent}{_quoted(device['name'])} ({device['className']}), {len(device['parameters'])} parameters"
        for kind in ("chains", "returnChains"):
            for chain in device.get(kind, ()):
                yield f"{indent}  chain {_quoted(chain['name'])}"
                yield from _devices(chain["devices"], indent + "    ")


def _diff(options: argparse.Namespace) -> int:
    sides = {place: _side(getattr(options, place), f"/{place}") for place in ("before", "after")}
    return asyncio.run(_compare(options, sides))


def _side(text: str, path: str) -> str | dict[str, Any]:
    if text.startswith(_LIVE):
        kind, _, name = text.removeprefix(_LIVE).partition(":")
        if kind in FAMILIES:
            return {"live": name, "kind": kind}
        return {"live": text.removeprefix(_LIVE)}
    if "/" in text or "\\" in text:
        return _parsed(Path(text), path).to_object()
    return text


async def _compare(options: argparse.Namespace, sides: Mapping[str, Any]) -> int:
    """Every page of the tool's answer."""
    from countin.cli.assembly import Wanted, assemble
    from countin.face.server import call
    from countin.tools.registry import BY_NAME

    app = assemble(Wanted(live_pid=options.live, timeout=options.timeout))
    offset: int | None = 0
    try:
        while offset is not None:
            drawn: Path | None = options.picture if offset == 0 else None
            asked = {**sides, "offset": offset, "picture": drawn is not None}
            result = await call(app, BY_NAME["diff_snapshots"], asked, None)
            body = cast("dict[str, Any]", result["structuredContent"])
            if result.get("isError"):
                _complain(body["error"]["message"])
                return 1
            if drawn is not None:
                _write_new(drawn, base64.b64decode(result["content"][1]["data"]))
            _print_page(body, as_json=options.json, first=offset == 0)
            offset = body["nextOffset"]
    finally:
        await app.close()
    return 0


def _print_page(body: Mapping[str, Any], *, as_json: bool, first: bool) -> None:
    if as_json:
        for one in body["differences"]:
            _say(json.dumps(one, ensure_ascii=False))
        return
    text = str(body["text"])
    _say(text if first else text.partition("\n")[2])


def _complain(message: str) -> None:
    print(plain(f"countin: {message}"), file=sys.stderr)


def _export(options: argparse.Namespace) -> int:
    with _kept() as kept:
        snapshot = kept.library.load(options.snapshot)
    file: Path = options.file
    _write_new(file, snapshot.canonical)
    _say(f"{snapshot.reference}  {file.name}")
    return 0


def _write_new(file: Path, data: bytes) -> None:
    """Write a file that is not there yet. Raises `Refusal`."""
    try:
        with file.open("xb") as written:
            written.write(data)
    except FileExistsError:
        raise Refusal("conflict", f"{file.name!r} is there already; name a file that is not") from None
    except OSError as error:
        raise Refusal("invalid_arguments", f"{file.name!r} cannot be written: {error.strerror}") from None


def _import(options: argparse.Namespace) -> int:
    if options.name is not None:
        checked_name(options.name)
    snapshot = _parsed(options.file, "/file")
    with _kept() as kept:
        if options.name is None:
            kept.library.keep(snapshot)
        else:
            kept.shelf.save(options.name, snapshot.family, snapshot)
    _say(f"{snapshot.reference}  {options.name or '-'}")
    return 0


def _parsed(file: Path, path: str) -> Snapshot:
    """The snapshot in a file of the user's, checked in full. Raises `Refusal`."""
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST_FILE + 1)
    except OSError as error:
        raise Refusal("not_found", f"{file.name!r} cannot be read: {error.strerror}", path=path) from None
    if len(data) > LARGEST_FILE:
        raise Refusal("too_large", f"{file.name!r} is larger than {LARGEST_FILE} bytes", path=path)
    try:
        return Snapshot.parse(data)
    except CoreError as error:
        where = f" at {error.path}" if error.path else ""
        raise Refusal("invalid_arguments", f"{file.name!r} holds no snapshot{where}: {error.message}") from None


def _verify(_: argparse.Namespace) -> int:
    with _kept() as kept:
        faults = kept.library.faults()
        rows, checked = kept.names.page(), kept.library.references()
        missing = [row for row in rows if not kept.library.has(row.reference)]
    for name, why in faults:
        _complain(f"{name}: {why}")
    for row in missing:
        _complain(f"the name {row.name!r} stands for {row.reference}, which is not there")
    bad = len(faults) + len(missing)
    _say(f"{len(checked)} snapshots and {len(rows)} names checked, {bad or 'none'} damaged or missing")
    return 1 if bad else 0
