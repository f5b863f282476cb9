"""Any tree of ours in Pinocchio: joints with several freedoms as chains of massless ones in the order of our coordinates."""

import numpy as np
import pinocchio as pin

from linkwork.kernels.arrays import python_model
from linkwork.kernels.joints import CHAINS as OURS

CHAINS = {
    "fixed": (),
    "revolute": (pin.JointModelRZ,),
    "prismatic": (pin.JointModelPZ,),
    "cylindrical": (pin.JointModelPZ, pin.JointModelRZ),
    "universal": (pin.JointModelRZ, pin.JointModelRX),
    "spherical": (pin.JointModelSpherical,),
    "planar": (pin.JointModelPX, pin.JointModelPY, pin.JointModelRZ),
    "free": (pin.JointModelTranslation, pin.JointModelSpherical),
}


def pinocchio_tree(model):
    """(Pinocchio's model, its data, function from our q to its q)."""
    a, peer = python_model(model.ints, model.floats), pin.Model()
    peer.gravity.linear = a.gravity.copy()
    joint, place = {0: 0}, {0: pin.SE3.Identity()}
    for b in range(1, a.parent.size):
        p, X, J = int(a.parent[b]), a.X_PI[b], a.inertia[b]
        at, placement = joint[p], place[p] * pin.SE3(X[:9].reshape(3, 3), X[9:])
        for k, kind in enumerate(CHAINS[OURS[a.joint_type[b]].name]):
            at, placement = peer.addJoint(at, kind(), placement, f"j{b}.{k}"), pin.SE3.Identity()
        joint[b], place[b] = at, placement
        c = J[1:4] / J[0]
        about_origin = np.array([[J[4], J[7], J[8]], [J[7], J[5], J[9]], [J[8], J[9], J[6]]])
        about_com = about_origin - J[0] * (c @ c * np.eye(3) - np.outer(c, c))
        peer.appendBodyToJoint(at, pin.Inertia(J[0], c, about_com), placement)

    def converted(q):
        """Quaternions w x y z to x y z w."""
        out, at = np.array(q), 0
        for b in range(1, a.parent.size):
            chain = OURS[a.joint_type[b]]
            if chain.has_quaternion:
                first = at + chain.plain
                out[first : first + 4] = np.roll(out[first : first + 4], -1)
            at += chain.nq
        return out

    return peer, peer.createData(), converted
