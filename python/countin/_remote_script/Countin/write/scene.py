"""Creating a scene, with the proof that exactly one was inserted, where it should be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..history import Standing, Trace
from ..journal import Journal
from ..live_set import LiveSet
from ..native import pointer, pointers
from ..refusals import Refusal
from ..wire import SceneCreated, SceneToCreate
from .change import WriteFailed

if TYPE_CHECKING:
    import Live


def check_scene(live: LiveSet, row: SceneToCreate) -> SceneCreation:
    """The place exists."""
    total = len(live.song.scenes)
    if not 0 <= row.place <= total:
        raise Refusal("not_found", f"place {row.place} does not exist: a new scene can stand at 0 to {total}")
    return SceneCreation(live, row)


class SceneCreation:
    """A scene to create."""

    only_values = False

    def __init__(self, live: LiveSet, row: SceneToCreate) -> None:
        self._song = live.song
        self._row = row
        self._before: tuple[int, ...] = ()

    def apply(self, journal: Journal) -> None:
        """Insert, prove the insertion, then name."""
        self._before = pointers(self._song.scenes)
        journal.add("the list of scenes", self._delete, self._difference)
        self._song.create_scene(self._row.place)
        scene = self._inserted()
        if scene is None:
            raise WriteFailed("Live did not insert exactly one scene at the place asked for")
        if scene.name != self._row.name:
            scene.name = self._row.name
        if scene.name != self._row.name:
            raise WriteFailed("the new scene has not taken its name")

    def read(self) -> SceneCreated:
        """The scene at the place, as Live shows it."""
        scenes = self._song.scenes
        scene = scenes[self._row.place]
        return SceneCreated(pointer(scene), self._row.place, scene.name, len(scenes))

    def trace(self) -> Trace:
        """By its number of scenes and its name: a redone scene is a new object."""
        return SceneTrace(self._song, self._row, pointers(self._song.scenes), self._before)

    def long_lists(self) -> Iterable[tuple[Any, str]]:
        """None."""
        return ()

    def _inserted(self) -> Live.Scene.Scene | None:
        """The new scene, if it alone was added at its place and all others stand as before."""
        place, now = self._row.place, pointers(self._song.scenes)
        proved = len(now) == len(self._before) + 1 and now[:place] + now[place + 1 :] == self._before
        return self._song.scenes[place] if proved else None

    def _delete(self) -> None:
        if self._inserted() is not None:
            self._song.delete_scene(self._row.place)

    def _difference(self) -> str:
        if pointers(self._song.scenes) == self._before:
            return ""
        return f"the Set has {len(self._song.scenes)} scenes instead of the {len(self._before)} it had"


class SceneTrace:
    """Whether the scene is there."""

    def __init__(
        self, song: Live.Song.Song, row: SceneToCreate, after: tuple[int, ...], before: tuple[int, ...]
    ) -> None:
        self._song, self._row, self._after, self._before = song, row, after, before

    def standing(self) -> Standing:
        """By what the scenes are now, the others by pointer and the new one by name."""
        place, now = self._row.place, pointers(self._song.scenes)
        if now == self._before:
            return "before"
        others = now[:place] + now[place + 1 :]
        if others == self._before and self._song.scenes[place].name == self._row.name:
            return "after"
        return "neither"
