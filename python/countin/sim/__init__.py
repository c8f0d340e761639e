"""The embedded Live: a headless stand-in for Ableton Live. It knows nothing of Countin and imports nothing from it."""
