"""The app `skills`: one module a command, listed here in the order in which help shows them."""

from __future__ import annotations

from .lazy import Entry, group

COMMANDS = {
    "list": Entry("skills_list", "list_skills", "List skills: valid, invalid and shadowed."),
    "show": Entry("skills_show", "show", "Show one skill: metadata, assets, body."),
    "asset": Entry("skills_asset", "asset", "Print one asset of a skill."),
    "lint": Entry("skills_lint", "lint", "Check skills, and mend them."),
    "rules": Entry("skills_lint", "rules", "List the rules of skills lint."),
    "explain": Entry("tools_rules", "explain", "Explain a rule, with examples."),
    "render": Entry("skills_render", "render", "Expand a skill's slash command."),
    "prompt": Entry("skills_prompt", "prompt", "Print the block of all skills for a prompt."),
    "init": Entry("skills_init", "init", "Write the scaffold of a new skill."),
    "pack": Entry("skills_pack", "pack", "Pack a skill into a zip for upload."),
    "unpack": Entry("skills_pack", "unpack", "Unpack a packed skill, safely."),
    "drift": Entry("skills_drift", "drift", "Compare a routing skill with live tools."),
}

app = group(
    COMMANDS,
    """List, check and pack skills (SKILL.md bundles).

    Add --debug to any command to see the traceback of a bug.
    """,
)
