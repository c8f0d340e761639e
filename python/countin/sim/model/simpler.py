"""Live.SimplerDevice and Live.Sample: as far as a Set says what sample a Simpler plays. What only the audio file could
tell (its length, rate, slices) is not simulated."""

from __future__ import annotations

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle, Role, owner, part_of
from countin.sim.kernel.states import DeviceState

simpler = Behaviour("Live.SimplerDevice.SimplerDevice")
sample = Behaviour("Live.Sample.Sample")


@simpler.get("sample")
def get_sample(handle: Handle, state: DeviceState) -> Handle | None:
    """The sample, None in an empty Simpler."""
    if state.sample_path is None:
        return None
    return owner(handle.sim_store, handle.sim_key, part_of(Role.SAMPLE))


@simpler.get("multi_sample_mode")
def get_multi_sample_mode(_handle: Handle, _state: DeviceState) -> bool:
    """A Set's Simplers hold one sample each; with several, Live shows a Sampler."""
    return False


@sample.get("file_path")
def get_file_path(_handle: Handle, state: DeviceState) -> str:
    """The path that the Set names; nothing opens it."""
    return state.sample_path or ""
