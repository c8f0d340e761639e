"""Records from documents: how a Set, a track, a device or a clip comes into the store; copies and removals of trees."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

from countin.sim import document as doc
from countin.sim.kernel import states
from countin.sim.kernel.handles import Role, part_of
from countin.sim.kernel.routes import route_of
from countin.sim.kernel.states import Key, State, single
from countin.sim.kernel.store import Store

STOPPED = -2
"""The playing slot of a track whose stop button was pressed."""
END_OF_TIME = 1576800.0
"""Live's last beat."""


def load_set(store: Store, source: doc.SetDocument) -> Key:
    """The records of a whole Set; answers the song's key."""
    song = states.SongState(
        name=source.name,
        file_path=source.file_path,
        tempo=source.tempo,
        numerator=source.signature[0],
        denominator=source.signature[1],
        loop_start=source.loop_start,
        loop_length=source.loop_length,
        root_note=source.root_note,
        scale_name=source.scale_name,
        scale_mode=source.scale_mode,
        tuning=source.tuning,
        groove_amount=source.groove_amount,
        clip_trigger_quantization=source.launch_quantization,
    )
    key = store.add(song)
    song.scenes = tuple(store.add(_scene(entry, source)) for entry in source.scenes)
    returns = len(source.returns)
    tracks = [_track(store, key, entry, len(song.scenes), returns) for entry in source.tracks]
    for track, entry in zip(tracks, source.tracks, strict=True):
        store.get(states.TrackState, track).group = tracks[entry.group] if entry.group is not None else None
    song.tracks = tuple(tracks)
    song.returns = tuple(_track(store, key, entry, 0, returns) for entry in source.returns)
    song.main_tracks = (_track(store, key, source.main, 0, 0),)
    _give_routes(store, song, source)
    song.cues = tuple(store.add(states.CueState(cue.name, cue.time)) for cue in source.cues)
    song.grooves = tuple(store.add(_groove(groove)) for groove in source.grooves)
    _give_grooves(store, song, source)
    store.put(key, "loop", source.loop)
    _fold(store, tracks, source.tracks)
    return key


def _give_grooves(store: Store, song: states.SongState, source: doc.SetDocument) -> None:
    """Clips name their groove by its place in the pool."""
    for key, entry in zip(song.tracks, source.tracks, strict=True):
        track = store.get(states.TrackState, key)
        for slot, clip in zip(track.slots, entry.slots, strict=False):
            if clip is not None and clip.groove is not None:
                made = store.get(states.SlotState, slot).clips[0]
                store.get(states.ClipState, made).groove = song.grooves[clip.groove]
        placed = sorted(entry.arrangement, key=lambda clip: clip.start_time)
        for made, clip in zip(track.arrangement, placed, strict=True):
            if clip.groove is not None:
                store.get(states.ClipState, made).groove = song.grooves[clip.groove]


def _give_routes(store: Store, song: states.SongState, source: doc.SetDocument) -> None:
    """Routings name tracks by the ids of the file, so all tracks have to be there."""
    keys = (*song.tracks, *song.returns, *song.main_tracks)
    entries = (*source.tracks, *source.returns, source.main)
    places = {entry.saved_id: key for key, entry in zip(keys, entries, strict=True) if entry.saved_id is not None}
    for key, entry in zip(keys, entries, strict=True):
        track = store.get(states.TrackState, key)
        if entry.kind in ("midi", "audio"):
            heard = entry.midi_input if entry.kind == "midi" else entry.audio_input
            track.input, track.input_track = route_of(heard, places)
        track.output, track.output_track = route_of(entry.audio_output, places)
        if entry.kind == "midi":
            track.midi_output, track.midi_output_track = route_of(entry.midi_output, places)


def _fold(store: Store, keys: Iterable[Key], entries: Iterable[doc.TrackDocument]) -> None:
    for key, entry in zip(keys, entries, strict=True):
        if entry.fold:
            store.put(key, "fold_state", True)


def _scene(entry: doc.SceneDocument, source: doc.SetDocument) -> states.SceneState:
    numerator, denominator = entry.signature or source.signature
    return states.SceneState(
        name=entry.name,
        color_index=entry.color_index,
        tempo=entry.tempo if entry.tempo is not None else source.tempo,
        tempo_enabled=entry.tempo is not None,
        numerator=numerator,
        denominator=denominator,
        signature_enabled=entry.signature is not None,
    )


def _groove(entry: doc.GrooveDocument) -> states.GrooveState:
    return states.GrooveState(
        entry.name,
        entry.base,
        entry.timing_amount,
        entry.quantization_amount,
        entry.random_amount,
        entry.velocity_amount,
    )


