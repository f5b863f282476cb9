"""The documentation site: `make docs` builds it without a network, and every warning is an error."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "linkwork"
author = "the linkwork authors"
copyright = "the linkwork authors, BSD-3-Clause"
version = release = version_of("linkwork")

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "mathml",
    "live_examples",
    "validation_table",
]
exclude_patterns = ["_build"]
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]  # types of signatures are in other packages, and nothing is fetched
html_theme = "furo"
html_title = "linkwork"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_math_renderer = "mathml"
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
pygments_style = "friendly"

myst_enable_extensions = ["dollarmath", "amsmath", "colon_fence", "deflist", "attrs_inline"]
myst_heading_anchors = 3
nb_execution_mode = "force"  # the pages that are notebooks run in a kernel of this interpreter
nb_execution_timeout = 900
nb_execution_raise_on_error = True
nb_merge_streams = True

autodoc_default_options = {"members": True}
default_role = "code"  # names in docstrings are in single backticks
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
