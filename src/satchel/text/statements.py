"""Prose about one person as single statements, each of which can be read alone.

Assistants keep what they know of somebody as running text: "Ann is a baker. She lives in Lille. This suits her." A
statement is a sentence of it. One whose pronoun plainly means the person gets the name in its place; one that leans on
the sentence before it in any other way stays with that sentence. In doubt two sentences stay together: a long memory
does less harm than one about the wrong person.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from satchel.text.language import sentences
from satchel.text.reference import unresolved_references

_NAME = r"[^\W\d_a-z][\w'’-]*"
_SUBJECT = re.compile(
    rf"(?P<name>The user|the user|User|{_NAME}(?: {_NAME}){{0,2}}?)(?:['’]s? |,? (?:who )?(?=(?P<verb>[a-z]+)\b))"
)
_VERBS = frozenset(
    "is was has had lives lived works worked prefers preferred likes liked uses used enjoys enjoyed wants wanted leads led manages managed "
    "owns owned runs ran studies studied speaks plays played needs values asks asked writes wrote builds built teaches taught keeps "
    "moved grew started began plans planned also currently recently often usually previously regularly sometimes tends appears seems "
    "holds serves served loves dislikes hates avoids reports maintains cares focuses follows drives cooks trains collects would will can".split()
)
_NO_NAMES = frozenset(
    "the a an this that these those it its he she they his her their there here in on at as for from with when while after before "
    "since if although though recently currently previously additionally also however key recent current past work working other "
    "most some many several all both each new early late main communication preferences preference interests technical personal "
    "professional project projects background context career family health travel education tools i you we my your our what which "
    "who how why no not never always one two three team life home music food december november october september august july june "
    "may april march february january monday tuesday wednesday thursday friday saturday sunday".split()
)
_HAN_SUBJECT = re.compile(
    r"(?P<name>用户|[\u4e00-\u9fff]{2,3}?)(?:的|是|在|住|喜欢|偏好|习惯|正在|目前|现在|最近|希望|有|会|曾|负责|不喜欢|擅长|使用|想|就职|毕业)"
)
_HAN_NO_NAMES = re.compile(
    r"[他她它我你您这那该此其哪谁]|目前|现在|最近|此外|另外|平时|周末|工作|生活|同时|主要|一直|之前|未来|团队|公司|项目|家里"
)
_HE, _SHE, _THEY = (
    frozenset({"he", "his", "him", "他"}),
    frozenset({"she", "her", "hers", "她"}),
    frozenset({"they", "their", "them", "他们"}),
)
_PRONOUN = re.compile(r"\b(?:he|his|him|she|hers?|they|their|them)\b|他们|她们|[他她]", re.IGNORECASE)
_SUBJECT_PRONOUN = re.compile(
    r"(?P<before>(?:[A-Z][a-z]+ly,? |Also,? |Now,? |Today,? |Outside(?: of)? [a-z ]{1,30}, |(?:In|At|On|While|When|As|For|Since|After|Before|During|With|Beyond|Besides|Despite) [^,.;:]{1,70}, )?)"
    r"(?P<pronoun>he|she|his|her|they|their)(?= [a-z])",
    re.IGNORECASE,
)
_HAN_SUBJECT_PRONOUN = re.compile(
    r"(?P<before>(?:(?:此外|另外|同时|目前|现在|最近|平时|周末|工作之余|业余时间|以前|之前|今年|去年|[^，。；]{1,12}时)，?)?)(?P<pronoun>[他她])(?![们人乡])"
)
_LEANS = re.compile(
    r"(?:this|that|these|those|it|its|such|both|the (?:former|latter|same)|one of (?:these|those|them)|for (?:example|instance)|in particular|specifically"
    r"|that is|i\.e\.|e\.g\.|as a result|because of (?:this|that|it)|due to (?:this|that)|to (?:do (?:so|this|that)|this end)|instead|otherwise|therefore|thus|hence|similarly|likewise)\b"
    r"|(?:这|那|它|其中|前者|后者|例如|比如|因此|所以|该(?=[^\W\d_])|为此|由此|同样)",
    re.IGNORECASE,
)
"""How a sentence begins that goes on with what the one before it said."""
_HE_RELATIONS = "brother|husband|son|father|dad|uncle|nephew|grandfather|grandson|boyfriend|grandpa|stepfather|stepson"
_SHE_RELATIONS = "sister|wife|daughter|mother|mum|mom|aunt|niece|grandmother|granddaughter|girlfriend|grandma|stepmother|stepdaughter"
_RELATIONS = (
    "spouse|partner|manager|boss|friend|colleague|mentor|co-?founder|client|assistant|roommate|flatmate|cousin|fianc[eé]e?|supervisor|advisor|adviser|child"
    "|kid|baby|dog|cat|parent|sibling|neighbou?r|therapist|doctor|teacher|coach|student|intern"
)
_OTHER_ANYBODY = re.compile(
    r"\b(?:(?:report(?:s|ed|ing)?|introduced|married|engaged) to|(?:liv|work|collaborat|partner|pair|shar|talk|speak|stay|train)\w{0,4} (?:\w+ )?with"
    r"|(?:led|managed|mentored|supervised|coached|hired|taught|raised|joined|helped) by|named|called|meets?|met) (?!the\b)[A-Z][a-z]+"
    rf"|\b(?:{_RELATIONS}),? [A-Z][a-z]+|^[A-Z][a-z]+ and [A-Z][a-z]+\b"
    rf"|\b(?:his|her|their|(?:has|have|with) an?) (?:[a-z-]+ )?(?:{_RELATIONS})\b|^(?:The|An?) (?:[a-z-]+ )?(?:{_RELATIONS})\b"
    r"|(?:(?:[他她]|用户|自己)的|和|跟|与|向|有[一两三]?[个位名])\w{0,2}?(?:同事|老板|爱人|朋友|经理|领导|上司|室友|导师|搭档|伙伴|孩子)|名?叫[^\W\d_]"
)
_SEVERAL = re.compile(r"\b(?:two|three|four|five|six|several|many|some|both|\d+) [a-z]+s\b")
_OTHER_HE = re.compile(rf"\b(?:{_HE_RELATIONS})\b|丈夫|先生|男友|儿子|弟弟|哥哥|父亲|爸爸")
_OTHER_SHE = re.compile(rf"\b(?:{_SHE_RELATIONS})\b|妻子|太太|女友|女儿|姐姐|妹妹|母亲|妈妈")
"""Somebody beside the owner, or several of something, whom the next pronoun may mean."""
_OPENING = 400
"""Characters in which a sentence shows what it leans on."""
_ENOUGH_HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """Whom a text is about."""

    name: str
    """As the text calls the person: `Ann`, `The user`, 用户."""
    pronouns: frozenset[str] = frozenset()
    """What stands for the name, lower-case; empty when the text has no pronoun that could."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What can be read alone."""

    text: str
    written: str
    """As the source has it: the same but for a name in the place of a pronoun."""


