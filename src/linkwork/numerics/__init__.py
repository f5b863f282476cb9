"""Domain-free numerics: the Numba configuration and the algebra of the kernels."""

from linkwork.numerics.versions import require_versions

require_versions()
