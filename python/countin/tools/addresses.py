"""Ids as arguments: parsed, or refused with a pointer to the argument and the tool that names valid ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from countin._remote_script.Countin import ids
from countin.errors import Refusal

T = TypeVar("T")


def _parsed(parse: Callable[[], T], path: str, source: str) -> T:
    try:
        return parse()
    except ids.IdError as error:
        raise Refusal("invalid_arguments", f"{error}; {source} names what there is", path=path) from None


def track(text: str, path: str = "/trackId") -> int:
    """The place of an ordinary track. Raises `Refusal` (`invalid_arguments`)."""
    return _parsed(lambda: ids.parse_index(text, "track"), path, "list_tracks")


def owner(text: str, path: str = "/trackId") -> str:
    """A track, return or the master, as a checked id. Raises `Refusal` (`invalid_arguments`)."""
    _parsed(lambda: ids.parse_owner(text), path, "list_tracks or get_set_mixer")
    return text


def slot(text: str, track_place: int, path: str = "/clipId") -> int:
    """The scene of a Session slot on a track. Raises `Refusal` (`invalid_arguments`), also for another track's slot."""
    place, kind, scene = _parsed(lambda: ids.parse_clip(text), path, "list_clips")
    if kind != "clip":
        raise Refusal(
            "invalid_arguments",
            f"expected a Session slot, track-{track_place}:clip-M, got the Arrangement clip {text}; list_clips names "
            "the slots of a track",
            path=path,
        )
    if place != track_place:
        raise Refusal(
            "invalid_arguments",
            f"{text} is not on track-{track_place}; name a slot of that track, or change trackId",
            path=path,
        )
    return scene


def device(text: str, owner_id: str, path: str = "/deviceId") -> str:
    """A device of an owner, at any depth, as a checked id. Raises `Refusal` (`invalid_arguments`)."""
    parsed = _parsed(lambda: ids.parse_device(text), path, "list_devices")
    if parsed.owner != owner_id:
        raise Refusal(
            "invalid_arguments",
            f"{text} is not on {owner_id}; name one of its devices, or change trackId",
            path=path,
        )
    return text


def parameter(text: str, path: str) -> int:
    """The place of a parameter in its device. Raises `Refusal` (`invalid_arguments`)."""
    return _parsed(lambda: ids.parse_index(text, "parameter"), path, "list_device_parameters")
