"""Claims of an English sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.text.claims import NUMBER_WORDS
from satchel.text.exclusive_words import STRONG, WEAK
from satchel.text.respelling import Respelling
from satchel.text.sieve import Possible, Sieve, ids
from satchel.text.stem import stem

Claim = tuple[str, str]
_MONTHS: Final = "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
_NOT_NOW = re.compile(
    r"\b(?:used to|previously|formerly|once|back then|in the past|at the time|was|were|had|did(?! not\b)|went|would have|if|unless|whether|when|while|until (?:last|recently|then|\\d{4})|plans? to|planning to|intends? to|hopes? to|wants? to (?:move|learn|buy|try|become|switch|go|visit|travel)"
    r"|would like to (?:move|learn|buy|try|become|switch|go|visit)|might|may be|maybe|perhaps|considering|thinking (?:of|about)|going to|will|someday|one day|(?:last|over the|this past) \w+|yesterday|ago|before 20|in (?:19|20)\d\d\b(?! and))\b|\?",
    re.IGNORECASE,
)
_SOMEBODY = re.compile(r"(?:he|she|they|it|his|her|their|its|this|that|these|those)\b")
"""Nobody knows who that is, so nothing said of them contradicts anything."""
_MOVED = re.compile(rf"\b(?:moved|relocated|joined|switched|changed)\b.*\b(?:in|on) (?:{_MONTHS})\b")
"""One of several moves, each at its time."""
_BORN = re.compile(r"^(?P<s>.*?)\b(?:was )?born (?:on|in) (?P<v>.+)$")
SPELLINGS: Final = (
    (re.compile(r"\bcan't\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"\b(?:is|are) fluent in\b"), "speaks"),
    (re.compile(r"\b(?:is|are) able to\b"), "can"),
    (re.compile(r"\bcan not\b|\bcannot\b"), "can not"),
    (re.compile(r"\bfavourite\b"), "favorite"),
    (re.compile(r"\bcolour"), "color"),
    (re.compile(r"\btimezone\b"), "time zone"),
    (re.compile(r"\bnight owl\b"), "night-owl"),
    (re.compile(r"\b(?:early bird|early riser|morning person)\b"), "morning-person"),
    (re.compile(r"\bbullet(?:ed)? (?:points?|lists?)\b"), "bullets"),
    (re.compile(r"\b(?:full |whole |running )(?:paragraphs?|prose|text)\b"), "paragraphs"),
    (re.compile(r"\b(?:vs ?code|visual studio code)\b"), "vscode"),
    (re.compile(r"\b(?:no longer|not any ?more|stopped|quit)\b"), "not"),
    (
        re.compile(
            r"\b(?:please|always|currently|now|usually|generally|normally|really|very much|very|also|still|these days|at the moment|right now|as of now|actually|strictly)\b"
        ),
        " ",
    ),
)
_OWN = re.compile(r"^(?:the )?(?:user|client|owner)(?:'s)?\b|^(?:i|we)\b|^(?:my|our)\b")
_WORD = re.compile(r"[a-z0-9@#+][a-z0-9@#+_.'/:-]*[a-z0-9+#]|[a-z0-9]")
_FILLER: Final = frozenset(
    "a an the is are am be been being has have does do can with that which of user user's my our his her their i we he she they me us him them it its so very just all any some".split()
)
_LIKES: Final = (
    (
        re.compile(
            r"\b(?:dislikes?|hates?|loathes?|detests?|despises?|can not stand|avoids?|is not fond of|is tired of)\b"
        ),
        "like",
        -1,
    ),
    (re.compile(r"\b(?:likes?|loves?|enjoys?|adores?|is fond of|is a fan of|appreciates?)\b"), "like", 1),
    (re.compile(r"\b(?:forbidden|prohibited|banned|disallowed|off limits)\b"), "allowed", -1),
    (re.compile(r"\b(?:allowed|permitted|fine|welcome)\b"), "allowed", 1),
    (re.compile(r"\b(?:disabled|switched off|turned off|inactive|deactivated)\b"), "enabled", -1),
    (re.compile(r"\b(?:enabled|switched on|turned on|active|activated)\b"), "enabled", 1),
    (re.compile(r"\b(?:optional)\b"), "required", -1),
    (re.compile(r"\b(?:required|mandatory|compulsory|obligatory)\b"), "required", 1),
    (re.compile(r"\bnever\b"), "", -1),
    (re.compile(r"\b(?:not|no|without|nobody|nothing|neither|nor)\b"), "", -1),
)
_ATTRIBUTES: Final = (
    "name|address|port|deadline|due date|budget|owner|lead|leader|manager|boss|supervisor|contact|color|language|editor|branch|version|time zone|currency|size|height|weight|"
    "age|birthday|price|cost|rent|salary|limit|quota|capacity|host|region|database|framework|model|job|role|title|position|employer|company|school|university|major|phone number|phone|number|"
    "email|username|city|country|nationality|hometown|native language|mother tongue|blood type|shoe size|car|operating system|shell|browser|keyboard layout|theme|font|license plate|room|"
    "provider|carrier|bank|doctor|dentist|landlord|wife|husband|spouse|partner|start date|end date|launch date|release date|frequency|interval|retention|timeout|format|diet|religion|team|department|domain|domain name|registry|repository|stack|cap|maximum|minimum|ceiling|threshold"
)
_ROLES: Final = r"(?:\w+ ){0,3}(?:lead|leader|manager|owner|maintainer|boss|head|chair|director|coordinator|contact|contact person|captain|supervisor|treasurer|secretary|ceo|cto|cfo|founder|accountant|dentist|landlord|tutor|coach)"
_PROFESSION: Final = r"(?:\w+ )?(?:engineer|developer|programmer|designer|teacher|nurse|doctor|lawyer|manager|student|writer|chef|cook|accountant|analyst|scientist|consultant|architect|pilot|pharmacist|journalist|electrician|plumber|carpenter|farmer|musician|translator|professor|researcher|baker|barista|driver|librarian|photographer|dentist)"
_MARITAL: Final = r"single|married|divorced|engaged|widowed|separated"
_LEXICAL: Final = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (
            "home",
            r"^(?P<s>.{0,40}?)\b(?:lives?|resides?|is based|is living|is located|is staying|(?:has )?moved|(?:has )?relocated)(?: \w+ly)? (?:in|to|at|on) (?P<v>[^,;]+(?:, [^,;]+)?)",
        ),
        (
            "employer",
            r"^(?P<s>.{0,40}?)\b(?:works?|is working|is employed)(?: as [\w ]{2,30}?)? (?:at|for) (?P<v>[^,;]+)",
        ),
        ("employer", r"^(?P<s>.{0,40}?)\b(?:(?:has )?joined) (?!an? )(?P<v>[A-Z0-9a-z][^,;]+?)(?: as .*)?$"),
        ("job", rf"^(?P<s>.{{0,40}}?)\b(?:works? as|is) an? (?P<v>{_PROFESSION})\b"),
        ("marital", rf"^(?P<s>.{{0,40}}?)\b(?:is|got) (?:happily )?(?P<v>{_MARITAL})\b"),
        ("age", r"^(?P<s>.{0,40}?)\b(?:is|turned|aged) (?P<v>\d{1,3})(?: years? old| years of age)?$"),
        ("age", r"^(?P<s>.{0,40}?)\b(?:is|turned|aged) (?P<v>\d{1,3}) years? (?:old|of age)"),
        ("birthday", r"^(?P<s>.{0,40}?)\bbirthday is (?:on )?(?P<v>.+)$"),
        (
            "commute",
            r"^(?P<s>.{0,40}?)\b(?P<v>drives?|walks?|cycles?|bikes?|(?:takes? the|rides? (?:the|a|his|her)|commutes? by|goes by|travels? by) [\w ]{2,20}?) to (?:work|the office|school|campus)\b",
        ),
        ("named", r"^(?P<s>.{2,60}?)(?:'s name is| is (?:named|called)| goes by) (?P<v>[\w' -]{1,40})$"),
        ("attribute", r"^(?P<s>.{0,40}?)\b(?:reports? to) (?P<v>[^,;]+)"),
        ("home", r"^(?P<s>.{0,40}?)(?:'s)? home is (?:in|at) (?P<v>[^,;]+)"),
        (
            "workplace",
            r"^(?P<s>.{0,40}?)\bworks? (?P<v>remotely|from home|(?:from|in|at) the office|on[- ]?site|from a [\w ]{3,20})\b",
        ),
        (
            "called",
            r"^(?P<s>.{0,40}?)\b(?:wants?|likes?|prefers?|asks?|would like) to be (?:called|addressed as|known as) (?P<v>[^,;]{1,40})",
        ),
        (
            "by way of",
            r"^(?P<s>.{0,40}? (?:to be (?:contacted|reached|paid|billed|notified|reminded|informed)|(?:contacted|reached|paid|billed|notified|reminded|informed))) (?:by|via|through|over|on|in|with) (?P<v>[^,;]{1,30})$",
        ),
        (
            "should be",
            r"^(?P<s>.{2,50}? (?:should|must|has to|have to|needs to|need to) (?:be|go|stand|stay|come)) (?:in|at|on|under|into|to|before) (?P<v>[^,;]{1,40})$",
        ),
        ("called", r"^(?P<s>)(?:address|call|refer to) (?:the user|me|him|her|them)(?: as)? (?P<v>[^,;]{1,40})"),
        ("called", r"^(?P<s>.{0,40}?)\b(?:goes by) (?P<v>[^,;]{1,40})"),
        ("last word", r"^(?P<s>.{2,50}?)\b(?:ends?|closes?|signs? off|signed) with (?P<v>[^,;]{1,40})"),
        ("first word", r"^(?P<s>.{2,50}?)\b(?:starts?|begins?|opens?) with (?P<v>[^,;]{1,40})"),
        (
            "done",
            r"^(?P<s>.{2,50}? (?:is|are) (?:written|stored|kept|hosted|built|deployed|managed|owned|maintained|saved|published|tracked|documented|handled|held|scheduled|planned|printed|led|sent|delivered|backed up|sorted|measured|billed|paid|processed|approved|reviewed|served|based|run|located|set|called|named|coordinated|supplied|insured|registered|logged|archived|monitored|taught|translated) (?:in|on|at|by|with|to|for|from|under|using|as)) (?P<v>[^,;]{1,40})$",
        ),
        (
            "kept",
            r"^(?P<s>(?!the user|user).{2,40}? (?:lives?|sits?|belongs?)) (?:in|on|at|to|next to|under|behind) (?P<v>[^,;]{1,40})$",
        ),
        ("pronouns", r"^(?P<s>.{0,40}?)\bpronouns are (?P<v>.+)$"),
    )
)
_ATTRIBUTE = re.compile(
    rf"^(?P<s>(?:.{{0,60}}? )?(?:{_ATTRIBUTES})(?: (?:of|for|in|on) [^,;]{{1,40}}?)?|(?:.{{0,40}}? )?(?:default|favorite|preferred|main|primary) [\w -]{{2,30}}?)\s?(?: is | are | = |: | is set to | is at | remains | becomes )(?P<v>[^,;]{{1,60}})"
)
_ROLE = re.compile(
    rf"^(?P<v>[a-z][a-z'-]+(?: [a-z'-]+)?) (?:is|acts as|serves as) (?:the )?(?P<s>{_ROLES}(?: (?:of|for|on) [^,;]{{1,40}})?)$"
)
_USE = re.compile(r"^(?P<s>.{0,40}?)\buses? (?P<v>[^,;]{2,40}?) (?P<c>(?:for|in|as|on) [^,;]{2,40})$")
"""What somebody uses for one purpose; without the purpose they may use many things."""
_OFTEN = re.compile(
    r"\b(?:daily|every (?:day|evening|morning|night|week|weekend)|often|regularly|a lot|occasionally|frequently|most days)\b"
)
_OVER = re.compile(
    r"^(?P<s>.{0,30}?)\b(?:prefers?|likes?|favors?|would rather have|chooses?) (?P<v>[^,;]{2,40}?) (?:over|to|rather than|instead of|more than|better than) (?P<o>[^,;]{2,40})$"
)
_MULTI = re.compile(
    r"\b(?:likes?|loves?|enjoys?|speaks?|knows?|learns?|is learning|stud(?:y|ies)|visits?|visited|bought|buys?|owns?|reads?|watch(?:es)?|plays?|collects?|supports?|tried|tries|met|has been|cooks?|dislikes?|hates?|swims?|sings?|paints?|trains?|teaches|tastes?)\b(?!.*\b(?:best|most|only)\b)"
)
_STATIVE: Final = frozenset(
    stem(word)
    for word in (
        "is are has have costs cost takes take weighs measures needs need requires require allows allow supports holds lasts expires opens closes starts begins ends runs run listens uses use sits stands lies belongs "
        "go come land ship happen meets gets wakes goes leaves arrives sleeps eats drinks pays owes earns charges keeps wants want prefers prefer asks expects sends send runs deploys happens contains consists serves limits equals uses pushes must should reply answer respond write use send keep set deploy call meet book"
    ).split()
)
_TYPED: Final = (
    ("date", re.compile(rf"\b(?:(?:{_MONTHS})\.? \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?|\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?:{_MONTHS})(?: \d{{4}})?|\d{{4}}-\d{{2}}-\d{{2}})\b")),
    ("time", re.compile(r"\b(?:\d{1,2}(?::\d{2})? ?(?:am|pm|a\.m\.|p\.m\.|o'clock)|\d{1,2}:\d{2})(?!\w)|(?<=at )(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})\b|\b(?:noon|midnight)\b")),
    ("number", re.compile(r"(?<![\w.-])[$€£¥]?\d[\d,]*(?:\.\d+)*(?:%|k|m)?(?![\w-])|\b(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve)(?=-(?:week|day|hour|month|year|minute|page|person|room|bed))|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred)\b")),
    ("ordinal", re.compile(r"\b(?:\d{1,3}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|ground|top)\b(?= floor| level| storey)")),
)  # fmt: skip
_PLACED = re.compile(
    r"^(?P<s>(?:the|our|my|their|user's) [\w' -]{2,40}?) (?:is|are|sits|lies|stands) (?P<p>in|on|at|near|behind|under|above|next to|inside) (?P<v>[^,;]{2,40})$"
)


_RESPELLED: Final = Respelling(SPELLINGS)
_TURNED: Final = Respelling([(_OFTEN, " "), *((pattern, f" {word} ") for pattern, word, _ in _LIKES)])
_AS_WRITTEN: Final = Sieve((_BORN, _NOT_NOW, _MOVED, *_RESPELLED.patterns))
_NOT = re.compile(r"\bnot\b")
_SIEVE: Final = Sieve((
    *_TURNED.patterns, *(pattern for _, pattern in _LEXICAL), _NOT, _USE, _ATTRIBUTE, _PLACED, _ROLE, _OVER, _MULTI, *(pattern for _, pattern in _TYPED)
))  # fmt: skip
_ANY_LEXICAL: Final = ids(pattern for _, pattern in _LEXICAL)
_STRONG_KINDS: Final = frozenset(name for name, _ in STRONG.values())


def read(sentence: str) -> Iterator[Claim]:
    """(frame, value) of each claim; the sentence is folded, without marks around it."""
    proper = sentence
    low = sentence.lower().replace("’", "'")
    possible = _AS_WRITTEN.possible(low)
    if born := possible.search(_BORN, low):
        yield f"birthday|{_subject(born['s'])}", born["v"]
    if possible.search(_NOT_NOW, low) or _SOMEBODY.match(low) or possible.search(_MOVED, low):
        return
    low = " ".join(_RESPELLED.of(low, possible).split())
    possible = _SIEVE.possible(low)
    if not possible.search(_NOT, low):
        yield from _lexical(low, possible)
    if _ROLE in possible:
        yield from _roles(low, proper)
    yield from _polarity(low, possible)
    if _OVER in possible and (over := _OVER.match(low)):
        both = sorted((_subject(over["v"]), _subject(over["o"])))
        yield f"rather|{_subject(over['s'])}|{' / '.join(both)}", _subject(over["v"])
    multiple = possible.search(_MULTI, low) is not None
    yield from _exclusive(low, multiple=multiple)
    yield from _typed(low, possible, multiple=multiple)


def _lexical(low: str, possible: Possible) -> Iterator[Claim]:
    for kind, pattern in _LEXICAL if possible.among(_ANY_LEXICAL) else ():
        if found := possible.search(pattern, low):
            subject = _subject(found["s"])
            if kind == "attribute":  # who somebody reports to is their manager
                subject = f"{subject} manag".strip()
            yield f"{kind}|{subject}", found["v"].strip(" \"'“”")
    if _USE in possible and (found := _USE.match(low)):
        yield f"use|{_subject(found['s'])}|{_subject(found['c'])}", found["v"]
    if found := possible.search(_ATTRIBUTE, low):
        subject = re.sub(r"^(.*?) (?:of|for) (?:the )?(.*)$", r"\2 \1", found["s"].strip())
        yield f"attribute|{_subject(subject)}", found["v"].strip()
    if found := possible.search(_PLACED, low):
        yield f"place|{_subject(found['s'])}|{found['p']}", found["v"].strip()


def _roles(low: str, proper: str) -> Iterator[Claim]:
    """Dana is the project lead: a claim of the project lead."""
    found = _ROLE.match(low)
    if found and proper[:1].isupper() and not proper.lower().startswith(("the ", "user ", "it ", "this ", "that ")):
        yield f"attribute|{_subject(found['s'])}", found["v"]


def _polarity(low: str, possible: Possible) -> Iterator[Claim]:
    """Yes or no to everything else that is said."""
    rest, counts = _TURNED.counted(low, possible)
    turns = sum(count for place, count in counts.items() if place and _LIKES[place - 1][2] < 0)
    stems = sorted({stem(word) for word in _WORD.findall(rest) if word not in _FILLER})
    if len(stems) >= 2 or (stems and _OWN.match(low)):
        yield f"whether|{_whose(low)}|{' '.join(stems)}", "no" if turns % 2 else "yes"


def _exclusive(low: str, *, multiple: bool) -> Iterator[Claim]:
    """The same words but for one, of which only one can be in that place."""
    words = _WORD.findall(low)
    for place, word in enumerate(words):
        found = STRONG.get(word) or (None if multiple else WEAK.get(word))
        if found is None or (place == 0 and len(words) > 1):
            continue
        others = [w for n, w in enumerate(words) if n != place and STRONG.get(w, ("",))[0] != found[0]]
        stems = " ".join(sorted({stem(w) for w in others if w not in _FILLER}))
        if (stems or _OWN.match(low)) and (found[0] in _STRONG_KINDS or _has_verb(words[:place])):
            yield f"one of {found[0]}|{_whose(low)}|{stems}", found[1]


def _typed(low: str, possible: Possible, *, multiple: bool) -> Iterator[Claim]:
    """The same words but for one number, date or time behind the verb."""
    taken: list[tuple[int, int]] = []
    for kind, pattern in _TYPED:
        for found in possible.finditer(pattern, low):
            start, end = found.span()
            if any(start < last and end > first for first, last in taken):
                continue
            taken.append((start, end))
            before = [*_WORD.findall(low[:start]), *(":" for _ in range(low[:start].count(": ")))]
            if multiple or not _has_verb(before):
                continue
            rest = _WORD.findall(low[:start] + f" <{kind}> " + low[end:])
            yield (
                f"{kind}|{_whose(low)}|{' '.join(stem(w) for w in rest if w not in _FILLER)}",
                _number(found[0]),
            )


def _number(text: str) -> str:
    """Seven and 7 alike, 1,000 and 1000."""
    return NUMBER_WORDS.get(text, text.replace(",", "").strip("."))


def _has_verb(words: list[str]) -> bool:
    return any(stem(word) in _STATIVE or word.endswith(":") for word in words)


def _whose(low: str) -> str:
    return "user" if _OWN.match(low) else ""


def _subject(text: str) -> str:
    """Who or what, however it is introduced; empty for the owner of the memory."""
    plain = _OWN.sub("", text.strip())
    return " ".join(stem(word.removesuffix("'s")) for word in _WORD.findall(plain) if word not in _FILLER)
