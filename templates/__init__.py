"""Jinja2 templates of everything that is emitted. No logic in them: names and types are settled before rendering."""
