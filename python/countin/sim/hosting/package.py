"""Importing a Remote Script the way Live does: a folder whose name is the package's name."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType


class NotAScript(Exception):
    """The folder is no package that could be a Remote Script."""


def import_script(folder: Path) -> ModuleType:
    """The package in `folder`, by the folder's name. A package that stands in `sys.modules` under that name and comes
    from there is not imported again, as in Live. Raises NotAScript, or what the package raises on import."""
    folder = folder.resolve()
    start = folder / "__init__.py"
    if not start.is_file():
        raise NotAScript(f"{folder.name} is not a Remote Script: it has no __init__.py")
    known = sys.modules.get(folder.name)
    if known is not None and getattr(known, "__file__", None) == str(start):
        return known
    return _import_anew(folder, start)


def _import_anew(folder: Path, start: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(folder.name, start, submodule_search_locations=[str(folder)])
    if spec is None or spec.loader is None:
        raise NotAScript(f"{folder.name} cannot be imported as a Python package")
    forget_script(folder.name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[folder.name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        forget_script(folder.name)
        raise
    return module


def forget_script(name: str) -> None:
    """Take a package and everything below it out of `sys.modules`."""
    below = f"{name}."
    for known in tuple(sys.modules):
        if known == name or known.startswith(below):
            del sys.modules[known]
