"""`python -m benches.page [--measure [NAME ...]] [--quick]`: the figures in docs/performance.md and its plot.

Without options page and plot are made again from the figures in `docs/figures` and, beside the plot,
`docs/pictures/recall-cost.json`; with `--measure` the benches are run first, all or those named, one after another, and
what they say is kept there.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benches.plot import Mark, Plot, Series
from benches.scaling import ALLOWED, cells_of, exponent, straight, verdict

DOCS: Final = Path(__file__).parents[1] / "docs"
FIGURES: Final = DOCS / "figures"
PAGE: Final = DOCS / "performance.md"
PICTURE: Final = DOCS / "pictures" / "recall-cost.svg"
_STYLES: Final[Sequence[tuple[str, Mark, bool]]] = (
    ("#0969da", "circle", False),
    ("#cf222e", "square", False),
    ("#0969da", "triangle", True),
    ("#cf222e", "diamond", True),
    ("#57606a", "none", True),
)


@dataclass(frozen=True, slots=True)
class Bench:
    """A bench: what is run, and whether its figures are kept as JSON or as it prints them. `quick` where it knows a
    short form."""

    module: str
    as_json: bool = False
    quick: bool = True

    def command(self, *, quick: bool) -> list[str]:
        """What stands after `python -m`."""
        return [self.module, *(["--quick"] if quick and self.quick else [])]


BENCHES: Final[Mapping[str, Bench]] = {
    "canonical": Bench("benches.core.canonical"),
    "snapshots": Bench("benches.core.snapshots"),
    "recall-core": Bench("benches.core.recall_core", quick=False),
    "recall": Bench("benches.recall"),
    "holding": Bench("benches.recall.holding"),
    "scaling": Bench("benches.scaling", as_json=True),
    "peers": Bench("benches.peers", as_json=True),
    "files": Bench("benches.files"),
}


def kept(name: str) -> Path:
    """Where a bench's figures are."""
    if name == "scaling":
        return PICTURE.with_suffix(".json")
    return FIGURES / f"{name}.{'json' if BENCHES[name].as_json else 'txt'}"


def measure(name: str, *, quick: bool) -> None:
    """Run a bench and keep its figures. A missed bar is a figure too."""
    bench, file = BENCHES[name], kept(name)
    FIGURES.mkdir(exist_ok=True)
    command = [sys.executable, "-m", *bench.command(quick=quick), *(["--save", str(file)] if bench.as_json else [])]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True, cwd=DOCS.parent)
    print(done.stdout)
    if done.stdout and not bench.as_json:
        file.write_text(done.stdout.strip("\n") + "\n", encoding="utf-8")


# -- tables


def _peers(found: Mapping[str, Any]) -> Iterator[str]:
    for source, rows in found.items():
        yield f"**{source[0].upper()}{source[1:]}**\n"
        yield (
            "| peer | calls | its tick source | N | total ms | ms a parameter | requests | ticks "
            "| of `set_device_parameters` | of the recall |"
        )
        yield "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
        yield from (_peer(row) for row in rows)
        yield ""


def _peer(row: Mapping[str, Any]) -> str:
    named = f"| {row['peer']} | {row['call']} | {row['source']} | {row['parameters']:,}"
    if "refused" in row:
        return f"{named} | not run: {row['refused']} | | | | | |"
    return (
        f"{named} | {row['milliseconds']:,.1f} | {row['per_parameter']:.3f} | {row['requests']:,} | {row['ticks']:,} "
        f"| {row['of_set']:.2f} | {row['of_recall']:.2f} |"
    )


def _scaling(found: Mapping[str, Any]) -> Iterator[str]:
    sizes, pace = found["sizes"], found["milliseconds_of_unit"]
    yield "| ms (ratio to one `orjson.loads` of the snapshot) | " + " | ".join(f"{size:,}" for size in sizes) + " |"
    yield "| --- |" + " ---: |" * len(sizes)
    for name, points in found["lines"].items():
        cells = cells_of(found, points, lambda point: f"{point['of_unit'] * pace:,.1f} ({point['of_loads']:.2f})")
        yield f"| {name} | " + " | ".join(cells) + " |"
    yield ""
    yield from (f"- {name}: {verdict(points)}" for name, points in found["lines"].items())


def picture(found: Mapping[str, Any]) -> str:
    """The plot of the scaling bench."""
    pace = found["milliseconds_of_unit"]
    series = [
        Series(name, [(point["parameters"], point["of_unit"] * pace) for point in points], *style)
        for (name, points), style in zip(found["lines"].items(), _STYLES, strict=True)
    ]
    return Plot(
        "A recall by reference: plan and execute",
        "stub Live, ticks without pause; medians of interleaved rounds",
        "parameters in the device chain",
        "milliseconds",
        series,
        found["sizes"],
    ).svg()


_TABLES: Final[Mapping[str, Callable[[Any], Iterator[str]]]] = {"peers": _peers, "scaling": _scaling}


def block(name: str) -> str:
    """A bench's figures as Markdown."""
    if not kept(name).is_file():
        return "Not measured yet."
    text = kept(name).read_text(encoding="utf-8")
    if not BENCHES[name].as_json:
        return f"```\n{text.rstrip()}\n```"
    return "\n".join(_TABLES[name](json.loads(text))).rstrip()


