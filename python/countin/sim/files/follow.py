"""Follow actions of clips and scenes: a block of their own since Live 11, before that among the clip's other fields."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from countin.sim.document import FollowDocument
from countin.sim.files.fields import Fields

LAST_ACTION = 9
MOST = 10_000_000


def read_follow(owner: Element, fields: Fields) -> FollowDocument | None:
    """What is stated, switched on or not; None where nothing is. Up to Live 10 there is no switch."""
    block = owner.find("FollowAction")
    place = owner if block is None else block
    if place.find("FollowActionA") is None:
        return None
    return FollowDocument(
        actions=(_action(place, "FollowActionA", fields), _action(place, "FollowActionB", fields)),
        chances=(fields.number(place, "FollowChanceA"), fields.number(place, "FollowChanceB")),
        time=fields.number(place, "FollowTime"),
        enabled=fields.truth(place, "FollowActionEnabled", block is None),
        linked=fields.truth(place, "IsLinked"),
        loop_iterations=fields.whole(place, "LoopIterations", 1, 0, MOST),
        jumps=(fields.whole(place, "JumpIndexA", 0, -1, MOST), fields.whole(place, "JumpIndexB", 0, -1, MOST)),
    )


def _action(place: Element, tag: str, fields: Fields) -> int:
    return fields.whole(place, tag, 0, 0, LAST_ACTION)
