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
        (lambda: lw.KaneMultipliers(eliminate=1), "eliminate is True or False"),
    ],
)
def test_bad_choices_are_named(make, words):
    with pytest.raises(ValueError, match=words):
        make()


@pytest.mark.parametrize("make", [lambda: lw.Augmented(sparse=True), lambda: lw.Augmented(False)])
def test_the_former_choice_of_augmented_names_recursive(make):
    with pytest.raises(TypeError, match=r"dense at every size; Recursive\(\) solves the same equations"):
        make()
