"""The tools: one file a domain, each a list of declarations. A tool says what it must observe and how an answer or a
plan follows; it does no I/O."""
