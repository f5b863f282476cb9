"""The committed bundle is what its sources give."""

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

import linkwork

VIEWER = Path(linkwork.__file__).parent / "viewer"
WEB, ASSETS = VIEWER / "web", VIEWER / "assets"


def test_the_bundle_was_made_of_these_sources():
    recorded = dict(reversed(line.split("  ")) for line in (ASSETS / "SOURCES.sha256").read_text().splitlines())
    names = ["package-lock.json", "build.mjs", *(f"src/{path.name}" for path in sorted((WEB / "src").iterdir()))]
    assert sorted(recorded) == sorted(names)
    for name, digest in recorded.items():
        assert hashlib.sha256((WEB / name).read_bytes()).hexdigest() == digest, f"{name} changed: npm run build"


def test_building_again_gives_the_committed_bundle():
    if shutil.which("node") is None:
        pytest.skip("there is no Node.js to rebuild the bundle with")
    if not (WEB / "node_modules" / "esbuild").exists():
        pytest.skip("esbuild is not installed; run npm ci in src/linkwork/viewer/web")
    result = subprocess.run(["node", "build.mjs", "--check"], cwd=WEB, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_licences_of_all_bundled_libraries_are_there_and_in_every_page():
    text = (ASSETS / "LICENCES.txt").read_text()
    for name in ("three", "uplot", "fflate"):
        assert f"\n{name} " in text
    assert text.count("Permission is hereby granted, free of charge") == 3


def test_the_lock_file_names_no_address():
    text = (WEB / "package-lock.json").read_text()
    assert "resolved" not in text and "://" not in text
