"""What a person does between a plan and its execution, and whether that plan must then be refused.

A plan says itself what it stands on: `restsOn` names what it relies on and addresses, `changes` what it overwrites. An
`Edit` says what it touches. Where the two meet, or where the structure moved, the execution must be refused; anywhere
else it must run. A reliance that nobody here can read is an error of its own: `grounds_of` raises.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from laws import facts
from laws.cases import Turn, values_of
from laws.stock import Control, Stock

Aspect = tuple[Any, ...]
"""Something that an edit touches: `("scene", 3)`, `("slot", 1, 0)`, `("timeline", 1, 4.0, 8.0)`, or a control."""
Ground = Callable[[Aspect], bool]
"""Whether an aspect is what a plan stands on."""


@dataclass(frozen=True, repr=False)
class Edit:
    """One act of a person. `structural`: it changes the lists that the state version stands for."""

    text: str
    act: Callable[[Any], Any]
    touches: tuple[Aspect, ...] = ()
    structural: bool = False

    def __repr__(self) -> str:
        return self.text


# --- what a plan stands on -------------------------------------------------------------------------------------------


def grounds_of(plan: Mapping[str, Any]) -> list[Ground]:
    """Everything that a plan stands on, from its own words. Raises for a reliance that nobody can read."""
    found = [_reliance(one["what"]) for one in plan["restsOn"]]
    if plan["tool"] == "set_device_parameters":
        found += [_overwritten(change["what"]) for change in plan["changes"]]
    return found


def stands_on(grounds: Sequence[Ground], edit: Edit) -> bool:
    """Whether an edit touches what a plan stands on."""
    return any(ground(aspect) for ground in grounds for aspect in edit.touches)


def _reliance(what: str) -> Ground:
    for shape, make in _shapes():
        match = re.fullmatch(shape, what)
        if match is not None:
            return make(*match.groups())
    raise AssertionError(f"the laws know no edit for what a plan rests on: {what!r}")


def _scenes(first: str, last: str) -> Ground:
    return lambda aspect: aspect[0] == "scene" and int(first) <= aspect[1] <= int(last)


def _slots(track: str, first: str, last: str | None = None) -> Ground:
    scenes = range(int(first), int(last or first) + 1)
    return lambda aspect: aspect[0] == "slot" and aspect[1] == int(track) and aspect[2] in scenes


def _track(track: str) -> Ground:
    return lambda aspect: aspect == ("track kind", int(track))


def _timeline(track: str, start: str, end: str) -> Ground:
    def meets(aspect: Aspect) -> bool:
        same = aspect[0] == "timeline" and aspect[1] == int(track)
        return same and aspect[2] < float(end) and aspect[3] > float(start)

    return meets


def _devices(owner: str, level: str) -> Ground:
    return lambda aspect: aspect[0] == "control" and aspect[2] == owner and 1 <= aspect[3] <= int(level)


def _device(device: str) -> Ground:
    """Its parameters and its name."""
    return lambda aspect: aspect[0] == "control" and aspect[1][:2] in (("parameter", device), ("device", device))


def _track_state(owner: str, level: str) -> Ground:
    """A track with all its own, or every track of a group; and the names of the returns that its sends go to."""

    def meets(aspect: Aspect) -> bool:
        if aspect[0] != "control":
            return aspect[0] == "return name"
        return owner in (aspect[2], *aspect[4]) and 0 <= aspect[3] <= int(level)

    return meets


def _of_one_track(owner: str, level: str) -> Ground:
    one = _track_state(owner, level)
    return lambda aspect: one(aspect) and (aspect[0] != "control" or aspect[2] == owner)


def _shapes() -> tuple[tuple[str, Callable[..., Ground]], ...]:
    return (
        (r"scenes\[(\d+)\.\.(\d+)\]", _scenes),
        (r"slot\(track (\d+), scene (\d+)\)", _slots),
        (r"slots\(track (\d+), scenes (\d+)\.\.(\d+)\)", _slots),
        (r"track (\d+)", _track),
        (r"timeline\(track (\d+), beats ([-+.e\d]+)\.\.([-+.e\d]+)\)", _timeline),
        (r"device-chain of (\S+) at level (\d)", _devices),
        (r"device-parameters of (\S+) at level 1", _device),
        (r"track-state of (\S+) at level (\d)", _of_one_track),
        (r"group-system of (\S+) at level (\d)", _track_state),
    )


def _overwritten(what: str) -> Ground:
    match = re.match(r"(\S+) parameter-(\d+)", what)
    if match is None:
        raise AssertionError(f"the laws cannot read what a plan overwrites: {what!r}")
    fact = ("parameter", match[1], match[2])
    return lambda aspect: aspect[0] == "control" and aspect[1] == fact


# --- edits of values -------------------------------------------------------------------------------------------------


def _set(way: Callable[[Any], Any], name: str, value: Any) -> Callable[[Any], None]:
    """Turns what stands there: nothing where the case itself has moved it away."""

    def act(song: Any) -> None:
        held = way(song)
        if held is not None:
            setattr(held, name, value)

    return act


def _values(
    text: str,
    way: Callable[[Any], Any],
    choices: Mapping[str, Sequence[Any]],
    touches: Callable[[str], Sequence[Aspect]],
) -> list[Edit]:
    return [
        Edit(f"{text}.{name} = {value!r}", _set(way, name, value), tuple(touches(name)))
        for name, values in choices.items()
        for value in values
    ]


_SONG = {
    "tempo": (91.0, 140.5),
    "signature_numerator": (7,),
    "root_note": (5,),
    "metronome": (True,),
    "loop": (True,),
    "clip_trigger_quantization": (6,),
}
_SCENE = {"name": ("By hand",), "color_index": (9,), "tempo": (133.0,)}
_SHOWN_OF_CLIP = ("color_index",)
"""What a plan shows of a clip and does not stand on."""
_CLIP = {"name": ("By hand",), "color_index": (9,), "loop_end": (3.0,), "looping": (False,)}
_TRACK = {"name": ("By hand",), "color_index": (9,), "mute": (True,), "solo": (True,)}


def song_edits(stock: Stock) -> list[Edit]:
    """Values of the Song, the scenes, tracks, locators and clips."""
    found = _values("song", lambda song: song, _SONG, lambda _: ())
    for scene in range(stock.scenes):
        found += _values(
            f"scenes[{scene}]",
            lambda song, place=scene: song.scenes[place],
            _SCENE,
            lambda _, place=scene: [("scene", place)],
        )
    for track in range(len(stock.kinds)):
        found += _values(
            f"tracks[{track}]",
            lambda song, place=track: song.tracks[place],
            _TRACK,
            lambda name, place=track: _of_track(stock, place, name),
        )
    for place in range(stock.returns):
        found += _values(
            f"return_tracks[{place}]",
            lambda song, place=place: song.return_tracks[place],
            {"name": ("By hand",)},
            lambda _: [("return name",)],
        )
    for cue in range(stock.cues):
        found += _values(
            f"cues[{cue}]", lambda song, place=cue: song.cue_points[place], {"name": ("By hand",)}, lambda _: ()
        )
    return found + clip_edits(stock)


def _of_track(stock: Stock, place: int, member: str) -> list[Aspect]:
    """A member of a track, and of a group track's name the outputs that go to it."""
    name = f"track-{place}"
    if member == "color_index":
        return []
    touched: list[Aspect] = [("control", ("track", name, member), name, 0, stock.groups[name])]
    if member == "name":
        for inside, above in stock.groups.items():
            if above[:1] == (name,):
                touched.append(("control", ("route", inside, "output_routing_type"), inside, 0, above))
    return touched


