"""Maps between components and tangent vectors of rotations, for implicit steps at one state at a time
(kernels.charts)."""

from __future__ import annotations

import numpy as np

from linkwork.kernels import charts as turning
from linkwork.model.model import Model
from linkwork.model.tangent_places import TangentPlaces


class TurningMaps:
    """Maps between components and tangent vectors at one position; arrays are (rows, k)."""

    def __init__(self, model: Model):
        places = TangentPlaces.of(model)
        self.nq, self.nv = places.nq, places.nv
        self.starts = np.ascontiguousarray(places.turn_v[:, 0])
        self.places = places.plain_q, places.plain_v, places.turn_q, self.starts

    def components(self, q: np.ndarray, X: np.ndarray, transposed: bool = False) -> np.ndarray:
        """Return the changes (nq, k) of components along tangent vectors (nv, k), or the transpose of `tangents`."""
        E = np.empty((self.nq, X.shape[1]))
        turning.to_components(q, np.ascontiguousarray(X), *self.places, transposed, E)
        return E

    def tangents(self, q: np.ndarray, E: np.ndarray, transposed: bool = False) -> np.ndarray:
        """Return the tangent vectors (nv, k) of changes of components (nq, k), or the transpose of `components`."""
        X = np.empty((self.nv, E.shape[1]))
        turning.to_tangents(q, np.ascontiguousarray(E), *self.places, transposed, X)
        return X


class Blocks:
    """A block-diagonal matrix (nv, nv): `plain` times the unit matrix, with 3×3 blocks for quaternions."""

    def __init__(self, maps: TurningMaps):
        self.maps, self.starts, self.plain = maps, maps.starts, 1.0
        self.blocks = np.zeros((self.starts.size, 3, 3))

    def transposed(self, X: np.ndarray) -> np.ndarray:
        """Return the transposed matrix times X (nv, k)."""
        if not self.starts.size:
            return self.plain * X
        out, transposed = np.empty(X.shape), np.ascontiguousarray(self.blocks.swapaxes(1, 2))
        turning.block_products(self.plain, transposed, self.starts, np.ascontiguousarray(X), out)
        return out
