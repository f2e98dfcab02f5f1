"""JSON Pointers (RFC 6901) and the fragments of references."""

from urllib.parse import unquote


def escape_token(token: str) -> str:
    """Write one key or index as a token of a JSON Pointer (RFC 6901 §3): `~` and `/` become `~0` and `~1`."""
    if "~" in token or "/" in token:
        return token.replace("~", "~0").replace("/", "~1")
    return token


def split_pointer(pointer: str) -> list[str]:
    """Return the unescaped tokens of a JSON Pointer that is empty or begins with `/` (RFC 6901 §4)."""
    if not pointer:
        return []
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/")]


def split_fragment(reference: str) -> tuple[str, str]:
    """Split a URI reference into its part before `#` and its percent-decoded fragment (RFC 3986 §3.5, RFC 6901 §6)."""
    uri, _, fragment = reference.partition("#")
    return uri, unquote(fragment) if "%" in fragment else fragment
