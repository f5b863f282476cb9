"""Meshes from files: STL in both forms and OBJ give the same surface; files outside the folder are refused."""

import struct

import numpy as np
import pytest

import linkwork as lw
from linkwork.viewer.document import build_document
from linkwork.viewer.meshes import read_mesh

CORNERS = np.array([[0, 0, 0], [2, 0, 0], [0, 3, 0], [0, 0, 4]], float)
FACES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]  # a tetrahedron of volume 4


def volume(corners, triangles):
    a, b, c = (corners[triangles[:, k]] for k in range(3))
    return np.einsum("ij,ij->", a, np.cross(b, c)) / 6


@pytest.fixture
def folder(tmp_path):
    facets = b"".join(struct.pack("<12fH", 0, 0, 0, *CORNERS[list(face)].ravel(), 0) for face in FACES)
    (tmp_path / "binary.stl").write_bytes(b"\0" * 80 + struct.pack("<I", 4) + facets)
    lines = ["solid t"]
    for face in FACES:
        points = "\n".join("vertex {} {} {}".format(*CORNERS[k]) for k in face)
        lines.append(f"facet normal 0 0 0\nouter loop\n{points}\nendloop\nendfacet")
    (tmp_path / "text.stl").write_text("\n".join([*lines, "endsolid"]))
    points = "\n".join("v {} {} {}".format(*corner) for corner in CORNERS)
    (tmp_path / "t.obj").write_text(points + "\n" + "\n".join(f"f {a + 1}/1 {b + 1}/1 {c - 4}" for a, b, c in FACES))
    return tmp_path


@pytest.mark.parametrize("name", ["binary.stl", "text.stl", "t.obj"])
def test_a_mesh_is_its_surface(folder, name):
    corners, triangles = read_mesh(str(folder), name)
    assert corners.shape == (4, 3) and triangles.shape == (4, 3)
    assert volume(corners, triangles) == pytest.approx(4.0)


def test_files_that_are_no_meshes_are_named(folder):
    (folder / "bad.stl").write_text("hello")
    (folder / "bad.obj").write_text("v 0 0 0\nf 1 2 3")
    (folder / "sub").mkdir()
    for name, words in (("bad.stl", "0 triangles"), ("bad.obj", "names corners"), ("no.stl", "cannot be read")):
        with pytest.raises(lw.DescriptionError, match=words):
            read_mesh(str(folder), name)
    (folder / "sub" / "link.stl").symlink_to(folder / "binary.stl")
    with pytest.raises(lw.DescriptionError, match="lies outside"):
        read_mesh(str(folder / "sub"), "link.stl")
    for path in ("/etc/a.stl", "../a.stl", "a.step"):
        with pytest.raises(lw.DescriptionError, match=r"leaves the mechanism's folder|ends in \.stl or \.obj"):
            lw.Mesh(file=path)
    with pytest.raises(lw.DescriptionError, match="a mesh is only drawn"):
        lw.Mesh(file="a.stl", density=1000)


def mechanism():
    m = lw.Mechanism("mesh")
    mesh = lw.Mesh(file="binary.stl", scale=0.1, at=(1, 0, 0))
    m.add(lw.Body("b", mass=1, inertia=(1, 1, 1), com=(0, 0, 0), shapes=[mesh]), lw.Free("f", "ground", "b"))
    return m


def test_a_mesh_is_read_beside_its_mechanism_s_file(folder):
    mechanism().save(folder / "m.yaml")
    m = lw.Mechanism.load(folder / "m.yaml")
    assert m == mechanism()
    model = lw.compile(m)
    scene, _ = build_document(lw.simulate(model, lw.assemble(model), 1, output=0.5), [], None, True)
    (shape,) = scene["bodies"][1]["shapes"]
    np.testing.assert_allclose([*shape["low"], *shape["high"], *shape["p"]], [0, 0, 0, 0.2, 0.3, 0.4, 1, 0, 0])
    assert scene["sizes"][shape["corners"]] == scene["sizes"][shape["triangles"]] == 12
    assert scene["run"]["warnings"] == []


def test_a_missing_mesh_is_a_warning_on_the_page_and_no_mass(folder):
    m = mechanism()
    m.folder = str(folder / "elsewhere")
    model = lw.compile(m)
    run = lw.simulate(model, lw.assemble(model), 1, output=0.5)
    scene, _ = build_document(run, [], None, True)
    assert scene["bodies"][1]["shapes"] == []
    assert "binary.stl: cannot be read" in scene["run"]["warnings"][0]["text"]
    m = lw.Mechanism().add(lw.Body("b", shapes=[lw.Mesh(file="a.stl")]), lw.Free("f", "ground", "b"))
    with pytest.raises(lw.DescriptionError, match="b.mass: is missing"):
        lw.compile(m)


def test_a_mesh_is_drawn(folder, open_page):
    mechanism().save(folder / "m.yaml")
    model = lw.compile(lw.Mechanism.load(folder / "m.yaml"))
    lw.show(model, lw.assemble(model), path=folder / "m.html", open_browser=False)
    page = open_page(folder / "m.html")
    box = page(
        """() => { const mesh = linkwork.view.bodies[1].children.find((child) => child.isMesh);
        mesh.geometry.computeBoundingBox(); return mesh.geometry.boundingBox.max.toArray() }"""
    )
    np.testing.assert_allclose(box, [0.2, 0.3, 0.4], rtol=1e-6)
    assert page.messages == []
