"""Text of a foreign source as it may be shown: secrets masked, and nothing in it that acts on a screen or a page.

A report is kept, printed and sent to others, so that what is withheld is replaced whole: a report never needs it. What is
withheld `satchel.access` says; the masks here err further towards hiding, because an excerpt may have cut a secret in two.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from satchel.access.masking import MASK
from satchel.access.masking import masked as withheld

HIDDEN = MASK
"""What stands for a secret; no character of it is left."""

LONGEST = 1000
"""Characters of one text at most: a report shows what a thing is, the store keeps all of it."""

_TOKENS = re.compile(
    r"(?<![A-Za-z0-9])"
    r"(sk-|sk_|pk_live_|rk_live_|gh[pousr]_|github_pat_|glpat-|xox[a-z]-|xapp-|hf_|npm_|pypi-|dop_v1_|AIza|AKIA|ASIA|LTAI|SG\.|whsec_|ya29\.)"
    r"[A-Za-z0-9_\-./+=]{8,}…?"
)
"""Keys that carry their maker's mark."""
_JWT = re.compile(r"(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]*){0,2}…?")
_PEM = re.compile(
    r"(-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----)(?:(?!-----END).)*(-----END [A-Z ]*-----)?", re.DOTALL
)
_AUTHORITY = re.compile(r"(?<![A-Za-z])([A-Za-z][A-Za-z0-9+.-]{0,40}://)[^\s/?#]*@")
"""Name and password in a URL; up to the last @, since a password may hold one."""
_BEARER = re.compile(r"\b(bearer|basic)(\s+)[A-Za-z0-9_\-.~+/=]{8,}…?", re.IGNORECASE)

_ANYWHERE = (
    r"password|passwd|(?:access|api|auth|private|session|refresh|client|encryption|app|bot)[ _-]?(?:key|token|secret)"
    r"|secret[ _-]?(?:access[ _-]?)?key|token|authorization"
)
"""Names of credentials that count inside a longer name too: `dbPassword`, `GITHUB_TOKEN`."""
_ALONE = r"pass|pwd|passcode|passphrase|pin(?:[ _-]?code)?|cvv2?|cvc|secret|cookie|credentials?"
_CHINESE = "密码|口令|密钥|私钥|秘钥|令牌|验证码|授权码|助记词|暗号"
_VALUE = (
    r""""[^"]*(?:"|$)|'[^']*(?:'|$)|“[^”]*(?:”|$)|「[^」]*(?:」|$)|`[^`]*(?:`|$)"""  # quoted, or cut before its end
    r"""|[^\s,;，；。、}\])）<>&]+"""
)
_NAMED = re.compile(
    rf"((?:(?:{_ANYWHERE}|(?<![A-Za-z])(?:{_ALONE}))(?![A-Za-z])|{_CHINESE})"
    r"""["'”’`*]*\s*(?:[:=：＝]|=>|->|→)\s*(?:(?:bearer|basic|token)\s+)?)"""
    rf"({_VALUE})",
    re.IGNORECASE,
)
"""`password: …`, `"api_key": "…"`, `密码：…`: the value goes, whatever it is."""
_POLICY = re.compile(r"secret:\s*$", re.IGNORECASE)
"""How a policy names a class, such as `secret: card`."""
_SAID = re.compile(
    rf"(\b(?:pass(?:word|code|phrase)|pwd|pin)\s+(?:is|was|are|to)\s+|(?:{_CHINESE})\s*(?:改成|设为|换成|就是|都是|是|为)\s*)"
    r"(?!(?:not|a|an|the|in|on|at|of|to|too|so|very|now|only|also|always|never|stored|kept|wrong|weak|什么|否|不|在)\b)"
    r"([^\s,;，；。、]+)",
    re.IGNORECASE,
)
"""`the password is …`, `密码是…`."""
_CUT_DIGITS = re.compile(r"(?<![\d.])\d(?:[ \-]?\d){5,}…$")
"""A number that the end of an excerpt cuts: it may have been a card."""
_OPAQUE = re.compile(r"[A-Za-z0-9+/_\-]{28,}={0,2}…?")

_DIRECTION = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Marks that turn the reading direction of what follows them."""
_CONTROLS = (*(code for code in range(0x20) if code not in (0x09, 0x0A)), *range(0x7F, 0xA0))
_UNSAFE = dict.fromkeys(range(0xD800, 0xE000), "\ufffd") | {
    code: f"[U+{code:04X}]" for code in (*_CONTROLS, *_DIRECTION, 0x2028, 0x2029, 0xFFFE, 0xFFFF)
}


def shown(text: object) -> str:
    """A text, cut to `LONGEST`, with its secrets masked and its controls made visible; line breaks and tabs stay."""
    whole = str(text)
    return visible(masked(whole if len(whole) <= LONGEST else whole[: LONGEST - 1] + "…"))


def one_line(text: object) -> str:
    """`shown` with every run of white space as one space."""
    return " ".join(shown(text).split())


def visible(text: str) -> str:
    """Replace what acts instead of being seen: controls, escapes, marks that turn the text, halves of surrogate pairs."""
    return text.replace("\r\n", "\n").translate(_UNSAFE)


def masked(text: str) -> str:
    """Replace what is withheld, and what an excerpt may have left of it, by `HIDDEN`."""
    if len(text) < 4:
        return text
    text = withheld(text)
    for pattern, hide in _MASKS:
        text = pattern.sub(hide, text)
    return text


def _hide_all(match: re.Match[str]) -> str:
    return HIDDEN


def _hide_rest(match: re.Match[str]) -> str:
    return match[1] + HIDDEN


def _hide_named(match: re.Match[str]) -> str:
    name, value = match[1], match[2]
    named_class = value.isascii() and value.isalpha() and value.islower() and _POLICY.search(name)
    nothing = HIDDEN in value or not any(map(str.isalnum, value)) or value in ("null", "None", "true", "false")
    return name + (value if named_class or nothing else HIDDEN)


def _hide_pem(match: re.Match[str]) -> str:
    return f"{match[1]}{HIDDEN}{match[2] or ''}"


def _hide_opaque(match: re.Match[str]) -> str:
    """Random letters change their kind (lower, upper, digit) with every other character; names and paths do not."""
    kinds = ["d" if c.isdigit() else "u" if c.isupper() else "l" if c.islower() else "" for c in match[0]]
    letters = [kind for kind in kinds if kind]
    changes = sum(a != b for a, b in pairwise(letters))
    random = len(set(letters)) == 3 and changes > 0.3 * len(letters)
    return HIDDEN if random else match[0]


_MASKS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_PEM, _hide_pem),
    (_AUTHORITY, lambda match: f"{match[1]}{HIDDEN}@"),
    (_JWT, _hide_all),
    (_TOKENS, _hide_rest),
    (_BEARER, lambda match: f"{match[1]}{match[2]}{HIDDEN}"),
    (_NAMED, _hide_named),
    (_SAID, _hide_named),
    (_CUT_DIGITS, _hide_all),
    (_OPAQUE, _hide_opaque),
)
