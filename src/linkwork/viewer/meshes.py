"""Triangle meshes from STL (binary or text) and OBJ files. Reads numbers only; sizes are capped."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from linkwork.description.errors import FileError

MAX_BYTES = 64 * 1024 * 1024
MAX_TRIANGLES = 400_000


def read_mesh(folder: str | None, file: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the corners (n, 3) and triangles (m, 3) of a mesh inside a folder (the current one if there is none).

    >>> corners, triangles = read_mesh("models", "crank.stl")
    """
    base = Path(folder or ".").resolve()
    path = (base / file).resolve()
    if not path.is_relative_to(base):
        raise FileError(f"{file}: lies outside {base}, the mechanism's folder; meshes stay inside it")
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(raw) > MAX_BYTES:
        raise FileError(f"{path}: is larger than {MAX_BYTES // 1024**2} MB; use a coarser mesh")
    try:
        corners, triangles = _obj(raw) if path.suffix.lower() == ".obj" else _stl(raw)
    except (ValueError, IndexError) as error:
        raise FileError(f"{path}: is not a mesh: {error}") from None
    if not 0 < len(triangles) <= MAX_TRIANGLES:
        raise FileError(f"{path}: has {len(triangles)} triangles; between 1 and {MAX_TRIANGLES} can be drawn")
    if triangles.min() < 0 or triangles.max() >= len(corners) or not np.isfinite(corners).all():
        raise FileError(f"{path}: names corners that it does not have, or corners that are not numbers")
    return corners, triangles


def _stl(raw: bytes) -> tuple[np.ndarray, np.ndarray]:
    count = int.from_bytes(raw[80:84], "little")
    if len(raw) == 84 + 50 * count:
        facet = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
        places = np.frombuffer(raw, facet, count, 84)["corners"].reshape(-1, 3).astype(np.float64)
    else:
        words = [line.split() for line in raw.decode("ascii", "replace").splitlines()]
        places = np.array([line[1:4] for line in words if line[:1] == ["vertex"]], np.float64).reshape(-1, 3)
        if len(places) % 3:
            raise ValueError("the corners do not make whole triangles")
    corners, index = np.unique(places, axis=0, return_inverse=True)
    return corners, index.reshape(-1, 3)


def _obj(raw: bytes) -> tuple[np.ndarray, np.ndarray]:
    corners: list[list[float]] = []
    triangles: list[tuple[int, int, int]] = []
    for line in raw.decode("utf-8", "replace").splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            corners.append([float(word) for word in words[1:4]])
        elif words[:1] == ["f"]:
            face = [int(word.split("/")[0]) for word in words[1:]]
            face = [k - 1 if k > 0 else len(corners) + k for k in face]
            triangles += [(face[0], face[k], face[k + 1]) for k in range(1, len(face) - 1)]
    return np.array(corners, np.float64).reshape(-1, 3), np.array(triangles, np.int64).reshape(-1, 3)
