"""The page about performance shows the figures that are kept, and so does its plot."""

from __future__ import annotations

import json
from xml.etree import ElementTree

from benches import page
from benches.plot import Axis, Plot, Series


def test_the_page_and_its_plot_show_the_figures_that_are_kept() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    assert page.page(text) == text, "run: python -m benches.page"
    kept = json.loads(page.kept("scaling").read_text(encoding="utf-8"))
    assert page.PICTURE.read_text(encoding="utf-8") == page.picture(kept), "run: python -m benches.page"


def test_every_bench_has_its_place_on_the_page_and_can_be_run() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    for name, bench in page.BENCHES.items():
        assert f"<!-- figures: {name} -->" in text
        assert f"| {name} | `python -m {bench.module}` |" in text
        path = page.DOCS.parent.joinpath(*bench.module.split("."))
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()


def test_a_straight_line_is_found_and_a_bent_one_is_not() -> None:
    straight = [{"parameters": size, "of_unit": 0.5 + size / 1000} for size in (1000, 10_000, 100_000)]
    bent = [{**point, "of_unit": point["parameters"] ** 2 / 1e6} for point in straight]
    assert page.verdict(straight).startswith("linear: at most 0%")
    assert page.verdict(bent).startswith("NOT linear")


def test_a_plot_puts_equal_factors_at_equal_distances_and_names_each_line() -> None:
    axis = Axis(1.0, 100.0, 0.0, 200.0)
    assert [axis.at(value) for value in (1.0, 10.0, 100.0)] == [0.0, 100.0, 200.0]
    lines = [Series("a < b", [(1, 1), (10, 10)], "#000000"), Series("c", [(1, 2), (10, 20)], "#ffffff", "square")]
    drawn = ElementTree.fromstring(Plot("T", "n", "x", "y", lines, (1, 10)).svg())
    texts = [element.text for element in drawn.iter() if element.tag.endswith("}text")]
    assert {"T", "x", "y", "a < b", "c", "1", "10"} <= set(texts)
