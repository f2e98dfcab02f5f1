"""A few seconds of fuzz.py, with a seed of its own: no crash, no exception, no hang."""

from .fuzz import run


def test_mutated_lists(corpus):
    assert run(6, corpus, seed=7) > 5
