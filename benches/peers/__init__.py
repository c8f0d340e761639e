"""Other people's servers and ours on one embedded Live: what setting and reading back parameters costs each."""
