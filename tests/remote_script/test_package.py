"""What the package may be made of: it shares Live's interpreter with every other script."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from countin.sim.factory import factory_set
from countin.sim.host import Host
from countin.sim.world import World
from script_stage import SCRIPT

FILES = sorted(SCRIPT.rglob("*.py"))
OWN_WORLD = {"Live"}
FORBIDDEN = {"threading", "concurrent", "multiprocessing", "asyncio", "subprocess", "ctypes", "gc", "_thread", "queue"}


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """(level, module) of every import."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SCRIPT)))
def test_a_file_imports_the_standard_library_live_and_its_neighbours_only(path: Path) -> None:
    outside = {module.split(".")[0] for level, module in imports(path) if level == 0}
    assert outside <= set(sys.stdlib_module_names) | OWN_WORLD
    assert not outside & FORBIDDEN


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SCRIPT)))
def test_relative_imports_stay_inside_the_package(path: Path) -> None:
    depth = len(path.relative_to(SCRIPT).parts)
    assert all(level <= depth for level, _ in imports(path))


def test_the_package_itself_parses_on_python_3_7_and_imports_nothing() -> None:
    source = (SCRIPT / "__init__.py").read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 7))
    assert not [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]


def test_importing_the_wire_imports_nothing_of_live() -> None:
    code = (
        "import sys, countin._remote_script.Countin.wire as wire; "
        "assert 'Live' not in sys.modules; "
        "own = [name for name in sys.modules if name.startswith('countin._remote_script.Countin.')]; "
        "print(*sorted(name.rpartition('.')[2] for name in own))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["rows", "wire"]


@pytest.mark.parametrize("version", ["11.3.25", "12.0.0", "12.0.5"])
def test_a_live_before_12_1_shows_one_sentence_and_the_slot_stays_empty(version: str) -> None:
    with Host(World(factory_set(), version=version)) as host:
        assert host.load_script(SCRIPT).is_empty
        assert [*host.messages] == ["Countin needs Live 12.1 or later."]
        assert any("needs Live 12.1" in line for line in host.log)


@pytest.mark.parametrize("version", ["12.1.0", "12.2.0", "12.3.0", "12.4.5"])
def test_live_12_1_to_12_4_load_the_script(version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTIN_HOME", str(tmp_path))
    with Host(World(factory_set(), version=version)) as host:
        assert not host.load_script(SCRIPT).is_empty, [*host.log]
        assert not host.messages


def test_an_older_python_is_told_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    with Host(World(factory_set())) as host:
        monkeypatch.setattr(sys, "version_info", (3, 7, 3))
        assert host.load_script(SCRIPT).is_empty
        monkeypatch.undo()
        assert [*host.messages] == ["Countin needs Live 12.1 or later."]


def test_the_script_says_the_version_of_the_package() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    tree = ast.parse((SCRIPT / "script.py").read_text(encoding="utf-8"))
    (version,) = (
        node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == "VERSION"
        and isinstance(node.value, ast.Constant)
    )
    assert version == project["project"]["version"]
