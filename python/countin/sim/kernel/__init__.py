"""The machinery below the object model of the embedded Live: records, handles, undo, faults, generated classes."""
