"""TypeScript: the printer of types and the exporter of trees."""
