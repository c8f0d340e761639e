"""Live.Song.CuePoint: a locator."""

from __future__ import annotations

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle
from countin.sim.kernel.states import CueState
from countin.sim.model.song_cues import jump_to

cue_point = Behaviour("Live.Song.CuePoint")
cue_point.fields(CueState, "name")
cue_point.fields(CueState, "time", settable=False)


@cue_point.do("jump")
def jump(handle: Handle, state: CueState) -> None:
    """Exact; the playhead reads back a tick later."""
    jump_to(handle.sim_store, state.time)