def _track(store: Store, song: Key, entry: doc.TrackDocument, scenes: int, returns: int) -> Key:
    state = states.TrackState(
        kind=entry.kind,
        song=song,
        name=entry.name,
        color_index=entry.color_index,
        volume=single(entry.volume),
        pan=single(entry.pan),
        sends=fitted(entry.sends, returns),
        mute=entry.mute,
        solo=entry.solo,
        arm=entry.arm,
        monitoring=entry.monitoring,
        crossfade_assign=entry.crossfade_assign,
        frozen=entry.frozen,
        cue_volume=single(entry.cue_volume),
        crossfader=single(entry.crossfader),
        automated=frozenset(_mixer_part(name) for name in entry.automated if _is_parameter(name)),
    )
    key = store.add(state)
    state.devices = tuple(build_device(store, key, device) for device in entry.devices)
    slots = [*entry.slots, *([None] * (scenes - len(entry.slots)))][:scenes]
    state.slots = tuple(build_slot(store, key, clip) for clip in slots)
    placed = [build_clip(store, key, clip, "arrangement") for clip in entry.arrangement]
    state.arrangement = tuple(sorted(placed, key=lambda clip: store.get(states.ClipState, clip).start_time))
    if entry.playing_slot == STOPPED:
        store.put(key, "stopped", True)
    state.lanes = tuple(_lane(store, key, name, clips) for name, clips in entry.take_lanes)
    return key


_MIXER_PARTS = {"volume": 0, "panning": 1, "track_activator": 2, "chain_activator": 2, "crossfader": 4, "song_tempo": 5}


def _is_parameter(member: str) -> bool:
    """Time signature and crossfade assignment are automated in files, and no parameters of the model."""
    return member in _MIXER_PARTS or member.startswith("send-")


def _mixer_part(member: str) -> int:
    """The part number of a mixer's member, by its name in documents."""
    if member.startswith("send-"):
        return part_of(Role.SEND, int(member.removeprefix("send-")))
    return part_of(Role.PARAMETER, _MIXER_PARTS[member])


def fitted(values: Iterable[float], length: int) -> array[float]:
    """A column of send values of this length; missing ones are 0."""
    given = list(values)
    return array("f", [*given, *([0.0] * (length - len(given)))][:length])


def _lane(store: Store, track: Key, name: str, clips: Iterable[doc.ClipDocument]) -> Key:
    state = states.LaneState(track, name)
    key = store.add(state)
    state.clips = tuple(build_clip(store, key, clip, "lane") for clip in clips)
    return key


def build_slot(store: Store, track: Key, clip: doc.ClipDocument | None = None) -> Key:
    """A slot with the clip that a document has there."""
    state = states.SlotState(track)
    key = store.add(state)
    if clip is not None:
        made = build_clip(store, key, clip, "session")
        state.clips = (made,)
        _give_envelopes(store, track, made, clip)
    return key


def _give_envelopes(store: Store, track: Key, key: Key, entry: doc.ClipDocument) -> None:
    """Envelopes of parameters of the clip's own track, whose devices are there already."""
    envelopes: list[Key] = []
    for row in entry.envelopes:
        owner, part = track, _mixer_part(row.member) if row.member else part_of(Role.PARAMETER, row.parameter)
        if not row.member:
            owner = device_at(store, store.get(states.TrackState, track).devices[row.device], row.path)
        points = tuple(states.Point(point.time, point.value, point.curve) for point in row.points)
        envelopes.append(store.add(states.EnvelopeState(key, owner, part, points)))
    store.get(states.ClipState, key).envelopes = tuple(envelopes)


_CLIP_FIELDS = (
    "kind", "name", "color_index", "start_time", "end_time", "loop_start", "loop_end", "start_marker", "end_marker",
    "looping", "muted", "warping", "warp_mode", "pitch_coarse", "pitch_fine", "sample_length", "sample_rate",
    "launch_mode", "launch_quantization", "legato", "velocity_amount",
)  # fmt: skip


def build_clip(store: Store, parent: Key, entry: doc.ClipDocument, place: states.Place) -> Key:
    """A clip from its document."""
    state = states.ClipState(parent=parent, place=place, **{name: getattr(entry, name) for name in _CLIP_FIELDS})
    state.numerator, state.denominator = entry.signature
    state.other_brace = entry.sleeping_loop or _other_brace(state)
    state.file_path, state.gain = entry.file_path or "", single(entry.gain)
    state.notes, state.next_note_id = notes_from(entry.notes)
    state.unread_envelopes = max(entry.envelope_count - len(entry.envelopes), 0)
    state.warp_points = tuple(states.WarpPoint(*point) for point in entry.warp_markers)
    if state.kind == "audio" and state.warping and not state.warp_points:
        state.warp_points = default_warp(state)
    return store.add(state)


def _other_brace(state: states.ClipState) -> tuple[float, float]:
    """What toggling looping shows: the markers, or on the timeline the part that is heard."""
    if state.place == "session":
        return (state.loop_start, state.loop_end)
    span = state.end_time - state.start_time
    return (state.start_marker, state.start_marker + span) if state.looping else (state.loop_start, state.loop_end)


def default_warp(state: states.ClipState) -> tuple[states.WarpPoint, ...]:
    """One marker at the start, and the phantom after it, at 120 beats a minute."""
    return (states.WarpPoint(0.0, 0.0), states.WarpPoint(0.015625, 0.03125))