def owner_of(paragraphs: Iterable[str]) -> Owner | None:
    """Whom prose is about: who is most often its sentences' subject. None when it names nobody, or speaks to "you"."""
    found: Counter[str] = Counter()
    spoken: Counter[frozenset[str]] = Counter()
    for paragraph in paragraphs:
        for sentence in sentences(paragraph):
            if name := _subject(sentence):
                found[name] += 1
            for pronoun in _PRONOUN.findall(sentence):
                spoken[_group(pronoun)] += 1
    if not found:
        return None
    (group, most), *others = spoken.most_common() or [(frozenset[str](), 0)]
    if group == _THEY and others:
        (group, most), *others = others  # a plural beside a singular: "her brothers … they"
    rival = max((count for other, count in others if other != _THEY), default=0)
    return Owner(name=found.most_common(1)[0][0], pronouns=group if most >= 2 * rival else frozenset())


def statements(paragraph: str, owner: Owner | None) -> list[Statement]:
    """The statements of one paragraph, in order.

    Args:
        paragraph: Running text, without list marks.
        owner: Whom the whole text is about.
    """
    done: list[Statement] = []
    about = True  # the section is about its owner until somebody else comes up
    for sentence in sentences(paragraph):
        before = done[-1] if done else None
        named = _with_name(sentence, owner) if about and owner is not None else None
        if named is None and before is not None and _leans(sentence):
            done[-1] = Statement(text=_joined(before.text, sentence), written=_joined(before.written, sentence))
        else:
            done.append(Statement(text=named or sentence, written=sentence))
        about = owner is not None and _stays_about(done[-1].text, owner, about)
    return done


def _subject(sentence: str) -> str:
    """Who a sentence says something about, when it begins with a name; empty otherwise."""
    if found := _SUBJECT.match(sentence):
        name = found["name"]
        if name in {"The user", "the user", "User"}:
            return "The user" if name != "User" else name
        verb = found["verb"]
        if name.casefold().split()[0] not in _NO_NAMES and (verb is None or verb in _VERBS):
            return name
    if (found := _HAN_SUBJECT.match(sentence)) and not _HAN_NO_NAMES.search(found["name"]):
        return found["name"]
    return ""


def _group(pronoun: str) -> frozenset[str]:
    low = pronoun.casefold()
    return next((group for group in (_HE, _SHE, _THEY) if low in group), frozenset())


def _with_name(sentence: str, owner: Owner) -> str | None:
    """The sentence with the owner's name for the pronoun that is its subject; None when it has no such pronoun."""
    found = _SUBJECT_PRONOUN.match(sentence) or _HAN_SUBJECT_PRONOUN.match(sentence)
    if found is None or found["pronoun"].casefold() not in owner.pronouns:
        return None
    pronoun, rest = found["pronoun"].casefold(), sentence[found.end() :]
    if pronoun in _THEY:
        # "They prefer" with a name would need "prefers": the name goes in front instead.
        return f"{owner.name}: {sentence}"
    name = owner.name
    if found["before"] and name.startswith("The "):
        name = f"the {name[4:]}"
    return f"{found['before']}{name}{_apostrophe(name) if pronoun in {'his', 'her'} else ''}{rest}"


def _apostrophe(name: str) -> str:
    return "'" if name.endswith("s") else "'s"


def _leans(sentence: str) -> bool:
    """Whether a sentence needs the one before it."""
    if _LEANS.match(sentence) or _SUBJECT_PRONOUN.match(sentence) or _HAN_SUBJECT_PRONOUN.match(sentence):
        return True
    return bool(unresolved_references(sentence[:_OPENING], include_time=False))


def _stays_about(text: str, owner: Owner, about: bool) -> bool:
    """Whether a pronoun in the next sentence would mean the owner."""
    like = {_HE: (_OTHER_HE,), _SHE: (_OTHER_SHE,)}.get(owner.pronouns, (_OTHER_HE, _OTHER_SHE, _SEVERAL))
    if _OTHER_ANYBODY.search(text) or any(pattern.search(text) for pattern in like):
        return False
    if owner.name.casefold() in text.casefold():
        return True
    return about and not _subject(text)


def _joined(one: str, other: str) -> str:
    """Two sentences, with a blank between them unless they are Chinese."""
    wide = bool(_ENOUGH_HAN.match(other[:1])) and not one[-1:].isascii()
    return f"{one}{other}" if wide else f"{one} {other}"
