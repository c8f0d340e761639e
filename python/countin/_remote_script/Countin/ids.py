"""The grammar of ids: `track-N`, `return-N`, `master`, `track-N:clip-M`, `track-N:device-M/chain-K/device-J` and
friends. Both sides of the bridge parse and print ids here and nowhere else.

Ids are positional and exact for one state version; numbers are canonical decimals (no sign, no leading zero).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

_NUMBER = "(0|[1-9][0-9]{0,8})"
_PLAIN = re.compile(rf"(track|return|scene|send|cue|parameter)-{_NUMBER}\Z")
_CLIP = re.compile(rf"track-{_NUMBER}:(clip|arrangement-clip)-{_NUMBER}\Z")
DEEPEST = 64
"""Racks in racks that an id goes down to at most."""
_OWNER = f"(?:master|(?:track|return)-{_NUMBER})"
_DEVICE = re.compile(rf"{_OWNER}:device-{_NUMBER}(?:/(?:return-)?chain-{_NUMBER}/device-{_NUMBER}){{0,{DEEPEST}}}\Z")
_CHAIN = re.compile(rf"(.*)/(chain|return-chain)-{_NUMBER}\Z")
KNOWN = 8192
"""Parsed ids that are kept: a job names the same devices many times."""


class IdError(ValueError):
    """A text that is not the id it should be; the message says what the form is."""


class DeviceId(NamedTuple):
    """A device: the id of the owner or chain that holds it, and its place there."""

    holder: str
    place: int

    @property
    def owner(self) -> str:
        """The id of the track that it is on."""
        return self.holder.partition(":")[0]


class ChainId(NamedTuple):
    """A chain: the id of the rack that holds it, which of its lists ("chain" or "return-chain"), its place there."""

    device: str
    chains: str
    place: int


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


Kind = Literal["owner", "device", "chain"]


@lru_cache(KNOWN)
def kind_of(text: str) -> Kind:
    """What an id is of, by its last part: whether it is a right one is told by parsing it."""
    _, colon, path = text.partition(":")
    if not colon:
        return "owner"
    return "device" if path.rpartition("/")[2].startswith("device-") else "chain"


@lru_cache(KNOWN)
def parse_device(text: str) -> DeviceId:
    """The parts of `track-N:device-M/chain-K/device-J`. Raises `IdError`."""
    if _DEVICE.match(text) is None:
        raise IdError(f"expected OWNER:device-M, then /chain-K/device-J for each level down, got {_quoted(text)}")
    holder, index = text[: text.rindex("device-") - 1], text[text.rindex("-") + 1 :]
    return DeviceId(holder, int(index))


@lru_cache(KNOWN)
def parse_chain(text: str) -> ChainId:
    """The parts of `OWNER:device-M/chain-K` or `…/return-chain-K`. Raises `IdError`."""
    match = _CHAIN.match(text)
    if match is None:
        raise IdError(f"expected a device id, then /chain-K or /return-chain-K, got {_quoted(text)}")
    parse_device(match[1])
    return ChainId(match[1], match[2], int(match[3]))


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