# -- bars


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure that must not be exceeded: `found` finds it in what the bench printed, as `measured` and `bar`."""

    bench: str
    words: str
    found: str


PAYLOADS: Final = {"chain-20x128": "2,560 parameters", "drumrack-128x3x64": "24,593 parameters", "notes-100k": "notes"}
CORE: Final[Mapping[str, Mapping[str, str]]] = {
    "canonical": {
        "objects to RFC 8785 and SHA-256, of SHA-256 alone": "plan_hash / SHA-256 alone",
        "objects to RFC 8785 and SHA-256, of orjson sorted + hashlib": "plan_hash / orjson sorted",
        "objects to RFC 8785 and SHA-256, of `rfc8785`": "plan_hash / rfc8785",
        "objects to RFC 8785 and SHA-256, of sorted `json.dumps` + hashlib": "plan_hash / json.dumps sorted",
        "text to the same, of `orjson.loads` and that": "plan_hash of text / orjson.loads + plan_hash",
    },
    "snapshots": {
        "text to a validated snapshot, of msgspec's typed decoding": "Snapshot.parse / msgspec, typed",
        "topology of two equal snapshots, of `==`": "Snapshot.fits / == of two equal trees",
        "differences, of deepdiff-rs": "Snapshot.differences / deepdiff-rs",
    },
}
"""Of the benches of the core: what is measured, and how the line begins that tells it."""

_MEASURED: Final = r"[^\d\n]* (?P<measured>[\d.]+), bar (?P<bar>[\d.]+)"


def _of_core() -> Iterator[Bar]:
    """Of the lines that the benches have printed: not every payload has each."""
    for bench, lines in CORE.items():
        text = kept(bench).read_text(encoding="utf-8") if kept(bench).is_file() else ""
        for words, line in lines.items():
            for payload, size in PAYLOADS.items():
                found = rf"(?s){payload}[^\n]*(?:(?!\n\S).)*?{re.escape(line)}{_MEASURED}"
                if re.search(found, text):
                    yield Bar(bench, f"{words}: {size}", found)


BARS: Final = (
    Bar("recall", "recall of 250 of 24,593, reading free, of one `orjson.loads`",
        r"reading costs nothing, 250 changed +[\d.]+ +[\d.]+ +(?P<measured>[\d.]+) .*bar (?P<bar>[\d.]+)"),
    Bar("recall", "recall of 24,000 of 24,593, reading free, of one `orjson.loads`",
        r"reading costs nothing, 24000 changed +[\d.]+ +[\d.]+ +(?P<measured>[\d.]+) .*bar (?P<bar>[\d.]+)"),
    Bar("holding", "longest tick of a re-capture, p99 of the time it ran, of the tick budget",
        r"(?P<measured>[\d.]+) of the budget +bar (?P<bar>[\d.]+)"),
    Bar("holding", "a trivial call beside the parsing of 3 MB, p99, of the same alone",
        r"(?P<measured>[\d.]+) of p99 alone +bar (?P<bar>[\d.]+)"),
    Bar("files", "opening the largest Live Set at hand, of parsing its XML",
        rf"read_set / .*?{_MEASURED}"),
)  # fmt: skip


def bars() -> str:
    """Every bar with what was measured."""
    lines = ["| bench | what | measured | bar | |", "| --- | --- | ---: | ---: | --- |"]
    lines += [_bar(bar) for bar in (*_of_core(), *BARS)]
    lines += [_straight(name, points) for name, points in _lines().items() if "changed" in name and len(points) > 2]
    return "\n".join(lines)


def _bar(bar: Bar) -> str:
    text = kept(bar.bench).read_text(encoding="utf-8") if kept(bar.bench).is_file() else ""
    match = re.search(bar.found, text)
    if match is None:
        return f"| {bar.bench} | {bar.words} | not measured | | |"
    measured, most = float(match["measured"]), float(match["bar"])
    return f"| {bar.bench} | {bar.words} | {measured:.3g} | {most:g} | {_held(measured <= most)} |"


def _lines() -> Mapping[str, Any]:
    file = kept("scaling")
    return json.loads(file.read_text(encoding="utf-8"))["lines"] if file.is_file() else {}


def _straight(name: str, points: Sequence[Mapping[str, float]]) -> str:
    found = [(int(point["parameters"]), point["of_unit"]) for point in points]
    worst = straight(found)[2]
    words = f"linear in the parameters: {name} (power {exponent(found):.2f}), worst distance from a line"
    return f"| scaling | {words} | {worst:.2f} | {ALLOWED:g} | {_held(worst <= ALLOWED, 'in steps, see below')} |"


def _held(held: bool, otherwise: str = "**missed**") -> str:
    return "held" if held else otherwise


# -- the page


def page(text: str) -> str:
    """The page with every marked part made anew: `<!-- figures: NAME -->` to `<!-- end -->`."""

    def made(match: re.Match[str]) -> str:
        name = match["name"]
        return f"<!-- figures: {name} -->\n{bars() if name == 'bars' else block(name)}\n<!-- end -->"

    return re.sub(r"(?s)<!-- figures: (?P<name>[\w-]+) -->.*?<!-- end -->", made, text)


def main(arguments: Sequence[str]) -> int:
    """Measure where asked, then write page and plot."""
    parser = argparse.ArgumentParser(prog="python -m benches.page")
    parser.add_argument("--measure", nargs="*", choices=[*BENCHES], help="run benches first: all, or those named")
    parser.add_argument("--quick", action="store_true", help="in their short forms")
    said = parser.parse_args(arguments)
    if said.measure is not None:
        for name in said.measure or BENCHES:
            measure(name, quick=said.quick)
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    if kept("scaling").is_file():
        PICTURE.write_text(picture(json.loads(kept("scaling").read_text(encoding="utf-8"))), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