def notes_from(entries: Iterable[doc.NoteDocument]) -> tuple[tuple[states.Note, ...], int]:
    """Notes with ids, sorted by pitch and start, and the next free id."""
    notes = [
        states.Note(
            float(note.start), index, note.pitch, float(note.duration), float(note.velocity), note.mute,
            float(note.probability), float(note.velocity_deviation), float(note.release_velocity),
        )
        for index, note in enumerate(entries, 1)
    ]  # fmt: skip
    return tuple(sorted(notes, key=by_pitch)), len(notes) + 1


def by_pitch(note: states.Note) -> tuple[int, float]:
    """The order in which a clip keeps its notes."""
    return (note.pitch, note.start)


def build_device(store: Store, parent: Key, entry: doc.DeviceDocument) -> Key:
    """A device from its document, with its chains below it."""
    state = states.DeviceState(
        parent=parent,
        layout=entry.layout,
        name=entry.name,
        values=array("f", entry.values),
        visible_macro_count=entry.visible_macro_count,
        variations=tuple(states.Variation((0.0,) * 16) for _ in range(entry.variation_count)),
        sample_path=entry.sample_path,
        automated=frozenset(entry.automated),
    )
    key = store.add(state)
    sends = len(entry.return_chains)
    state.chains = tuple(_chain(store, key, chain, sends, is_return=False) for chain in entry.chains)
    state.return_chains = tuple(_chain(store, key, chain, sends, is_return=True) for chain in entry.return_chains)
    state.mappings = (*_device_mappings(store, key, entry), *_mixer_mappings(state, entry))
    return key


def _device_mappings(store: Store, rack: Key, entry: doc.DeviceDocument) -> Iterable[states.Mapping]:
    for row in entry.mappings:
        part = part_of(Role.PARAMETER, row.parameter)
        target = device_at(store, rack, row.path)
        yield states.Mapping(row.macro, target, part, row.minimum, row.maximum, row.on_range)


def _mixer_mappings(state: states.DeviceState, entry: doc.DeviceDocument) -> Iterable[states.Mapping]:
    for row in entry.mixer_mappings:
        chains = state.return_chains if row.chain[0] == "return_chains" else state.chains
        part = part_of(Role.SEND, row.send) if row.member == "send" else _mixer_part(row.member)
        yield states.Mapping(row.macro, chains[row.chain[1]], part, row.minimum, row.maximum)


def device_at(store: Store, rack: Key, path: Iterable[tuple[str, int, int]]) -> Key:
    """The device that a path from a rack leads to."""
    for kind, chain, device in path:
        state = store.get(states.DeviceState, rack)
        chains = state.return_chains if kind == "return_chains" else state.chains
        rack = store.get(states.ChainState, chains[chain]).devices[device]
    return rack


def _chain(store: Store, rack: Key, entry: doc.ChainDocument, sends: int, *, is_return: bool) -> Key:
    state = states.ChainState(
        rack=rack,
        is_return=is_return,
        name=entry.name,
        volume=single(entry.volume) if entry.volume is not None else None,
        pan=single(entry.pan) if entry.pan is not None else None,
        sends=fitted(entry.sends, sends),
        mute=entry.mute,
        solo=entry.solo,
        color_index=entry.color_index,
        in_note=entry.in_note,
        out_note=entry.out_note,
        choke_group=entry.choke_group,
    )
    key = store.add(state)
    state.devices = tuple(build_device(store, key, device) for device in entry.devices)
    return key


# -- trees ------------------------------------------------------------------------------------------------------


def children_of(state: State) -> tuple[Key, ...]:
    """The keys of everything that this state owns directly."""
    return tuple(key for name in state.REFERENCES for key in getattr(state, name))


def below(store: Store, key: Key) -> Iterable[Key]:
    """This record and everything it owns, parents first."""
    yield key
    for child in children_of(store.records[key].state):
        yield from below(store, child)


def remove_tree(store: Store, key: Key) -> None:
    """Remove a record and everything it owns."""
    for child in [*below(store, key)][::-1]:
        store.remove(child)


def copy_tree(store: Store, key: Key, owner: Key) -> Key:
    """A copy of a record and everything it owns, owned by `owner`. Links inside the tree lead inside the copy."""
    twins: dict[Key, Key] = {}
    copied = _copy(store, key, owner, twins)
    for twin in twins.values():
        _relink(store.records[twin].state, twins)
    return copied


def _copy(store: Store, key: Key, owner: Key, twins: dict[Key, Key]) -> Key:
    state = store.records[key].state.copy()
    if state.OWNER:
        setattr(state, state.OWNER, owner)
    made = twins[key] = store.add(state)
    for name in state.REFERENCES:
        setattr(state, name, tuple(_copy(store, child, made, twins) for child in getattr(state, name)))
    return made


def _relink(state: Any, twins: dict[Key, Key]) -> None:  # any state
    for name in state.LINKS:
        link = getattr(state, name)
        setattr(state, name, twins.get(link, link))
    if isinstance(state, states.DeviceState):
        state.mappings = tuple(row._replace(owner=twins.get(row.owner, row.owner)) for row in state.mappings)
