"""Looking at Live: one round trip for all looks, captures made of their bytes by the core, layouts fetched once.

A capture names its layouts (what devices look like) by digest. Those that are not known yet are asked for in a second
round trip; they are remembered by content, whatever Live or Set they came from. The last captures are held: where Live
shows the same again, it says so, and nothing of it is sent or read twice.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, TypeVar, cast

from countin._remote_script.Countin import wire
from countin.bridge import Bridge, Observed
from countin.core import UNKNOWN_LAYOUT, Capture, CoreError, Layout, Snapshot
from countin.declaration import Look, live
from countin.errors import Refusal

LAYOUTS_KEPT = 65_536
"""Layouts remembered; beyond it those go that were asked for longest ago."""
LAYOUTS_AT_ONCE = 4096
CAPTURES_KEPT = 16
"""Captures that are held; beyond it those go that were looked at longest ago."""
LARGE_BYTES = 128 * 1024
"""From this size of an observation on a tool works for milliseconds, and a thread costs little beside that."""
CHANGE_BYTES = 256
"""What a value counts for in that which a plan will change: planning it costs as much as reading so many bytes."""
LARGE_CAPTURE_BYTES = 512 * 1024
"""From this size on the core alone reads an answer for a millisecond."""

T = TypeVar("T")
Progress = Callable[[float, float | None, str], Awaitable[None]]


class _Held(NamedTuple):
    """A capture, what the answer that it was read from is called (`wire.Question`), and how many bytes that had."""

    capture: Capture
    known: bytes
    size: int


class _Asked(NamedTuple):
    """A look as it is sent, and what working on it costs where what is held is still the same, as bytes that came."""

    look: Look[Any, Any]
    size: int
    target: Snapshot | None = None
    """What stands beside it, and differs from what is held."""


class Looking:
    """Observes Live for tools and for the contract itself."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._layouts: OrderedDict[bytes, Layout] = OrderedDict()
        self._captures: OrderedDict[Look[Any, Any], _Held] = OrderedDict()

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
        held = {look: found for look in looks if (found := self._held(look)) is not None}
        asked = [_asked(look, held.get(look)) for look in looks]
        found = await self._bridge.observe(
            [one.look for one in asked],
            known={look: one.known for look, one in held.items()},
            meanwhile=partial(_plan_ahead, asked, held) if planning else None,
            timeout=timeout,
            progress=progress,
        )
        rows: dict[Look[Any, Any], Any] = dict(found.rows)
        size = found.size
        for one in asked:
            look = one.look
            if look.kind.captured:
                answer = wire.Answered(*found.rows[look])
                size += one.size if answer.as_known else 0
                rows[look] = await self._capture(look, answer, held.get(look), found.digests[look])
        return replace(found, rows=rows, size=size)

    def _held(self, look: Look[Any, Any]) -> _Held | None:
        """The capture that this look will most likely find again: its own last one, or one of more or less of the same,
        because often both hold all there is."""
        if not look.kind.captured:
            return None
        subject = wire.subject_of(look.arguments)
        like = (
            held
            for other, held in reversed(self._captures.items())
            if other.kind is look.kind and wire.subject_of(other.arguments) == subject
        )
        return self._captures.get(look) or next(like, None)

    async def _capture(self, look: Look[Any, Any], answer: wire.Answered, held: _Held | None, digest: str) -> Capture:
        """What Live shows; it is held, because the next look will often find the same."""
        try:
            if held is not None and answer.as_known:
                capture, known = held.capture.with_words(answer.words), held
            else:
                capture = await self._read(look, answer)
                shown = hashlib.sha256(answer.shown).digest()
                known = _Held(capture, bytes.fromhex(digest) + shown, len(answer.guard) + len(answer.shown))
        except CoreError as error:
            raise Refusal(
                "internal_error",
                f"Live's answer cannot be read ({error.message}): the Remote Script and this server do not fit. Run "
                "`countin install`, restart Live and try again",
                path=look.path,
            ) from None
        self._captures[look] = known
        self._captures.move_to_end(look)
        while len(self._captures) > CAPTURES_KEPT:
            self._captures.popitem(last=False)
        return capture

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


def _asked(look: Look[Any, Any], held: _Held | None) -> _Asked:
    """What is sent of a look. Beside one whose capture is held stand only the values that a snapshot holds otherwise;
    all of them where nothing differs, because then the words are for what has moved since."""
    if held is None:
        return _Asked(look, 0)
    if not isinstance(look.beside, Snapshot):
        return _Asked(look, held.size)
    places, values, count = held.capture.asked(look.beside, wire.WORDED)
    if not places:
        return _Asked(look, 0)
    return _Asked(replace(look, beside=wire.Beside(values, b"", places)), count * CHANGE_BYTES, look.beside)


async def _plan_ahead(asked: Sequence[_Asked], held: Mapping[Look[Any, Any], _Held]) -> None:
    """While Live looks: most likely it finds what is held, and then a recall onto that is planned already."""
    for look, size, target in asked:
        if target is not None:
            await worked_out(size, partial(held[look].capture.plan_ahead, target))


def _meant(look: Look[Any, Any]) -> tuple[str, str]:
    """What the core calls the capture of a look, and whose it is."""
    asked = look.arguments
    if isinstance(asked, wire.ChainAsked):
        return ("device" if asked.device else "chain"), asked.owner
    return look.kind.name, str(asked[0])


async def worked_out(size: int, work: Callable[[], T], *, large: int = LARGE_BYTES) -> T:
    """The result of pure `work`; beside the loop where what was seen is large, so that other calls go on meanwhile."""
    return await asyncio.to_thread(work) if size > large else work()
