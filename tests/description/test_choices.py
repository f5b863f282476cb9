"""Choices are plain, comparable data that refuse what no method can do."""

import pickle

import pytest

import linkwork as lw
from linkwork.description import choices as c


def test_choices_compare_and_pickle():
    assert lw.NullSpace() == lw.NullSpace(basis="lu") != lw.NullSpace(basis="qr")
    for choice in (
        lw.Augmented(),
        lw.Baumgarte(5, 5),
        lw.CoordinatePartitioning(),
        lw.PartialVelocity(),
        lw.KaneMultipliers(),
        lw.Recursive(),
    ):
        assert pickle.loads(pickle.dumps(choice)) == choice
        assert isinstance(choice, c.Formulation)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: lw.NullSpace("cholesky"), "basis is one of lu, qr, svd, zero-eigenvalue, not 'cholesky'"),
        (lambda: lw.Baumgarte(-1), "alpha is a finite number, at least 0, not -1"),
        (lambda: lw.Baumgarte(beta=float("nan")), "beta is a finite number"),
        (lambda: lw.Augmented(sparse="yes"), "sparse is True, False or None"),
        (lambda: lw.KaneMultipliers(eliminate=1), "eliminate is True or False"),
    ],
)
def test_bad_choices_are_named(make, words):
    with pytest.raises(ValueError, match=words):
        make()
