"""What a replay asks of every pass over steps of one method, beside its `primal`, `direct` and `adjoint`."""

from __future__ import annotations

from typing import ClassVar

import numpy as np


class Pass:
    """A pass over the steps of one method."""

    goes_together: ClassVar[bool] = False  # whether tangents may be computed in the primal pass
    direct_alone: ClassVar[bool] = False  # whether `direct` needs nothing that `primal` leaves
    points_of_a_step: int
    restarts: np.ndarray = np.zeros(0, bool)  # (n_step) of methods that remember steps: whether one begins anew
