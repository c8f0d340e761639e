"""Paths that a set names, as text: no file is ever opened because a set names it."""

from __future__ import annotations

from pathlib import PurePosixPath
from xml.etree.ElementTree import Element

from countin.sim.files.fields import Fields, children


def referenced_path(reference: Element | None, fields: Fields) -> str | None:
    """The path in a FileRef: stated whole since Live 11, before that in pieces. None when nothing is named."""
    if reference is None:
        return None
    whole = fields.text(reference, "Path") or fields.text(reference, "RelativePath")
    if whole:
        return whole
    name = fields.text(reference, "Name")
    if not name:
        return None
    hint = _folders(reference.find("SearchHint/PathHint"))
    return "/" + "/".join((*hint, name)) if hint else "/".join((*_folders(reference.find("RelativePath")), name))


def referenced_stem(reference: Element | None, fields: Fields) -> str:
    """The file's name without its suffix; empty when nothing is named."""
    path = referenced_path(reference, fields)
    return PurePosixPath(path.replace("\\", "/")).stem if path else ""


def _folders(elements: Element | None) -> tuple[str, ...]:
    return tuple(child.get("Dir") or ".." for child in children(elements))
