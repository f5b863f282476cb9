"""The (4,5) pair of P. Bogacki and L. F. Shampine, "An efficient Runge-Kutta (4,5) pair", Computers & Mathematics with
Applications 32 (1996) 15-28, with the interpolant of RKSUITE (Brankin, Gladwell & Shampine, netlib.org/ode/rksuite).

Row 7 of A is the solution's weights, stage 7 the next step's first; stages 8-10 serve the interpolant only.
ERROR_EARLY needs the first six stages, ERROR all eight. DENSE gives rows F3, F4, F5 of `interpolation.py`.
"""

from fractions import Fraction as R

import numpy as np

_A = (
    (),
    (R(1, 6),),
    (R(2, 27), R(4, 27)),
    (R(183, 1372), R(-162, 343), R(1053, 1372)),
    (R(68, 297), R(-4, 11), R(42, 143), R(1960, 3861)),
    (R(597, 22528), R(81, 352), R(63099, 585728), R(58653, 366080), R(4617, 20480)),
    (R(174197, 959244), R(-30942, 79937), R(8152137, 19744439), R(666106, 1039181), R(-29421, 29068), R(482048, 414219)),
    (R(587, 8064), R(0), R(4440339, 15491840), R(24353, 124800), R(387, 44800), R(2152, 5985), R(7267, 94080)),
    (R(455, 6144), R(0), R(10256301, 35409920), R(2307361, 17971200), R(-387, 102400), R(73, 5130), R(-7267, 215040),
     R(1, 32)),
    (R(-837888343715, 13176988637184), R(30409415, 52955362), R(-48321525963, 759168069632),
     R(8530738453321, 197654829557760), R(1361640523001, 1626788720640), R(-13143060689, 38604458898),
     R(18700221969, 379584034816), R(-5831595, 847285792), R(-5183640, 26477681)),
    (R(98719073263, 1551965184000), R(1307, 123552), R(4632066559387, 70181753241600), R(7828594302389, 382182512025600),
     R(40763687, 11070259200), R(34872732407, 224610586200), R(-2561897, 30105600), R(1, 10), R(-1, 10),
     R(-1403317093, 11371610250)),
)  # fmt: skip
_C = (R(0), R(1, 6), R(2, 9), R(3, 7), R(2, 3), R(3, 4), R(1), R(1), R(1, 2), R(5, 6), R(1, 9))
_EARLY = (R(-3, 1280), R(0), R(6561, 632320), R(-343, 20800), R(243, 12800), R(-1, 95), R(0), R(0))
_LOWER = (R(2479, 34992), R(0), R(123, 416), R(612941, 3411720), R(43, 1440), R(2272, 6561), R(79937, 1113912),
          R(3293, 556956))  # fmt: skip

# y(t) = y_new + h sum_j K_j sum_k _P[j][k-1] sigma^k, sigma = (t - t_new)/h
_P = (
    (R(0), R(-11513270273, 3502699200), R(-87098480009, 5254048800), R(-2048058893, 59875200), R(-1620741229, 50038560),
     R(-12134338393, 1050809760)),
    (R(0),) * 6,
    (R(0), R(-29327744613, 2436866432), R(-69509738227, 1218433216), R(-39991188681, 374902528),
     R(-539868024987, 6092166080), R(-33197340367, 1218433216)),
    (R(0), R(-2382590741699, 331755652800), R(-16209923456237, 497633479200), R(-333945812879, 5671036800),
     R(-7896875450471, 165877826400), R(-284800997201, 19905339168)),
    (R(0), R(-36591193, 86486400), R(-32406787, 18532800), R(-633779, 211200), R(-103626067, 43243200),
     R(-540919, 741312)),
    (R(0), R(-611586736, 89131185), R(-3357024032, 1871754885), R(183022264, 5332635), R(30405842464, 623918295),
     R(7157998304, 374350977)),
    (R(0), R(-65403, 15680), R(-385151, 15680), R(-1620541, 31360), R(-719433, 15680), R(-138073, 9408)),
    (R(1), R(149, 16), R(2501, 64), R(4715, 64), R(3991, 64), R(1245, 64)),
    (R(0), R(16), R(199, 3), R(103), R(71), R(55, 3)),
    (R(0), R(-423642896, 126351225), R(-11411880511, 379053675), R(-26477681, 359975), R(-1774004627, 25270245),
     R(-1774004627, 75810735)),
    (R(0), R(12), R(59), R(117), R(105), R(35)),
)  # fmt: skip


def _dense_rows() -> np.ndarray:
    """F3, F4, F5 by stage: with sigma = theta - 1 and the solution's weights b_j, the part of _P beyond Hermite's cubic is

    sum_k _P[j][k] sigma^(k+1) + b_j - (cubic)_j = theta² (1 - theta)² (F3 + theta (F4 + (1 - theta) F5)),

    a polynomial identity: its coefficients of sigma², sigma³, … follow from dividing by sigma² (1 + sigma)².
    """
    weights = [*_A[7], *[R(0)] * 4]
    rows = np.zeros((3, 11))
    for j in range(11):
        first, last = R(int(j == 0)), R(int(j == 7))
        b = weights[j]
        # the cubic in sigma, about the end: b + last·sigma + c2 sigma² + c3 sigma³ with value 0, slope `first` at sigma = -1
        c2 = -3 * b + 2 * last + first
        c3 = -2 * b + last + first
        rest = [_P[j][1] - c2, _P[j][2] - c3, _P[j][3], _P[j][4], _P[j][5]]  # of sigma^2 … sigma^6
        quotient = []  # by (1 + sigma)²: constant, sigma, sigma²
        for k in range(3):
            previous = quotient[k - 1] if k else R(0)
            before = quotient[k - 2] if k > 1 else R(0)
            quotient.append(rest[k] - 2 * previous - before)
        u0, u1, u2 = quotient
        # u0 + u1 sigma + u2 sigma² = F3 + theta F4 + theta (1 - theta) F5, theta = 1 + sigma, 1 - theta = -sigma
        f5 = -u2
        f4 = u1 + f5
        rows[:, j] = float(u0 - f4), float(f4), float(f5)
    return rows


def _matrix() -> np.ndarray:
    full = np.zeros((11, 11))
    for j, row in enumerate(_A):
        full[j, : len(row)] = [float(a) for a in row]
    return full


A = _matrix()
C = np.array([float(c) for c in _C])
ERROR_EARLY = np.array([float(e) for e in _EARLY])
ERROR = np.array([float(e - b) for e, b in zip(_LOWER, (*_A[7], R(0)), strict=True)])
DENSE = _dense_rows()
STAGES, WEIGHTS_ROW, ALL_STAGES = 7, 7, 11
