"""Tool specs and catalogs: modes, gates, names, config, loading, findings and their places. Knows nothing of emitted code."""
