"""Skills (SKILL.md bundles): the skill source, tiers and assets."""
