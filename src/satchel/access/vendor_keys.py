"""Keys and tokens that say whose they are: the prefixes and shapes by which services issue them.

The prefixes are those that the services document; lengths are kept a little loose, because services change them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.access.classes import Finding
from satchel.access.randomness import is_placeholder, looks_drawn

_SHAPES: Final = (
    # Language models and what is built around them
    r"sk-[\w-]{20,250}",  # OpenAI, Anthropic, DeepSeek, Moonshot, OpenRouter, DashScope, Langfuse …
    r"AIza[\w-]{30,45}", r"ya29\.[\w-]{20,400}", r"GOCSPX-[\w-]{20,40}", r"AQ\.[\w-]{30,80}",
    r"hf_[A-Za-z0-9]{30,50}", r"gsk_[A-Za-z0-9]{40,70}", r"xai-[A-Za-z0-9]{40,120}", r"pplx-[A-Za-z0-9]{30,70}",
    r"r8_[A-Za-z0-9]{30,50}", r"nvapi-[\w-]{40,90}", r"tvly-[\w-]{20,60}", r"jina_[\w-]{40,90}", r"pcsk_[\w]{40,90}",
    r"[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9.])", r"sk\.eyJ[\w-]{40,200}\.[\w-]{16,40}",
    r"lsv2_(?:pt|sk)_[\w]{30,80}", r"fc-[0-9a-f]{32}", r"sk_[0-9a-f]{40,64}", r"bce-v3/ALTAK-[\w-]{10,40}/[0-9a-f]{40}",
    # Code and packages
    r"gh[pousr]_[A-Za-z0-9]{30,255}", r"github_pat_\w{40,100}", r"gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[\w.-]{18,80}",
    r"npm_[A-Za-z0-9]{30,50}", r"pypi-[\w-]{40,250}", r"dckr_(?:pat|oat)_[\w-]{20,60}", r"ATATT3[\w=-]{40,250}", r"ATBB[A-Za-z0-9]{24,40}",
    r"rubygems_[0-9a-f]{40,60}", r"cio[A-Za-z0-9]{32}",
    # Clouds
    r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])", r"LTAI[A-Za-z0-9]{12,28}", r"AKID[A-Za-z0-9]{13,40}", r"AKLT[\w-]{16,60}",
    r"do[opr]_v1_[0-9a-f]{40,80}", r"dapi[0-9a-f]{32}(?:-\d)?", r"hvs\.[\w-]{20,200}", r"hvb\.[\w-]{20,300}", r"sbp_[0-9a-f]{40}",
    r"sb_secret_[\w-]{20,60}", r"tskey-[a-z]+-[\w-]{16,80}", r"HRKU-[\w-]{30,70}", r"fo1_[\w-]{40,60}", r"pul-[0-9a-f]{40}", r"vercel_[\w-]{20,40}",
    r"AccountKey=[A-Za-z0-9+/]{80,90}={0,2}", r"EAAA[\w-]{40,80}", r"CLOUDFLARE_[\w]{37,60}",
    # Chat and mail
    r"xox[abeoprs]-[\w.-]{10,250}", r"xapp-\d-[\w-]{20,200}", r"\d{8,10}:AA[\w-]{32,35}(?![\w-])",
    r"[MNO][\w-]{23,27}\.[\w-]{6,7}\.[\w-]{27,40}", r"SG\.[\w-]{16,32}\.[\w-]{16,64}", r"key-[0-9a-f]{32}", r"SK[0-9a-f]{32}",
    r"xkeysib-[0-9a-f]{40,80}-\w{10,20}", r"re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{16,40}", r"[0-9a-f]{32}-us\d{1,2}(?!\d)",
    r"hooks\.slack\.com/(?:services|workflows)/T[\w/]{20,80}", r"(?:discord|discordapp)\.com/api/webhooks/\d{15,20}/[\w-]{40,90}",
    r"(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/[\w-]{36}", r"qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=[\w-]{36}", r"SCT\d{3,8}T[A-Za-z0-9]{20,40}",
    # Money and shops
    r"pat-[a-z]{2}\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    r"[sr]k_(?:live|test|prod)_[A-Za-z0-9]{16,250}", r"whsec_[A-Za-z0-9+/=]{24,60}", r"sq0(?:atp|csp)-[\w-]{20,60}", r"shp(?:at|ca|pa|ss)_[0-9a-f]{32}",
    r"rzp_(?:live|test)_[A-Za-z0-9]{14,20}", r"access_token\$(?:production|sandbox)\$[\w$]{30,60}",
    # Work and data
    r"lin_(?:api|oauth)_[A-Za-z0-9]{30,64}", r"ntn_[A-Za-z0-9]{40,60}", r"secret_[A-Za-z0-9]{40,50}", r"figd_[\w-]{30,60}", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}",
    r"NRAK-[A-Z0-9]{27}", r"glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}", r"glc_[A-Za-z0-9+/=]{32,400}", r"sntr[yu]s_[\w+/=-]{40,400}", r"phx_[A-Za-z0-9]{40,60}",
    r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}", r"ops_eyJ[\w-]{100,}", r"dp\.(?:pt|st|ct|sa)\.[\w.]{40,60}", r"EAA[A-Za-z]{2}[A-Za-z0-9]{80,300}", r"rdme_[a-z0-9]{60,80}",
)  # fmt: skip
# The letters all of them begin with come first, so that a place where none can begin costs one comparison.
_VENDOR: Final = re.compile(
    r"(?<![A-Za-z0-9])(?<![A-Za-z0-9][-_])(?:"
    + "|".join(_SHAPES)
    + ")"
    # Prefixes that go on behind a name, as in `AZURE_KEY=…` or `old-sk-…`, are looked at from the prefix itself.
    + r"|(?<=[-_])(?:sk-(?:proj|ant|or)-[\w-]{20,250}|gh[pousr]_[A-Za-z0-9]{36,255})",
    re.ASCII,
)
_WORDLIKE: Final = ("sk-", "key-", "re_", "fc-", "secret_", "sk_")
"""Prefixes that words and names begin with too."""


def vendor_keys(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Keys and tokens of known services."""
    for match in _VENDOR.finditer(text, begin, stop):
        start, end = match.span()
        while text[end - 1] in ".-_/":
            end -= 1
        if _is_key(text[start:end]):
            yield Finding("api_key", start, end)


def _is_key(value: str) -> bool:
    if value.startswith(_WORDLIKE):
        return looks_drawn(value)
    return not is_placeholder(value) and (any(map(str.isdigit, value)) or value not in (value.lower(), value.upper()))