def clip_edits(stock: Stock) -> list[Edit]:
    """Values of Session clips, clips that come and go in slots, and clips on the timeline."""
    found: list[Edit] = []
    for clip in stock.clips:
        spot = ("slot", clip.track, clip.scene)
        found += _values(
            f"slot{spot[1:]}",
            lambda song, at=clip: song.tracks[at.track].clip_slots[at.scene].clip,
            _CLIP,
            lambda name, spot=spot: () if name in _SHOWN_OF_CLIP else (spot,),
        )
        found.append(Edit(f"slot{spot[1:]}.delete_clip()", _slot_call(clip.track, clip.scene, "delete_clip"), (spot,)))
    for track, scene in stock.empty:
        made = Edit(
            f"slot{track, scene}.create_clip(2)",
            _slot_call(track, scene, "create_clip", 2.0),
            (("slot", track, scene),),
        )
        found.append(made)
    for track, spans in enumerate(stock.timelines):
        for place, (start, end) in enumerate(spans):
            found += _values(
                f"timeline {track}[{place}]",
                lambda song, at=(track, place): song.tracks[at[0]].arrangement_clips[at[1]],
                {"name": ("By hand",), "muted": (True,)},
                lambda _, span=(track, start, end): (("timeline", *span),),
            )
    return found


