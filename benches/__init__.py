"""Benches: ratios measured in one interleaved run. `python -m benches` runs all, `python -m benches gates` the bars."""
