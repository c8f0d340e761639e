"""Readers of the Set at a glance and of what can be undone."""

from __future__ import annotations

from ..live_set import LiveSet
from ..native import has
from ..wire import History, Nothing, State


def read_state(live: LiveSet, _: Nothing) -> State:
    """The Set at a glance."""
    song = live.song
    return State(
        name=live.name(),
        file_path=str(song.file_path) if has(song, "file_path") else "",
        tempo=song.tempo,
        signature_numerator=song.signature_numerator,
        signature_denominator=song.signature_denominator,
        root_note=song.root_note,
        scale_name=song.scale_name,
        tracks=len(song.tracks),
        returns=len(song.return_tracks),
        scenes=len(song.scenes),
        cue_points=len(song.cue_points),
        live_version=live.live_version(),
        is_playing=song.is_playing,
        song_time=song.current_song_time,
        song_length=song.song_length,
        can_undo=song.can_undo,
        can_redo=song.can_redo,
    )


def read_history(live: LiveSet, _: Nothing) -> History:
    """What an undo and a redo would bring back, as far as Countin can believe."""
    undo = live.history.undoable[-1] if live.history.undoable else None
    redo = live.history.redoable[-1] if live.history.redoable else None
    return History(
        can_undo=live.song.can_undo,
        can_redo=live.song.can_redo,
        undo_operation=undo.operation if undo else "",
        undo_tool=undo.tool if undo else "",
        redo_operation=redo.operation if redo else "",
        redo_tool=redo.tool if redo else "",
        edited_since=live.history.edited_since(live.version.value),
    )
