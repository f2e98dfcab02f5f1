"""Python: annotations, TypedDicts and pydantic models, wrappers, and the exporter of trees.

From types to text: `classes` hoists every object into a named class and settles the identifiers of its members;
`annotations`, `typeddicts` and `pydantic_models` print; `wrappers` makes the function; `exporter` the tree. Only
`pydantic_models` imports datamodel-code-generator, and only when pydantic models are wanted.
"""

from .exporter import check_python, export_python
from .options import Models, PythonOptions

__all__ = ["Models", "PythonOptions", "check_python", "export_python"]
