"""The grammar of ids: `track-N`, `return-N`, `master`, `track-N:clip-M`, `track-N:device-M/chain-K/device-J` and
friends. Both sides of the bridge parse and print ids here and nowhere else.

Ids are positional and exact for one state version; numbers are canonical decimals (no sign, no leading zero).
"""

from __future__ import annotations

import re
from typing import NamedTuple

_NUMBER = "(0|[1-9][0-9]{0,8})"
_PLAIN = re.compile(rf"(track|return|scene|send|cue|parameter)-{_NUMBER}\Z")
_CLIP = re.compile(rf"track-{_NUMBER}:(clip|arrangement-clip)-{_NUMBER}\Z")
_DEVICE = re.compile(rf"(?:/(chain|return-chain)-{_NUMBER})?/device-{_NUMBER}")
_CHAIN = re.compile(rf"(.*)/(chain|return-chain)-{_NUMBER}\Z")


class IdError(ValueError):
    """A text that is not the id it should be; the message says what the form is."""


class Step(NamedTuple):
    """One level into a rack: which chain list ("chain", "return-chain" or "" at the top), which chain, which device."""

    chains: str
    chain: int
    device: int


class DeviceId(NamedTuple):
    """A device: its owner's id and the way down to it."""

    owner: str
    steps: tuple[Step, ...]


class ChainId(NamedTuple):
    """A chain: the rack that holds it, which list, which place."""

    device: DeviceId
    chains: str
    chain: int


def parse_index(text: str, kind: str) -> int:
    """The number in `<kind>-N`; `kind` is track, return, scene, send, cue or parameter. Raises `IdError`."""
    match = _PLAIN.match(text)
    if match is None or match[1] != kind:
        raise IdError(f"expected {kind}-N (N counted from 0), got {_quoted(text)}")
    return int(match[2])


def parse_owner(text: str) -> tuple[str, int]:
    """("track", N), ("return", N) or ("master", 0): what can hold devices. Raises `IdError`."""
    if text == "master":
        return "master", 0
    match = _PLAIN.match(text)
    if match is None or match[1] not in ("track", "return"):
        raise IdError(f"expected track-N, return-N or master, got {_quoted(text)}")
    return match[1], int(match[2])


def parse_clip(text: str) -> tuple[int, str, int]:
    """(track, "clip" | "arrangement-clip", index) of `track-N:clip-M`. Raises `IdError`."""
    match = _CLIP.match(text)
    if match is None:
        raise IdError(f"expected track-N:clip-M or track-N:arrangement-clip-M, got {_quoted(text)}")
    return int(match[1]), match[2], int(match[3])


def parse_device(text: str) -> DeviceId:
    """The parts of `track-N:device-M/chain-K/device-J`. Raises `IdError`."""
    owner, colon, rest = text.partition(":")
    parse_owner(owner)
    steps: list[Step] = []
    place, path = 0, "/" + rest
    while colon and place < len(path):
        match = _DEVICE.match(path, place)
        if match is None or bool(match[1]) != bool(steps):
            break
        steps.append(Step(match[1] or "", int(match[2] or 0), int(match[3])))
        place = match.end()
    if not steps or place != len(path):
        raise IdError(f"expected OWNER:device-M, then /chain-K/device-J for each level down, got {_quoted(text)}")
    return DeviceId(owner, tuple(steps))


def parse_chain(text: str) -> ChainId:
    """The parts of `OWNER:device-M/chain-K` or `…/return-chain-K`. Raises `IdError`."""
    match = _CHAIN.match(text)
    if match is None:
        raise IdError(f"expected a device id, then /chain-K or /return-chain-K, got {_quoted(text)}")
    return ChainId(parse_device(match[1]), match[2], int(match[3]))


def device_id(owner: str, index: int) -> str:
    """The id of a device at the top of an owner's chain of devices."""
    return f"{owner}:device-{index}"


def chain_id(device: str, index: int, *, is_return: bool) -> str:
    """The id of a chain of the rack `device`."""
    return f"{device}/{'return-chain' if is_return else 'chain'}-{index}"


def clip_id(track: int, scene: int) -> str:
    """The id of a Session slot and of the clip in it."""
    return f"track-{track}:clip-{scene}"


def arrangement_clip_id(track: int, index: int) -> str:
    """The id of an Arrangement clip."""
    return f"track-{track}:arrangement-clip-{index}"


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")
