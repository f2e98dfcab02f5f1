"""JSON Schemas of toolcat's own formats: manifest, `.meta`, SKILL.md frontmatter, config, lock, approvals."""
