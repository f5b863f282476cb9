"""Choices are plain, comparable data that refuse what no method can do."""

import pickle

import pytest

from linkwork.description import choices as c


def test_choices_compare_and_pickle():
    assert c.NullSpace() == c.NullSpace(basis="lu") != c.NullSpace(basis="qr")
    for choice in (
        c.Augmented(),
        c.Baumgarte(5, 5),
        c.CoordinatePartitioning(),
        c.PartialVelocity(),
        c.KaneMultipliers(),
        c.Recursive(),
    ):
        assert pickle.loads(pickle.dumps(choice)) == choice
        assert isinstance(choice, c.Formulation)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: c.NullSpace("cholesky"), "basis is one of lu, qr, svd, zero-eigenvalue, not 'cholesky'"),
        (lambda: c.Baumgarte(-1), "alpha is a finite number, at least 0, not -1"),
        (lambda: c.Baumgarte(beta=float("nan")), "beta is a finite number"),
        (lambda: c.Augmented(sparse="yes"), "sparse is True, False or None"),
        (lambda: c.KaneMultipliers(eliminate=1), "eliminate is True or False"),
    ],
)
def test_bad_choices_are_named(make, words):
    with pytest.raises(ValueError, match=words):
        make()
