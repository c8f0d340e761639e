"""Whether the open Set is an empty one, and what of it must read the same after the probe as before."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Any

from ..native import has, pointer, pointers

if TYPE_CHECKING:
    import Live

    Song = Live.Song.Song

FACTORY_RETURN_DEVICES = ("Reverb", "Delay")
"""Class names of the devices that stand on the returns of Live's own new Set."""
MOST_SLOTS = 2048
"""A Set with more slots is no new one, and looking at all of them would hold Live."""


def what_is_there(song: Song) -> str:
    """What makes the Set more than a new one, by place and without names; "" where nothing does."""
    return next(_things(song), "")


def _things(song: Song) -> Iterator[str]:
    if song.is_playing:
        yield "it is playing"
    if len(song.tracks) * len(song.scenes) > MOST_SLOTS:
        yield f"it has {len(song.tracks)} tracks and {len(song.scenes)} scenes"
        return
    if song.cue_points:
        yield "it has locators"
    for place, track in enumerate(song.tracks):
        yield from (f"track {place + 1} {thing}" for thing in _on_track(track))
    for place, track in enumerate(song.return_tracks):
        strangers = [device for device in track.devices if device.class_name not in FACTORY_RETURN_DEVICES]
        if strangers or len(track.devices) > 1:
            yield f"return {place + 1} has devices of its own"
    if song.master_track.devices:
        yield "the main track has devices"


def _on_track(track: Live.Track.Track) -> Iterator[str]:
    if track.is_foldable:
        yield "is a group"
        return
    if any(slot.has_clip for slot in track.clip_slots):
        yield "has a clip in the Session"
    if track.arrangement_clips:
        yield "has a clip in the Arrangement"
    if track.devices:
        yield "has a device"


def _all_tracks(song: Song) -> list[Any]:
    return [*song.tracks, *song.return_tracks, song.master_track]


LOOKS: tuple[tuple[str, Callable[[Any], object]], ...] = (
    ("the tracks", lambda song: pointers(song.tracks)),
    ("the returns", lambda song: pointers(song.return_tracks)),
    ("the scenes", lambda song: pointers(song.scenes)),
    ("the locators", lambda song: pointers(song.cue_points)),
    ("the names of tracks", lambda song: tuple(track.name for track in _all_tracks(song))),
    ("the colours of tracks", lambda song: tuple(track.color for track in _all_tracks(song))),
    ("the devices", lambda song: tuple(pointers(track.devices) for track in _all_tracks(song))),
    ("which slots have clips", lambda song: [slot.has_clip for track in song.tracks for slot in track.clip_slots]),
    ("which tracks are armed", lambda song: tuple(track.can_be_armed and track.arm for track in song.tracks)),
    ("the sends", lambda song: tuple(s.value for t in song.tracks for s in t.mixer_device.sends)),
    ("the tempo", lambda song: song.tempo),
    ("the selected track", lambda song: pointer(song.view.selected_track)),
    ("the selected scene", lambda song: pointer(song.view.selected_scene)),
    ("whether it plays", lambda song: song.is_playing),
    ("the playhead", lambda song: round(song.current_song_time, 6)),
    ("the start marker", lambda song: round(song.start_time, 6) if has(song, "start_time") else None),
    ("session overdub", lambda song: song.overdub),
    ("session record", lambda song: song.session_record),
    ("arrangement record", lambda song: song.record_mode),
)
"""What is compared, by the words a report has for it. None of what it reads leaves Live."""
RESTORED = (
    "the selected track",
    "the selected scene",
    "whether it plays",
    "the locators",
    "the playhead",
    "the start marker",
    "session overdub",
    "session record",
    "arrangement record",
)
"""What a question may move, and the bench puts back."""


def standing(song: Song) -> dict[str, object]:
    """The Set as it stands now, as far as the probe could touch it."""
    return {name: look(song) for name, look in LOOKS}


def differences(before: dict[str, object], song: Song, names: Collection[str] | None = None) -> list[str]:
    """What (of these names, or of all) does not read as it did; what cannot be read counts."""
    looks = [entry for entry in LOOKS if names is None or entry[0] in names]
    return [name for name, look in looks if not _is_same(look, song, before[name])]


def _is_same(look: Callable[[Any], object], song: Song, before: object) -> bool:
    try:
        return look(song) == before
    except Exception:  # noqa: BLE001  (whatever Live raises, it cannot be shown to be as before)
        return False
