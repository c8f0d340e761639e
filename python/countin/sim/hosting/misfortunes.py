"""What befalls a hosted Live by chance: at some display turns it stalls, refuses or ignores writes, fails while it is
read, opens a dialog that runs an event loop of its own, or a person edits the Set. What befalls at a turn follows from
the seed and the number of that turn alone, so the same seed repeats exactly whatever else happens.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from countin.sim.host import Host

KEPT: Final = 1000
"""How many past misfortunes are remembered."""
Strike = Callable[[Host, Random], str]
"""Does it, and says in few words what it was."""


def _raise_at_write(host: Host, draw: Random) -> str:
    k = draw.randint(1, 20)
    host.world.faults.raise_at_write(k)
    return f"write {k} from now raises"


def _ignore_write(host: Host, draw: Random) -> str:
    k = draw.randint(1, 20)
    host.world.faults.ignore_write(k)
    return f"write {k} from now is ignored"


def _raise_at_read(host: Host, draw: Random) -> str:
    k = draw.randint(1, 200)
    host.world.faults.raise_at_read(k)
    return f"read {k} from now raises"


def _read_back(host: Host, draw: Random) -> str:
    k = draw.randint(1, 10)
    host.world.faults.raise_in_read_back(k)
    return f"read {k} after the next undo step raises"


def _begin(host: Host, _: Random) -> str:
    host.world.faults.raise_in_begin_undo_step()
    return "the next begin_undo_step raises"


def _end(host: Host, _: Random) -> str:
    host.world.faults.raise_in_end_undo_step()
    return "the next end_undo_step raises"


def _stall(host: Host, draw: Random) -> str:
    turns = draw.randint(1, 20)
    host.begin_stall(turns)
    return f"nothing is called for {turns} turns"


def _dialog(host: Host, draw: Random) -> str:
    k, turns = draw.randint(1, 20), draw.randint(1, 5)
    host.dialog_at_write(k, turns)
    return f"write {k} from now opens a dialog for {turns} turns"


def _slow(host: Host, draw: Random) -> str:
    microseconds = draw.choice((10, 50, 200, 1000))
    host.world.faults.write_cost(microseconds, busy=True)
    return f"a write costs {microseconds} us from now on"


def _open_set(host: Host, draw: Random) -> str:
    from countin.sim.hosting.said import document_named

    name = draw.choice(("factory", "demo"))
    host.open_set(document_named(name))
    return f"the Set {name} is opened"


# -- a person --------------------------------------------------------------------------------------------------------


def _some(things: Sequence[Any], draw: Random) -> Any:  # handles of generated classes
    return things[int(draw.random() * len(things))]


def _rename(song: Any, draw: Random) -> str:
    place = int(draw.random() * len(song.tracks))
    song.tracks[place].name = f"Renamed {draw.randint(1, 999)}"
    return f"renames track {place}"


def _fader(song: Any, draw: Random) -> str:
    place = int(draw.random() * len(song.tracks))
    song.tracks[place].mixer_device.volume.value = draw.random()
    return f"moves the fader of track {place}"


def _tempo(song: Any, draw: Random) -> str:
    song.tempo = draw.randint(60, 200)
    return "changes the tempo"


def _new_scene(song: Any, draw: Random) -> str:
    place = int(draw.random() * (len(song.scenes) + 1))
    song.create_scene(place)
    return f"inserts a scene at {place}"


def _mute(song: Any, draw: Random) -> str:
    track = _some(song.tracks, draw)
    track.mute = not track.mute
    return "mutes or unmutes a track"


def _knob(song: Any, draw: Random) -> str:
    devices = [device for track in (*song.tracks, *song.return_tracks) for device in track.devices]
    parameters = _some(devices, draw).parameters if devices else ()
    if not parameters:
        return "finds no device to turn a knob of"
    parameter = _some(parameters, draw)
    parameter.value = parameter.max if draw.random() < 0.5 else parameter.min
    return "turns a knob to an end"


_EDITS: Final = (_rename, _fader, _tempo, _new_scene, _mute, _knob)


def _person(host: Host, draw: Random) -> str:
    edit = draw.choice(_EDITS)
    return f"a person {host.person(lambda song: edit(song, draw))}"


KINDS: Final[Mapping[str, Strike]] = {
    "raise_at_write": _raise_at_write,
    "ignore_write": _ignore_write,
    "raise_at_read": _raise_at_read,
    "raise_in_read_back": _read_back,
    "raise_in_begin_undo_step": _begin,
    "raise_in_end_undo_step": _end,
    "stall": _stall,
    "dialog": _dialog,
    "slow": _slow,
    "person": _person,
    "open_set": _open_set,
}
"""Every kind by its name."""


@dataclass(slots=True)
class Misfortunes:
    """What befalls: at each display turn, with probability `chance`, one of `kinds`. ValueError for an unknown kind or
    a chance that is none."""

    seed: int
    kinds: Sequence[str] = tuple(KINDS)
    chance: float = 0.1
    past: deque[dict[str, Any]] = field(default_factory=lambda: deque[dict[str, Any]](maxlen=KEPT))
    """What befell so far: `{turn, kind, what}`, the newest last."""

    def __post_init__(self) -> None:
        unknown = [kind for kind in self.kinds if kind not in KINDS]
        if unknown or not self.kinds:
            raise ValueError(f"there is no misfortune {', '.join(unknown) or 'at all'}; there are {', '.join(KINDS)}")
        if not 0.0 <= self.chance <= 1.0:
            raise ValueError(f"a chance is from 0 to 1, not {self.chance!r}")

    def befall(self, host: Host, turn: int) -> None:
        """Let happen what the seed says of this turn. What Live refuses a person is told, and nothing else."""
        draw = Random(f"{self.seed} {turn}")
        if draw.random() >= self.chance:
            return
        kind = draw.choice(self.kinds)
        try:
            what = KINDS[kind](host, draw)
        except (RuntimeError, host.world.live.Base.LimitationError) as error:
            what = f"Live refuses it: {error}"
        self.past.append({"turn": turn, "kind": kind, "what": what})