def _slot_call(track: int, scene: int, name: str, *arguments: Any) -> Callable[[Any], None]:
    return lambda song: getattr(song.tracks[track].clip_slots[scene], name)(*arguments)


def control_edit(control: Control, turn: Turn, stock: Stock | None = None) -> Edit:
    """A person turns a control. A pad's switches are those of its chains."""
    level = 3 if control.level == 4 else control.level
    touched: list[Aspect] = [("control", control.fact, control.owner, level, control.groups)]
    if stock is not None and control.fact[0] == "track":
        touched = _of_track(stock, int(control.owner.partition("-")[2]), "name")
    return Edit(f"{'.'.join(control.fact)} = {turn.value!r}", turn.act, tuple(touched))


def value_edits(stock: Stock) -> st.SearchStrategy[Edit]:
    """Any value edit."""
    enabled = [control for control in stock.controls if control.enabled]
    turned = st.sampled_from(enabled).flatmap(
        lambda control: values_of(control).map(lambda value: control_edit(control, Turn(control.fact, value), stock))
    )
    return st.one_of(st.sampled_from(song_edits(stock)), turned)


def touching_edits(stock: Stock, plan: Mapping[str, Any]) -> st.SearchStrategy[Edit]:
    """Value edits of what a plan stands on; nothing where there is none."""
    grounds = grounds_of(plan)
    told = [edit for edit in song_edits(stock) if stands_on(grounds, edit)]
    met = [
        control
        for control in stock.controls
        if control.enabled and stands_on(grounds, control_edit(control, Turn(control.fact, control.value), stock))
    ]
    choices: list[st.SearchStrategy[Edit]] = [st.sampled_from(told)] if told else []
    if met:
        turned = st.sampled_from(met).flatmap(
            lambda control: values_of(control).map(
                lambda value: control_edit(control, Turn(control.fact, value), stock)
            )
        )
        choices.append(turned)
    return st.one_of(*choices)


# --- edits of the structure ------------------------------------------------------------------------------------------


def _structural(text: str, act: Callable[[Any], Any]) -> Edit:
    return Edit(text, act, structural=True)


def _toggle_cue(song: Any, beat: float) -> None:
    song.current_song_time = beat
    song.set_or_delete_cue()


