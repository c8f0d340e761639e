"""Looking at Live: one round trip for all looks, captures made of their bytes by the core, layouts fetched once.

A capture names its layouts (what devices look like) by digest. Those that are not known yet are asked for in a second
round trip; they are remembered by content, whatever Live or Set they came from. The last captures are held: where Live
shows the same again, it says so, and nothing of it is sent or read twice.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, cast

from countin._remote_script.Countin import wire
from countin.bridge import Bridge, Observed
from countin.contract.held_captures import Asked, Held, HeldCaptures
from countin.core import UNKNOWN_LAYOUT, Capture, CoreError, Layout
from countin.declaration import Look, live
from countin.errors import Refusal

LAYOUTS_KEPT = 65_536
"""Layouts remembered; beyond it those go that were asked for longest ago."""
LAYOUTS_AT_ONCE = 4096
LARGE_BYTES = 128 * 1024
"""From this size of an observation on a tool works for milliseconds, and a thread costs little beside that."""
LARGE_CAPTURE_BYTES = 512 * 1024
"""From this size on the core alone reads an answer for a millisecond."""

T = TypeVar("T")
Progress = Callable[[float, float | None, str], Awaitable[None]]


class Looking:
    """Observes Live for tools and for the contract itself."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._layouts: OrderedDict[bytes, Layout] = OrderedDict()
        self._captures = HeldCaptures()

    async def observe(
        self,
        looks: Sequence[Look[Any, Any]],
        *,
        planning: bool = False,
        timeout: float | None = None,
        progress: Progress | None = None,
    ) -> Observed:
        """Rows by look; of captured kinds a `Capture`. `planning`: what stands beside a look shall be recalled onto
        what is seen. Raises `Refusal`."""
        found, is_worded = await self._observe(looks, planning, timeout, progress)
        if not is_worded:  # now what is held here is what Live has told last
            found, _ = await self._observe(looks, planning, timeout, progress)
        return found

    async def _observe(
        self, looks: Sequence[Look[Any, Any]], planning: bool, timeout: float | None, progress: Progress | None
    ) -> tuple[Observed, bool]:
        """What one round trip shows, and whether all words that were asked for came with it."""
        asked = [self._captures.asked(look) for look in looks]
        found = await self._bridge.observe(
            [one.look for one in asked],
            known={one.look: one.held.known for one in asked if one.held is not None},
            meanwhile=partial(_plan_ahead, asked) if planning else None,
            timeout=timeout,
            progress=progress,
        )
        rows: dict[Look[Any, Any], Any] = dict(found.rows)
        size, is_worded = found.size, True
        for one in asked:
            if one.look.kind.captured:
                answer = wire.Answered(*found.rows[one.look])
                held = await self._held(one, answer, found.digests[one.look])
                rows[one.look] = held.capture
                size += one.size if answer.as_known else 0
                is_worded &= answer.as_known or not one.lacks_words(held.capture)
                self._captures.hold(one.look, held, found.instance)
        return replace(found, rows=rows, size=size), is_worded

    async def _held(self, asked: Asked, answer: wire.Answered, digest: str) -> Held:
        """What Live shows, to be held: the next look will often find the same."""
        look, held = asked.look, asked.held
        try:
            if held is not None and answer.as_known:
                return held._replace(capture=held.capture.with_words(answer.words))
            capture = await self._read(look, answer)
        except CoreError as error:
            raise Refusal(
                "internal_error",
                f"Live's answer cannot be read ({error.message}): the Remote Script and this server do not fit. Run "
                "`countin install`, restart Live and try again",
                path=look.path,
            ) from None
        known = bytes.fromhex(digest) + hashlib.sha256(answer.shown).digest()
        return Held(capture, known, len(answer.guard) + len(answer.shown))

    async def _read(self, look: Look[Any, Any], answer: wire.Answered) -> Capture:
        """The capture that these bytes are; layouts that it lacks are asked for. Raises `CoreError`."""
        (kind, owner), (guard, shown, words, _) = _meant(look), answer

        async def read() -> Capture:
            known, size = self._layouts, len(guard) + len(shown)
            return await worked_out(
                size, lambda: Capture.read(kind, owner, guard, shown, known, words), large=LARGE_CAPTURE_BYTES
            )

        try:
            return await read()
        except CoreError as error:
            if error.code != UNKNOWN_LAYOUT:
                raise
        await self._learn(Capture.layouts_of(kind, guard, shown))
        return await read()

    async def _learn(self, wanted: Sequence[bytes]) -> None:
        """All of these layouts are known afterwards."""
        missing = [digest for digest in wanted if digest not in self._layouts]
        for start in range(0, len(missing), LAYOUTS_AT_ONCE):
            await self._fetch(tuple(missing[start : start + LAYOUTS_AT_ONCE]))
        for digest in wanted:
            self._layouts.move_to_end(digest)
        while len(self._layouts) > max(LAYOUTS_KEPT, len(wanted)):
            self._layouts.popitem(last=False)

    async def _fetch(self, digests: tuple[bytes, ...]) -> None:
        look = live(wire.LAYOUTS, wire.LayoutsAsked(digests))
        found = await self._bridge.observe((look,))
        told = cast("wire.LayoutsTold", found.rows[look])
        for digest, packed in zip(digests, told.layouts, strict=True):
            layout = Layout.parse(packed) if packed else None
            if layout is None or layout.digest != digest:
                raise Refusal(
                    "observation_moving", "a device has changed while it was read; look again, it costs one more call"
                )
            self._layouts[digest] = layout


async def _plan_ahead(asked: Sequence[Asked]) -> None:
    """While Live looks: most likely it finds what is held, and then a recall onto that is planned already."""
    for one in asked:
        if one.held is not None and one.target is not None:
            await worked_out(one.size, partial(one.held.capture.plan_ahead, one.target))


def _meant(look: Look[Any, Any]) -> tuple[str, str]:
    """What the core calls the capture of a look, and whose it is."""
    asked = look.arguments
    if isinstance(asked, wire.ChainAsked):
        return ("device" if asked.device else "chain"), asked.owner
    return look.kind.name, str(asked[0])


async def worked_out(size: int, work: Callable[[], T], *, large: int = LARGE_BYTES) -> T:
    """The result of pure `work`; beside the loop where what was seen is large, so that other calls go on meanwhile."""
    return await asyncio.to_thread(work) if size > large else work()
