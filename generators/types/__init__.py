"""The type algebra: JSON Schemas become types in named phases, and printers turn those into text."""
