"""The questions of the probe, one file each: what it does, how that is taken back, what it answers."""
