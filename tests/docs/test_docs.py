"""The documentation is true: what is generated is current, and what it names exists."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from countin.cli import COMMANDS
from countin.tools.registry import BY_NAME

ROOT = Path(__file__).parents[2]


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_docs", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_generated_pages_are_current() -> None:
    made = generator()
    for name, text in made.pages().items():
        current = (made.REFERENCE / name).read_text(encoding="utf-8")
        assert current == text, "run: python docs/generate.py"


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/embedded-live.md", "docs/performance.md"]
)
def test_every_command_and_link_of_a_page_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for command in re.findall(r"(?:bin/|`|    )countin ([a-z]+)", text):
        assert command in COMMANDS
    for tool in re.findall(r"countin call ([a-z_]+)", text):
        assert tool in BY_NAME
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (ROOT / page).parent.joinpath(link).exists()


def test_every_target_of_the_makefile_that_the_documentation_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for page in ("README.md", "CONTRIBUTING.md"):
        for target in re.findall(r"make ([a-z]+)", (ROOT / page).read_text(encoding="utf-8")):
            if target not in ("it", "sure"):
                assert re.search(rf"^{target}[ :]", makefile, re.MULTILINE), target
