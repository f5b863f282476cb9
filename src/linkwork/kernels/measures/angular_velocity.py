"""e_k · (w_J - w_I): an angular velocity along a world axis."""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.generic import no_change, no_curvature
from linkwork.kernels.measures.hessian_blocks import TURN_I, TURN_J
from linkwork.kernels.measures.measure import MeasureKind
from linkwork.kernels.vectors import put, scale, world_axis


@inner_kernel
def jet(axes, X_I, V_I, A_I, X_J, V_J, A_J):
    k = axes[0]
    e = world_axis(k, X_J[0])
    none = scale(0.0 * X_J[0], e)
    return 0.0 * X_J[0], V_J[k] - V_I[k], A_J[k] - A_I[k], scale(-1.0, e), none, e, none


@inner_kernel
def hessian(axes, X_I, X_J, g, H):
    put(g, TURN_J, world_axis(axes[0], X_I[0]))
    put(g, TURN_I, scale(-1.0, world_axis(axes[0], X_I[0])))


MEASURE = MeasureKind(
    "angular_velocity",
    jet,
    hessian,
    no_curvature,
    gradient_change=no_change,
    transposed_change=no_change,
    radians=True,
    velocity_only=True,
)
