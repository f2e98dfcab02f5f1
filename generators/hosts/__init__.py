"""Code-mode hosts as data: one TOML file a host, and what follows from it without knowing a target language.

A file says how a host names tools, how a program calls them there, what it gets back and how far our output for it is
proved. Adding a host is adding a file here and, where it needs files of its own, a template in `templates/hosts`.
"""

from .compat import Verdict, compatibility
from .estimate import estimate_tokens
from .host import Host, HostNames, Rule, Settings
from .load import find_host, load_hosts

__all__ = [
    "Host",
    "HostNames",
    "Rule",
    "Settings",
    "Verdict",
    "compatibility",
    "estimate_tokens",
    "find_host",
    "load_hosts",
]
