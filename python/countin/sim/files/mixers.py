"""Mixers of tracks and chains: stored gains to the 0..1 of the object model, the activator to mute."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from countin.sim.files.curves import send_position, volume_position
from countin.sim.files.fields import Fields, children, single
from countin.sim.files.nodes import ParameterNode, read_parameter

DEFAULT_POSITION = 0.85
"""0 dB: what a mixer without the parameter is taken to have."""

SEND_HOLDERS = frozenset({"TrackSendHolder", "AudioBranchSendInfo"})


def mixer_value(mixer: Element | None, tag: str, fields: Fields) -> float | None:
    """The stored value of a mixer's parameter, switches as 0 or 1; None when the mixer has none."""
    node = mixer_parameter(mixer, tag, fields)
    return None if node is None else node.value


def mixer_parameter(mixer: Element | None, tag: str, fields: Fields) -> ParameterNode | None:
    """The parameter `tag` of a mixer."""
    element = None if mixer is None else mixer.find(tag)
    return None if mixer is None or element is None else read_parameter(element, mixer, tag, fields)


def volume_of(mixer: Element | None, fields: Fields) -> float:
    """The volume as a fader position."""
    gain = mixer_value(mixer, "Volume", fields)
    return single(DEFAULT_POSITION) if gain is None else volume_position(gain)


def pan_of(mixer: Element | None, tag: str, fields: Fields) -> float:
    """The pan, -1..1; `tag` is Pan on tracks and Panorama on chains."""
    pan = mixer_value(mixer, tag, fields) or 0.0
    return single(min(max(pan, -1.0), 1.0))


def is_muted(mixer: Element | None, fields: Fields) -> bool:
    """Whether the activator is off."""
    return mixer_value(mixer, "Speaker", fields) == 0.0


def track_sends(mixer: Element, fields: Fields) -> tuple[float, ...]:
    """The sends of a track, in the order of the returns."""
    return tuple(_send(holder, fields) for holder in _holders(mixer.find("Sends"), fields))


def chain_sends(mixer: Element | None, count: int, fields: Fields) -> tuple[float, ...]:
    """The sends of a chain, one for each of the rack's `count` return chains: each says which one it feeds."""
    sends = [0.0] * count
    infos = None if mixer is None else mixer.find("SendInfos")
    for position, holder in enumerate(_holders(infos, fields)):
        index = fields.whole(holder, "Index", position, 0, 1_000_000)
        if index < count:
            sends[index] = _send(holder, fields)
    return tuple(sends)


def _holders(sends: Element | None, fields: Fields) -> list[Element]:
    known = [holder for holder in children(sends) if holder.tag in SEND_HOLDERS]
    for holder in children(sends):
        if holder.tag not in SEND_HOLDERS:
            fields.warn(f"unknown send {holder.tag}: skipped")
    return known


def _send(holder: Element, fields: Fields) -> float:
    gain = mixer_value(holder, "Send", fields)
    return 0.0 if gain is None else send_position(gain)


def fitted_sends(sends: tuple[float, ...], count: int) -> tuple[float, ...]:
    """As many sends as there are returns; missing ones are down."""
    return (*sends[:count], *(0.0 for _ in range(count - len(sends))))
