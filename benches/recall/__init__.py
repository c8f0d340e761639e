"""What a recall of a large snapshot costs, on a stub Live: everything but Live itself."""
