"""One reader a file: each turns one input format into tool specs and findings. No catalog logic, no types.

From the outside in: `files` (which files a source means), `text` (bytes to text), `document` and `json_text`,
`yaml_text`, `toml_text` (text to data, with what that lets pass), `envelopes` (where in the data the tools are), the
readers of one tool each (`mcp`, `openai`, `anthropic`, `gemini`, `bedrock`, `docker`; their common face is in
`interface`), `manifest` (what stands at the top of ours), `build` (fields to specs) and `read`, which puts these
together. `meta` reads `.meta` registries; `variants` and `resolve` choose among a tool's variants.

A new form of a tool is one file with one class like those in `openai`, and a line in `envelopes.READERS`.
"""
