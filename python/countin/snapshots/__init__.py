"""Snapshots by reference: the library of every capture, content-addressed."""
