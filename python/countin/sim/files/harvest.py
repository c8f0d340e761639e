"""Makes `known_ranges.json`, the ranges that no single older file states, from other saved files:
`python -m countin.sim.files.harvest FOLDER`. Enums come from Live 12, numbers from the newest stating them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from countin.sim.files.nodes import PLUGIN_TAGS, DeviceNode, ParameterNode
from countin.sim.files.opening import open_file
from countin.sim.files.ranges import MAX_TAGS, PLUGIN_DEVICES, TABLE_FILE, TableKind, pattern_of

FIRST_WITH_ENUMS = 12
SUFFIXES = (".als", ".adg", ".adv")

Table = dict[TableKind, dict[str, dict[str, tuple[float, float]]]]


def harvest(files: Iterable[Path]) -> Table:
    """The table of all stated ranges in these files: kind, class, path, lowest and highest value."""
    opened = sorted((open_file(path) for path in files), key=lambda file: file.version)
    table: Table = {"enum": {}, "number": {}}
    for file in opened:
        for device in file.every_device():
            for node in device.parameters:
                kind = _stated_kind(device, node, file.version)
                if kind is not None and node.low is not None and node.high is not None:
                    table[kind].setdefault(device.tag, {})[node.path] = (node.low, node.high)
    return {kind: {tag: _collapse(paths) for tag, paths in sorted(tags.items())} for kind, tags in table.items()}


def _stated_kind(device: DeviceNode, node: ParameterNode, version: int) -> TableKind | None:
    if node.mapped or device.is_rack or device.tag in PLUGIN_DEVICES or node.holder.tag in MAX_TAGS | PLUGIN_TAGS:
        return None
    if node.kind == "enum" and version >= FIRST_WITH_ENUMS:
        return "enum"
    return "number" if node.kind == "number" else None


def _collapse(paths: dict[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    """Numbered items become one line where all of them agree."""
    groups: dict[str, set[tuple[float, float]]] = {}
    for path, bounds in paths.items():
        groups.setdefault(pattern_of(path), set()).add(bounds)
    return dict(
        sorted(
            (pattern_of(path) if len(groups[pattern_of(path)]) == 1 else path, bounds) for path, bounds in paths.items()
        )
    )


def main() -> None:
    """Write the table from the files of the folder named on the command line."""
    files = [path for path in sorted(Path(sys.argv[1]).iterdir()) if path.suffix in SUFFIXES]
    TABLE_FILE.write_text(_text(harvest(files)), encoding="utf-8")


def _text(table: Table) -> str:
    """JSON with a line for each class, so that a change can be read."""
    kinds = (
        f'"{kind}": {{\n' + ",\n".join(f"{json.dumps(tag)}: {json.dumps(paths)}" for tag, paths in tags.items()) + "\n}"
        for kind, tags in table.items()
    )
    return "{\n" + ",\n".join(kinds) + "\n}\n"


if __name__ == "__main__":
    main()
