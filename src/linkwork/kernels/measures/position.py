"""e_k · d: the difference of the origins along a world axis."""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.generic import no_change, no_curvature
from linkwork.kernels.measures.hessian_blocks import MOVE
from linkwork.kernels.measures.measure import MeasureKind
from linkwork.kernels.vectors import put, scale, world_axis


@inner_kernel
def jet(axes, X_I, V_I, A_I, X_J, V_J, A_J):
    k = axes[0]
    e = world_axis(k, X_J[0])
    none = scale(0.0, e)
    value, rate, bias = X_J[9 + k] - X_I[9 + k], V_J[3 + k] - V_I[3 + k], A_J[3 + k] - A_I[3 + k]
    return value, rate, bias, none, scale(-1.0, e), none, e


@inner_kernel
def hessian(axes, X_I, X_J, g, H):
    put(g, MOVE, world_axis(axes[0], X_I[0]))


MEASURE = MeasureKind(
    "position", jet, hessian, no_curvature, gradient_change=no_change, transposed_change=no_change, fixed_direction=True
)
