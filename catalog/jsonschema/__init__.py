"""JSON Schema documents: pointers, references and dialects. Knows nothing of types."""
