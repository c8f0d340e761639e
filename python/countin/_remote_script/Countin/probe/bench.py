"""The workbench of a probe: a MIDI track of its own at the end of the Set, made for one question and deleted after it.
It remembers what it made, and puts back selection and transport; it never deletes or changes anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..native import has, pointer, pointers
from ..reading import Pause, Reading
from .emptiness import RESTORED, differences, standing
from .endings import Stopped, Unasked

if TYPE_CHECKING:
    from ..live_set import LiveSet

TRACK_NAME = "Countin probe"
NEAR = 1e-6
"""Beats within which the playhead is at a locator."""
TRIES = 20
"""Display turns in which a Set that does not come back at once is put back."""


class Bench:
    """What questions work on. `came_armed` says whether the newest track was armed when it was made."""

    def __init__(self, live: LiveSet, is_asked_to_stop: Callable[[], bool]) -> None:
        self.live = live
        self.song: Any = live.song
        self.came_armed = False
        self._is_asked_to_stop = is_asked_to_stop
        self._before = standing(live.song)
        self._selected_track: Any = live.song.view.selected_track
        self._selected_scene: Any = live.song.view.selected_scene
        self._made: set[int] = set()
        self._made_locators: set[int] = set()
        self._has_open_step = False

    # -- for questions ------------------------------------------------------------------------------------------

    def turn(self) -> Reading[None]:
        """Wait for Live's next display turn. Raises `Stopped` when nobody waits for the answer any more."""
        yield Pause.DISPLAY
        if self._is_asked_to_stop():
            raise Stopped

    def turns_until(self, condition: Callable[[], bool], most: int = TRIES) -> Generator[Pause, None, int | None]:
        """Display turns until this is so; None when it is not within so many."""
        for count in range(1, most + 1):
            yield from self.turn()
            if condition():
                return count
        return None

    @contextmanager
    def step(self) -> Generator[None]:
        """One undo step of the probe's own. No turn may be waited for inside it."""
        self._has_open_step = True
        self.song.begin_undo_step()
        try:
            yield
        finally:
            self._end_step()

    def _end_step(self) -> None:
        try:
            self.song.end_undo_step()
        except RuntimeError:
            self.song.end_undo_step()  # an open step would swallow the person's next edits: once more
        self._has_open_step = False

    def track(self) -> Any:
        """A new MIDI track at the end, unarmed, under the probe's name, without what a default track of the person's
        brings along."""
        made = self._new_track()
        self.came_armed = bool(made.arm)
        with self.step():
            made.name = TRACK_NAME
            if made.arm:
                made.arm = False
            for _ in range(len(made.devices)):
                made.delete_device(0)
        return made

    def _new_track(self) -> Any:
        """What appears within this one callback is the probe's: nobody else can act in it."""
        before = {*pointers(self.song.tracks)}
        try:
            with self.step():
                self.song.create_midi_track(-1)
        finally:
            fresh = [track for track in self.song.tracks if pointer(track) not in before]
            self._made.update(pointers(fresh))
        if len(fresh) != 1:
            raise RuntimeError("Live made no track")
        return fresh[0]

    def clip(self, track: Any, length: float = 4.0) -> Any:
        """A new MIDI clip in the first slot of the probe's own track."""
        slot = track.clip_slots[0]
        with self.step():
            slot.create_clip(length)
        return slot.clip

    def device(self, track: Any, name: str) -> Any:
        """A native device on the probe's own track. Raises `Unasked` before Live 12.3."""
        need(track, "insert_device")
        with self.step():
            track.insert_device(name, -1)
        return track.devices[-1]

    def locator(self) -> None:
        """A locator where Live's insert marker is. What appears within this callback is the probe's."""
        before = {*pointers(self.song.cue_points)}
        try:
            self.song.set_or_delete_cue()
        finally:
            self._made_locators.update({*pointers(self.song.cue_points)} - before)

    def undo_once(self) -> None:
        """One undo of Live's; where it took more than the probe's last edit, it is done again and `Unasked`."""
        before, known = self._around(), pointers(self.song.tracks)
        self.song.undo()
        if self._around() == before:
            return
        here = {*pointers(self.song.tracks)}
        self.song.redo()
        self._made.update(found for found in pointers(self.song.tracks) if found not in here and found not in known)
        raise Unasked("one undo took back more than the probe's own edits; it was redone at once")

    def _around(self) -> tuple[object, ...]:
        """What an undo of the probe's own edit leaves alone: the lists, and all but the name of its own track."""
        song = self.song
        others = [track for track in song.tracks if pointer(track) not in self._made]
        looks = [(track.name, track.color, pointers(track.devices)) for track in (*others, *song.return_tracks)]
        return (pointers(song.tracks), pointers(song.return_tracks), pointers(song.scenes), song.tempo, looks)

    def need_unarmed(self) -> None:
        """Raises `Unasked` while a track is armed: then something would be recorded."""
        if any(track.can_be_armed and track.arm for track in self.song.tracks):
            raise Unasked("a track is armed, so that it would record")

    # -- putting back -------------------------------------------------------------------------------------------

    def restore(self) -> Reading[None]:
        """Put everything back, over as many display turns as it takes, at most `TRIES`."""
        for _ in range(TRIES):
            if self._is_clean():
                return
            self.restore_now()
            yield Pause.DISPLAY

    def restore_now(self) -> None:
        """Put back what can be put back in this callback. It never raises."""
        for part in (
            self._close_step,
            self._delete_locators,
            self._restore_selection,
            self._restore_transport,
            self._delete_tracks,
        ):
            try:
                part()
            except Exception:  # noqa: BLE001  (whatever Live raises: the other parts still are put back)
                continue

    def left(self) -> list[str]:
        """What does not stand as it did before the probe, in words; empty where everything does."""
        found = differences(self._before, self.live.song)
        left = [f"{name} differ{'' if name[-1] == 's' else 's'} from before" for name in found]
        if self._has_open_step:
            left.append("an undo step is still open")
        try:
            if self._made.intersection(pointers(self.song.tracks)):
                left.append(f"a MIDI track named {TRACK_NAME!r} at the end: delete it")
        except Exception:  # noqa: BLE001  (whatever Live raises)
            left.append("the tracks cannot be read")
        return left

    def _is_clean(self) -> bool:
        if self._has_open_step:
            return False
        try:
            there = self._made.intersection(pointers(self.song.tracks)) or self._made_locators
        except Exception:  # noqa: BLE001  (whatever Live raises: look again in the next turn)
            return False
        return not there and not differences(self._before, self.live.song, RESTORED)

    def _close_step(self) -> None:
        if self._has_open_step:
            self._end_step()

    def _restore_selection(self) -> None:
        view = self.song.view
        if view.selected_track != self._selected_track and self._selected_track != None:  # noqa: E711  (a handle's own test for being gone)
            view.selected_track = self._selected_track
        if view.selected_scene != self._selected_scene and self._selected_scene != None:  # noqa: E711
            view.selected_scene = self._selected_scene

    def _restore_transport(self) -> None:
        song = self.song
        if song.is_playing and not self._before["whether it plays"]:
            song.stop_playing()
        if song.record_mode and not self._before["arrangement record"]:
            song.record_mode = False
        if song.session_record and not self._before["session record"]:
            song.session_record = False
        if song.overdub and not self._before["session overdub"]:
            song.overdub = False
        before = self._before["the start marker"]
        if before is not None and round(song.start_time, 6) != before and not self._made_locators:
            song.start_time = before
        is_elsewhere = round(song.current_song_time, 6) != self._before["the playhead"]
        if is_elsewhere and not song.is_playing and not self._made_locators:
            song.current_song_time = self._before["the playhead"]

    def _delete_locators(self) -> None:
        """A locator is removed by jumping to it and, once the playhead is there, setting it again."""
        song = self.song
        self._made_locators.intersection_update(pointers(song.cue_points))
        if not self._made_locators or song.is_playing:
            return
        made = next(cue for cue in song.cue_points if pointer(cue) in self._made_locators)
        if abs(song.current_song_time - made.time) > NEAR:
            made.jump()
            return
        with self.step():
            song.set_or_delete_cue()
        self._made_locators.intersection_update(pointers(song.cue_points))

    def _delete_tracks(self) -> None:
        for made in [*self._made]:
            found = pointers(self.song.tracks)
            if made in found:
                with self.step():
                    self.song.delete_track(found.index(made))
            if made not in pointers(self.song.tracks):
                self._made.discard(made)


def need(holder: object, member: str) -> None:
    """Raises `Unasked` where this Live lacks a member."""
    if not has(holder, member):
        raise Unasked(f"this Live has no {member}")
