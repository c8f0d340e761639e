"""Captures are kept at once, recalls take a reference: snapshots never travel through a client."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bridge.virtual_time import run
from contract.stage import RECALL, SCENES, ListScenes, Stage, file_tokens, refusal_of, stage
from countin.core import Snapshot
from countin.declaration import Answer, Read

DEVICE: dict[str, Any] = {"name": "Reverb", "className": "Reverb", "type": "audio_effect", "parameters": []}
SNAPSHOT = Snapshot.from_object({"format": "cavi-device-chain-v1", "devices": [DEVICE]})
CAPTURE = Read(
    name="capture",
    title="capture",
    description="capture",
    toolset="test",
    arguments=ListScenes,
    members={},
    observe=lambda _, __: (SCENES,),
    answer=lambda _, __: Answer({"snapshot": SNAPSHOT.reference}, keep=(SNAPSHOT,)),
)


async def capture(on: Stage) -> str:
    return (await on.call(CAPTURE)).body["snapshot"]


def test_a_capture_can_be_recalled_by_its_reference_or_the_first_digits_of_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            reference = await capture(on)
            for text in (reference, reference[:17]):
                offer = await on.plan(RECALL, snapshot=text, names=None)
                result = await on.execute(offer)
                assert result.body["observed"]["name"] == "cavi-device-chain-v1"

    run(main)


def test_an_unknown_reference_is_refused_before_live_is_looked_at(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            refusal = await refusal_of(on.plan(RECALL, snapshot="snap_000000000000", names=None))
            assert (refusal.code, refusal.path) == ("not_found", "/snapshot")
            assert on.live.observations == 0

    run(main)


def test_a_capture_that_cannot_be_kept_says_so_instead_of_handing_out_a_dead_reference(tmp_path: Path) -> None:
    (tmp_path / "snapshots").write_text("in the way")

    async def main() -> None:
        async with stage(tmp_path) as on:
            refusal = await refusal_of(capture(on))
            assert refusal.code == "internal_error"
            assert "capture again" in refusal.message
            assert str(tmp_path) not in refusal.message

    run(main)


def test_a_plan_made_in_another_process_is_made_again_from_the_same_snapshot(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path, tokens=file_tokens(tmp_path)) as on:
            offer = await on.plan(RECALL, snapshot=await capture(on), names=None)
            on.contract._plans._held.clear()  # pyright: ignore[reportPrivateUsage]  (another process has no plan)
            result = await on.execute(offer)
            assert result.body["operationOutcome"]["status"] == "applied"

    run(main)
