"""The probe: asks a real Live, on an empty Set, what sources leave open about it. One small file a question in
`asking/`; `questions.py` lists them, `bench.py` is what they work on, `session.py` runs them.
"""
