"""The peer of the Python export: datamodel-code-generator called for each schema, as ipybox's generator calls it.

python dcg_per_tool.py LISTS EVERY: of all schemas, input and output, each EVERY-th. A parser a schema, whose answer is
formatted by black and isort: the settings of mcpygen 0.1.4. Prints how many schemas there are, how many were taken, and
on how many the generator failed.
"""

import json
import sys
import warnings
from collections import defaultdict
from pathlib import Path

from datamodel_code_generator import DataModelType, Formatter, PythonVersion
from datamodel_code_generator.model import get_data_model_types
from datamodel_code_generator.model.base import ALL_MODEL
from datamodel_code_generator.parser.jsonschema import JsonSchemaParser


def models(schema: dict[str, object], name: str) -> str:
    """Return the source of the pydantic models of one schema."""
    kinds = get_data_model_types(DataModelType.PydanticV2BaseModel, target_python_version=PythonVersion.PY_311)
    parser = JsonSchemaParser(
        json.dumps(schema),
        class_name=name,
        formatters=[Formatter.BLACK, Formatter.ISORT],
        use_field_description=True,
        use_double_quotes=True,
        extra_template_data=defaultdict(dict, {ALL_MODEL: {"config": {"use_enum_values": True}}}),
        data_model_type=kinds.data_model,
        data_model_root_type=kinds.root_model,
        data_model_field_type=kinds.field_model,
        data_type_manager_type=kinds.data_type_manager,
        dump_resolve_reference_action=kinds.dump_resolve_reference_action,
    )
    return str(parser.parse())


def main() -> None:
    lists, every = Path(sys.argv[1]), int(sys.argv[2])
    warnings.simplefilter("ignore")
    schemas = [
        (name, tool[field])
        for path in sorted(lists.glob("*.json"))
        for tool in json.loads(path.read_bytes())["tools"]
        for field, name in (("inputSchema", "Params"), ("outputSchema", "Result"))
        if isinstance(tool.get(field), dict)
    ]
    taken = schemas[::every]
    failed = 0
    for name, schema in taken:
        try:
            models(schema, name)
        except Exception:
            failed += 1
    print(json.dumps({"schemas": len(schemas), "taken": len(taken), "failed": failed}))


if __name__ == "__main__":
    main()
