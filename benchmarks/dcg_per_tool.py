"""The peer of the Python export: one call of datamodel-code-generator for each schema, as generators of tool code do.

python dcg_per_tool.py LISTS EVERY: of all schemas, input and output, each EVERY-th. As ipybox calls it.
Prints how many schemas there are, how many were taken, and on how many the generator failed.
"""

import json
import sys
import warnings
from pathlib import Path

from datamodel_code_generator import InputFileType, generate
from datamodel_code_generator.enums import DataModelType


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
            generate(
                json.dumps(schema),
                input_file_type=InputFileType.JsonSchema,
                output_model_type=DataModelType.PydanticV2BaseModel,
                class_name=name,
                use_field_description=True,
                use_double_quotes=True,
            )
        except Exception:
            failed += 1
    print(json.dumps({"schemas": len(schemas), "taken": len(taken), "failed": failed}))


if __name__ == "__main__":
    main()
