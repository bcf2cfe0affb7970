"""The Content-Security-Policy of the page that reads logs: what it may load, and that it may ask this site only."""

from __future__ import annotations

import base64
import hashlib
import html
import re

__all__ = ["policy", "with_policy"]

# A script that an HTML parser runs from the page itself: without an address, and of no type but JavaScript's.
_SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.DOTALL | re.IGNORECASE)
_NOT_INLINE = re.compile(r"\ssrc\s*=|\stype\s*=\s*[\"']?application/", re.IGNORECASE)
_CHARSET = re.compile(r"<meta charset=[^>]*>", re.IGNORECASE)


def policy(page: str) -> str:
    """Return the policy for the HTML of *page*; the theme's own inline scripts are allowed by their digests.

    ``blob:`` in ``worker-src`` lets the page start a worker that is under this same policy; a worker with an address of
    its own is under none that a page can set.
    """
    hashes = sorted({f"'sha256-{_digest(text)}'" for text in _inline_scripts(page)})
    return "; ".join(
        (
            "default-src 'none'",
            "connect-src 'self'",
            "font-src 'self'",
            "img-src 'self' data:",
            "manifest-src 'self'",
            " ".join(("script-src 'self'", *hashes)),
            "style-src 'self' 'unsafe-inline'",
            "worker-src 'self' blob:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def with_policy(page: str) -> str:
    """Return *page* with its policy as the first thing that its head says after the encoding.

    Raises:
        ValueError: when it does not say its encoding.

    """
    if (charset := _CHARSET.search(page)) is None:
        raise ValueError("the page has no <meta charset>; its policy cannot be placed before what it is for")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{html.escape(policy(page))}">'
    return f"{page[: charset.end()]}{meta}{page[charset.end() :]}"


def _inline_scripts(page: str) -> list[str]:
    return [script["text"] for script in _SCRIPT.finditer(page) if not _NOT_INLINE.search(script["attributes"])]


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
