"""The arrows between the rooms (section 2 of the design): who may import whom, read from the syntax trees."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "python" / "countin"
SCRIPT = PACKAGE / "_remote_script" / "Countin"

LEAVES = {"errors", "declaration"}
"""Values that cross borders: the refusal, and what a tool is."""

ARROWS: dict[str, set[str]] = {
    "errors": {"wire"},
    "declaration": {"wire", "core"},
    "core": {"_core"},
    "face": {"tools", "contract", "errors", "declaration", ""},
    "tools": {"wire", "core", "snapshots", "music", "errors", "declaration"},
    "contract": {"bridge", "store", "snapshots", "core", "wire", "errors", "declaration", ""},
    "snapshots": {"core", "store", "errors"},
    "store": {"errors"},
    "bridge": {"wire", "errors", "declaration"},
    "music": set(),
    "sim": set(),
}
"""Room → rooms it may import; "" is the package itself (its version). `cli` may import all."""


def room_of(module: str) -> str:
    """The room a dotted module name belongs to."""
    parts = module.split(".")
    if parts[:2] == ["countin", "_remote_script"]:
        return "wire"
    return parts[1] if len(parts) > 1 else ""


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every absolute module name that a file imports, those of `from x import y` as far as they are modules."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            if node.module == "countin":
                yield from (
                    (node.lineno, f"countin.{alias.name}" if _is_room(alias.name) else "countin")
                    for alias in node.names
                )
            else:
                yield node.lineno, node.module


def _is_room(name: str) -> bool:
    return (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file()


def files_of(room: str) -> list[Path]:
    """All files of a room."""
    single = PACKAGE / f"{room}.py"
    return [single] if single.is_file() else sorted((PACKAGE / room).rglob("*.py"))


@pytest.mark.parametrize("room", sorted(ARROWS))
def test_a_room_imports_only_along_its_arrows(room: str) -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)}:{line} imports {module}"
        for path in files_of(room)
        for line, module in imports(path)
        if module.split(".")[0] == "countin" and room_of(module) not in ARROWS[room] | {room}
    ]
    assert not wrong


def test_every_room_of_the_package_has_its_arrows_declared() -> None:
    rooms = {entry.stem for entry in PACKAGE.iterdir() if entry.is_dir() or entry.suffix == ".py"}
    rooms -= {"__init__", "__main__", "__pycache__", "_remote_script", "cli"}
    assert rooms <= set(ARROWS)


def test_the_remote_script_imports_only_the_standard_library_live_and_itself() -> None:
    allowed = set(sys.stdlib_module_names) | {"Live"}
    wrong = [
        f"{path.name}:{line} imports {module}"
        for path in sorted(SCRIPT.rglob("*.py"))
        for line, module in imports(path)
        if module.split(".")[0] not in allowed
    ]
    assert not wrong


def test_the_remote_script_starts_no_thread() -> None:
    banned = {"threading", "_thread", "concurrent", "multiprocessing", "asyncio"}
    wrong = [
        f"{path.name}:{line} imports {module}"
        for path in sorted(SCRIPT.rglob("*.py"))
        for line, module in imports(path)
        if module.split(".")[0] in banned
    ]
    assert not wrong


def test_what_the_server_imports_of_the_script_does_not_import_live() -> None:
    wrong = [
        f"{name}: {module}"
        for name in ("wire.py", "rows.py", "ids.py", "frames.py")
        for _, module in imports(SCRIPT / name)
        if module.split(".")[0] == "Live"
    ]
    assert not wrong
    package = ast.parse((SCRIPT / "__init__.py").read_text(encoding="utf-8"))
    assert not [node for node in package.body if isinstance(node, ast.Import | ast.ImportFrom)]


def test_the_face_and_the_tools_touch_no_socket_file_or_clock() -> None:
    banned = {"socket", "sqlite3", "subprocess", "shutil", "tempfile", "secrets", "random"}
    wrong = [
        f"{path.relative_to(PACKAGE)}:{line} imports {module}"
        for room in ("tools", "contract")
        for path in files_of(room)
        for line, module in imports(path)
        if module.split(".")[0] in banned - ({"secrets"} if room == "contract" else set())
    ]
    assert not wrong


def test_no_file_is_a_drawer() -> None:
    drawers = {"utils", "util", "helpers", "helper", "common", "misc", "manager"}
    assert not [path for path in PACKAGE.rglob("*.py") if path.stem in drawers]


def test_every_module_says_where_it_stands() -> None:
    silent = [
        str(path.relative_to(PACKAGE))
        for path in sorted(PACKAGE.rglob("*.py"))
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not silent
