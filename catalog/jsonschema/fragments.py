"""The fragments of references: where a URI ends and a pointer or an anchor begins."""

from urllib.parse import unquote


def split_fragment(reference: str) -> tuple[str, str]:
    """Split a URI reference into its part before `#` and its percent-decoded fragment (RFC 3986 §3.5, RFC 6901 §6)."""
    uri, _, fragment = reference.partition("#")
    return uri, unquote(fragment) if "%" in fragment else fragment
