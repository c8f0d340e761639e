"""Pictures as a client gets them: PNG beside the structured answer, in both protocol eras."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
import struct
import zlib
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import pytest
import resvg_py
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp import Client
from mcp import types as t

from countin.declaration import Arguments, Drawing, Tool
from countin.face.pictures import Pictures, png
from countin.face.resources import Resources
from countin.face.server import App, Progress, build
from countin.tools.registry import BY_NAME
from tools.chain_objects import chain, compared, device, held, parameter
from tools.looks import seen

LARGEST = 300_000
SMALL = held(device("Operator", parameter("Level", 0.2))), held(device("Operator", parameter("Level", 0.9)))


def decoded(image: bytes) -> tuple[int, int, bytes]:
    """Width, height and scan lines (four bytes a pixel, each line behind its filter) of a PNG that is whole."""
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    at, data, size = 8, b"", (0, 0)
    while at < len(image):
        length, kind = struct.unpack(">I4s", image[at : at + 8])
        body = image[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", image[at + 8 + length : at + 12 + length])[0]
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
            assert body[8:] == bytes((8, 6, 0, 0, 0))
        data += body if kind == b"IDAT" else b""
        at += 12 + length
    return *size, zlib.decompress(data)


def without(picture: Drawing, what: str) -> Drawing:
    """The same picture without some of its elements."""
    return Drawing(re.sub(what, "", picture.svg), picture.width, picture.height)


def test_an_image_is_of_the_size_said_and_shows_both_texts_and_bars() -> None:
    picture = compared(*SMALL)["picture"]
    width, height, lines = decoded(png(picture))
    assert (width, height) == (picture.width, picture.height)
    assert len(lines) == height * (1 + 4 * width)
    others = [png(without(picture, what)) for what in ("<text.*?</text>", "<circle[^>]*>", '<g class="lane".*</g>')]
    assert len({decoded(other)[2] for other in (png(picture), *others)}) == 4


def test_every_weight_of_a_text_is_drawn_without_fonts_of_the_system() -> None:
    def image(text: str, weight: str) -> bytes:
        element = f'<text x="5" y="20" font-weight="{weight}" font-family="DejaVu Sans">{text}</text>'
        return png(Drawing(f'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30">{element}</svg>', 90, 30))

    texts = ("", "Abc", "Ж", "□", "→", "ñ")
    assert len({image(text, weight) for text in texts for weight in ("normal", "bold")}) >= 2 * len(texts) - 2
    assert image("Abc", "bold") != image("Abc", "normal")


def test_the_same_picture_is_the_same_file() -> None:
    picture = compared(*SMALL)["picture"]
    assert png(picture) == png(picture)


def test_the_largest_pictures_are_small_files() -> None:
    words = "The quick brown fox jumps over the lazy dog and Zwölf Boxkämpfer jagen @&%#"
    choices = (words[::-1], words, f"{words}!")

    def long(value: float) -> dict[str, Any]:
        knobs = [parameter(f"{place} {words}", value, 0.0, 2.0, choices) for place in range(150)]
        return held(device(words, *knobs))

    def many(value: float) -> dict[str, Any]:
        strips = [
            chain(f"{place} {words}", device(words, parameter(f"{place} {words}", value, 0.0, 2.0)))
            for place in range(100)
        ]
        return held(device(words, chains=strips))

    def plain(value: float) -> dict[str, Any]:
        return held(
            *(device("W", *(parameter("W", value, 0.0, 2.0, ("W", "X", "Y")) for _ in range(3))) for _ in range(99))
        )

    for built in (long, many, plain):
        picture = compared(built(0.0), built(1.0))["picture"]
        assert picture.height <= 2400
        assert len(png(picture)) < LARGEST


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",)), max_size=40), min_size=3, max_size=3))
@settings(max_examples=15)
def test_any_names_can_be_drawn(names: list[str]) -> None:
    one, other, third = names
    before = held(device(one, parameter(other, 0.1)), device(third))
    after = held(device(third, parameter(other, 0.9)), device(f"{one}{third}"))
    picture = compared(before, after)["picture"]
    assert decoded(png(picture))[:2] == (picture.width, picture.height)


# --- through the face ----------------------------------------------------------------------------------------------


class _Answer:
    def __init__(self, body: dict[str, Any]) -> None:
        self.body, self.is_error, self.cost = body, False, {"roundTrips": 0}


class _Contract:
    """Answers with what the tool makes of its arguments alone."""

    async def call(self, tool: Tool, arguments: Arguments, *, progress: Progress | None = None) -> _Answer:
        reads: Any = tool
        return _Answer(reads.answer(arguments, seen({})).result)


Era = Literal["legacy", "auto"]


def called(era: Era, **arguments: Any) -> t.CallToolResult:
    return in_session(era, lambda client: client.call_tool("diff_snapshots", arguments))


def in_session(era: Era, act: Callable[[Client], Awaitable[Any]]) -> Any:
    async def nothing() -> None:
        pass

    async def session() -> Any:
        resources = Resources(plan=lambda _: None, snapshot=lambda _: b"{}")
        app = App(tools=[BY_NAME["diff_snapshots"]], contract=_Contract(), resources=resources, close=nothing)
        async with Client(build(app), mode=era) as client:
            return await act(client)

    return asyncio.run(session())


@pytest.mark.parametrize("era", ["legacy", "auto"])
def test_a_client_gets_the_picture_beside_text_and_structure(era: Era) -> None:
    result = called(era, before=SMALL[0], after=SMALL[1], picture=True)
    text, image = result.content
    assert isinstance(text, t.TextContent)
    assert isinstance(image, t.ImageContent)
    assert image.mime_type == "image/png"
    structure = result.structured_content
    assert structure is not None
    width, height, _ = decoded(base64.b64decode(image.data, validate=True))
    about = {"mimeType": "image/png", "width": width, "height": height, "shown": 1, "left": 0}
    digest = hashlib.sha256(base64.b64decode(image.data)).hexdigest()
    assert structure["picture"] == about | {"resource": f"countin://picture/{digest}"}
    assert '"mimeType":"image/png"' in text.text
    assert "<svg" not in text.text


@pytest.mark.parametrize("era", ["legacy", "auto"])
def test_a_client_that_is_shown_no_image_block_reads_the_picture_as_a_resource(era: Era) -> None:
    async def act(client: Client) -> tuple[t.CallToolResult, t.ReadResourceResult]:
        result = await client.call_tool("diff_snapshots", {"before": SMALL[0], "after": SMALL[1], "picture": True})
        assert result.structured_content is not None
        return result, await client.read_resource(result.structured_content["picture"]["resource"])

    result, resource = in_session(era, act)
    (contents,) = resource.contents
    assert isinstance(contents, t.BlobResourceContents)
    assert (contents.mime_type, contents.blob) == ("image/png", result.content[1].data)


def test_only_the_last_pictures_are_kept() -> None:
    pictures = Pictures(kept=2)
    first, second = pictures.keep(b"1"), pictures.keep(b"2")
    assert pictures.keep(b"1") == first
    third = pictures.keep(b"3")
    assert [pictures.find(digest) for digest in (first, second, third)] == [b"1", None, b"3"]


@pytest.mark.parametrize("era", ["legacy", "auto"])
def test_without_asking_for_it_there_is_one_text_block_as_ever(era: Era) -> None:
    result = called(era, before=SMALL[0], after=SMALL[1])
    assert [type(block) for block in result.content] == [t.TextContent]
    assert result.structured_content is not None
    assert "picture" not in result.structured_content


def test_a_renderer_that_panics_fails_the_call_and_not_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    class PanicException(BaseException):
        """As the bindings of Rust raise it."""

    def panics(**_: Any) -> bytes:
        raise PanicException("at /somewhere/secret.rs")

    monkeypatch.setattr(resvg_py, "svg_to_bytes", panics)
    result = called("auto", before=SMALL[0], after=SMALL[1], picture=True)
    assert result.is_error
    assert result.structured_content is not None
    assert result.structured_content["error"]["code"] == "internal_error"
    assert "secret" not in str(result)