SONG_STRUCTURE: tuple[Edit, ...] = (
    _structural("create_midi_track(0)", lambda song: song.create_midi_track(0)),
    _structural("create_audio_track(-1)", lambda song: song.create_audio_track(-1)),
    _structural("delete_track(4)", lambda song: song.delete_track(4)),
    _structural("delete_track(1)", lambda song: song.delete_track(1)),
    _structural("duplicate_track(2)", lambda song: song.duplicate_track(2)),
    _structural("create_return_track()", lambda song: song.create_return_track()),
    _structural("delete_return_track(1)", lambda song: song.delete_return_track(1)),
    _structural("create_scene(0)", lambda song: song.create_scene(0)),
    _structural("create_scene(-1)", lambda song: song.create_scene(-1)),
    _structural("duplicate_scene(1)", lambda song: song.duplicate_scene(1)),
    _structural("delete_scene(4)", lambda song: song.delete_scene(4)),
    _structural("delete_scene(0)", lambda song: song.delete_scene(0)),
    _structural("a new locator", lambda song: _toggle_cue(song, 5.0)),
    _structural("no locator at 16", lambda song: _toggle_cue(song, 16.0)),
)
"""Edits of the Set's own lists, which every plan stands on."""


_WHOLE_CHAINS = ("recall_device_chain_snapshot", "recall_track_state_snapshot", "recall_group_system_snapshot")
_ONE_DEVICE = ("set_device_parameters", "recall_device_parameter_snapshot")


def structural_edits(stock: Stock, plan: Mapping[str, Any], arguments: Mapping[str, Any]) -> list[Edit]:
    """Edits of all lists that a plan has looked at: the Set's own, those of the owner or the timelines it is about."""
    found = [*SONG_STRUCTURE]
    if plan["tool"] in _WHOLE_CHAINS:
        level = int(plan["restsOn"][0]["what"][-1])
        root = arguments.get("busTrackId")
        for owner in stock.systems()[root] if root else (arguments["trackId"],):
            found += _device_edits(stock, owner, nested=level >= 2)
    elif plan["tool"] in _ONE_DEVICE:
        # What stands on the way down to the device, and nothing beside it, has been looked at.
        device = arguments["deviceId"]
        found += _device_edits(stock, arguments["trackId"], nested=False)
        found += [_chain_inserted(rack) for rack in stock.racks if device.startswith(f"{rack}/chain-")]
    elif plan["tool"] == "arrange":
        targets = {
            int(match[1]) for one in plan["restsOn"] if (match := re.match(r"timeline\(track (\d+)", one["what"]))
        }
        found += [edit for track in sorted(targets) for edit in _timeline_edits(stock, track)]
    return found


def _device_edits(stock: Stock, owner: str, *, nested: bool) -> list[Edit]:
    found = [
        _structural(f"{owner}.insert_device", lambda song: facts.owner_of(song, owner).insert_device("Utility", -1))
    ]
    if f"{owner}:device-0" in stock.devices:
        gone = _structural(f"{owner}.delete_device(0)", lambda song: facts.owner_of(song, owner).delete_device(0))
        found.append(gone)
    for rack in [rack for rack in stock.racks if nested and rack.startswith(f"{owner}:")]:
        found.append(_chain_inserted(rack))
    for device in [device for device in stock.devices if nested and device.startswith(f"{owner}:") and "/" in device]:
        found.append(_structural(f"delete {device}", lambda song, device=device: _delete_device(song, device)))
    return found


def _chain_inserted(rack: str) -> Edit:
    return _structural(f"{rack}.insert_chain", lambda song: facts.object_at(song, rack).insert_chain(-1))


def _delete_device(song: Any, device: str) -> None:
    chain, _, own = device.rpartition("/")
    facts.object_at(song, chain).delete_device(int(own.partition("-")[2]))


def _timeline_edits(stock: Stock, track: int) -> list[Edit]:
    kind, spans = stock.kinds[track], stock.timelines[track]
    found: list[Edit] = []
    if kind == "midi":
        # Far away from every placement: what moved is the list.
        made = _structural(f"a clip at 5000 on {track}", lambda song: song.tracks[track].create_midi_clip(5000.0, 4.0))
        found.append(made)
    if spans:
        gone = _structural(f"no first clip on {track}", lambda song: _delete_first(song.tracks[track]))
        found.append(gone)
    return found


def _delete_first(track: Any) -> None:
    track.delete_clip(track.arrangement_clips[0])
