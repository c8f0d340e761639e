"""The timeline of a track: placing, trimming and removing clips by LIVE_API 2.9. The newcomer always wins."""

from __future__ import annotations

from bisect import bisect_left

from countin.sim.kernel.building import END_OF_TIME, copy_tree, remove_tree
from countin.sim.kernel.errors import LiveCrashed
from countin.sim.kernel.states import ClipState, EnvelopeState, Key, TrackState
from countin.sim.kernel.store import Store
from countin.sim.model import containers


def need_midi_track(state: TrackState) -> None:
    """RuntimeError off an unfrozen MIDI track."""
    if state.kind != "midi":
        raise RuntimeError("MIDI clips can only be created on MIDI tracks")
    if state.frozen:
        raise RuntimeError("This track is frozen")


def need_time(time: float) -> None:
    """RuntimeError outside Live's timeline."""
    if not 0 <= time <= END_OF_TIME:
        raise RuntimeError(f"The time must be in the range of 0 to {END_OF_TIME:.0f}")


def starts(store: Store, track: Key, time: float) -> int:
    """How many clips of the timeline start before this time."""
    clips = store.get(TrackState, track).arrangement
    return bisect_left(clips, time, key=lambda key: store.get(ClipState, key).start_time)


def overlapping(store: Store, track: Key, start: float, end: float) -> tuple[Key, ...]:
    """The clips of the timeline that have a part of start..end, in order."""
    clips = store.get(TrackState, track).arrangement
    first = starts(store, track, start)
    if first and store.get(ClipState, clips[first - 1]).end_time > start:
        first -= 1
    last = first
    while last < len(clips) and store.get(ClipState, clips[last]).start_time < end:
        last += 1
    return clips[first:last]


def make_room(store: Store, track: Key, start: float, end: float) -> None:
    """Trim or remove what a newcomer at start..end covers."""
    for key in overlapping(store, track, start, end):
        clip = store.get(ClipState, key)
        if clip.start_time >= start and clip.end_time <= end:
            remove(store, track, key)
        elif clip.start_time < start and clip.end_time > end:
            _cut_inside(store, track, key, start, end)
        elif clip.start_time < start:
            trim_right(store, key, start)
        else:
            trim_left(store, track, key, end)


def _cut_inside(store: Store, track: Key, key: Key, start: float, end: float) -> None:
    if store.switches.arrangement_overlap == "split":
        rest = copy_tree(store, key, track)
        insert(store, track, rest)
        trim_left(store, track, rest, end)
    trim_right(store, key, start)


def trim_right(store: Store, key: Key, end: float) -> None:
    """Move the right edge of a clip to an earlier time."""
    clip = store.edit(ClipState, key)
    if not clip.looping:
        clip.loop_end -= clip.end_time - end
    clip.end_time = end


def trim_left(store: Store, track: Key, key: Key, start: float) -> None:
    """Move the left edge of a clip to a later time; what is heard there stays the same."""
    clip = store.edit(ClipState, key)
    offset = start - clip.start_time
    clip.start_time = start
    if clip.looping:
        clip.start_marker = _wrapped(clip, clip.start_marker + offset)
    else:
        clip.loop_start += offset
    _sort(store, track)


def _wrapped(clip: ClipState, position: float) -> float:
    """A playing position, brought back into the loop brace."""
    length = clip.loop_end - clip.loop_start
    if position < clip.loop_end or length <= 0:
        return position
    return clip.loop_start + (position - clip.loop_start) % length


def _sort(store: Store, track: Key) -> None:
    state = store.edit(TrackState, track)
    state.arrangement = tuple(sorted(state.arrangement, key=lambda key: store.get(ClipState, key).start_time))


def insert(store: Store, track: Key, key: Key) -> None:
    """Put a clip among the clips of the timeline, where its start belongs."""
    index = starts(store, track, store.get(ClipState, key).start_time)
    state = store.edit(TrackState, track)
    state.arrangement = (*state.arrangement[:index], key, *state.arrangement[index:])


def remove(store: Store, track: Key, key: Key) -> None:
    """Take a clip from the timeline; nothing that it covered comes back."""
    state = store.edit(TrackState, track)
    state.arrangement = tuple(other for other in state.arrangement if other != key)
    remove_tree(store, key)


def create_midi(store: Store, track: Key, start: float, length: float, parent: Key | None = None) -> Key:
    """An empty looping clip; `parent` a take lane, or the track itself."""
    store.gate()
    song = store.records[store.song].state
    clip = ClipState(
        parent=track if parent is None else parent,
        place="arrangement" if parent is None else "lane",
        color_index=store.get(TrackState, track).color_index,
        start_time=start,
        end_time=start + length,
        loop_end=length,
        end_marker=length,
        other_brace=(0.0, length),
        numerator=getattr(song, "numerator", 4),
        denominator=getattr(song, "denominator", 4),
    )
    if parent is None:
        make_room(store, track, start, start + length)
    made = store.add(clip)
    if parent is None:
        insert(store, track, made)
    return made


def create_audio(store: Store, track: Key, path: str, position: float) -> Key:
    """A clip of a whole file."""
    from countin.sim.model.slots import audio_clip

    store.gate()
    clip = audio_clip(store, track, path)
    clip.place, clip.start_time, clip.end_time = "arrangement", position, position + clip.loop_end
    make_room(store, track, clip.start_time, clip.end_time)
    made = store.add(clip)
    insert(store, track, made)
    return made


def span_of(clip: ClipState) -> float:
    """How long a copy of this clip is on the timeline."""
    return clip.end_time - clip.start_time if clip.place == "arrangement" else clip.loop_end - clip.loop_start


def place_copy(store: Store, track: Key, source: Key, time: float) -> Key:
    """A copy of a clip at this time. LiveCrashed as 12.3 does for an arrangement source onto an existing clip, unless
    the switch says "overwrite"."""
    clip = store.get(ClipState, source)
    length = span_of(clip)
    covered = overlapping(store, track, time, time + length)
    if covered and clip.place == "arrangement" and store.switches.arrangement_copy_over_clip == "fatal":
        raise LiveCrashed("duplicate_clip_to_arrangement copied an arrangement clip onto an existing clip")
    store.gate()
    made = copy_tree(store, source, track)
    make_room(store, track, time, time + length)
    copy = store.get(ClipState, made)
    copy.place, copy.start_time, copy.end_time = "arrangement", time, time + length
    copy.other_brace = (copy.start_marker, copy.start_marker + length) if copy.looping else copy.other_brace
    _settle_envelopes(store, track, made)
    insert(store, track, made)
    return made


def _settle_envelopes(store: Store, track: Key, key: Key) -> None:
    """Envelopes on copies are unreliable in Live: kept on tracks without an instrument, else by the switch."""
    clip = store.get(ClipState, key)
    if store.switches.envelopes_on_copies == "kept" or not containers.has_instrument(store, track):
        return
    for envelope in clip.envelopes:
        store.get(EnvelopeState, envelope)
        store.remove(envelope)
    clip.envelopes, clip.unread_envelopes = (), 0


def next_start(store: Store, key: Key) -> float:
    """Where the clip after this one starts."""
    clip = store.get(ClipState, key)
    clips = store.get(TrackState, clip.parent).arrangement
    index = clips.index(key) + 1
    return store.get(ClipState, clips[index]).start_time if index < len(clips) else END_OF_TIME
