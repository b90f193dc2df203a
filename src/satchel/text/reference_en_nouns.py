"""What an English text has named before a place: the nouns that a pronoun or a demonstrative behind them can mean.

No dictionary of the language is at hand. What is a verb follows from where it stands (behind its subject, "to" or a modal, or
first in an order), and what is left counts as named: a doubtful word is taken for a noun, so that doubt finds nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

OPENING: Final = 400
"""Characters that are looked at: behind so many, something has been named."""

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_BREAK: Final = re.compile(r"[.!?;:\n]")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_OWNER: Final = _words("user users assistant client owner")
_SUBJECT: Final = _OWNER | _words("i we you he she they it who nobody everybody everyone somebody someone people")
_DETERMINER: Final = _words(
    "a an the my your his her its our their this that these those some any every each no all both either neither another what which"
    " many much more most several few enough one two three four five six seven eight nine ten user's"
)
_PREPOSITION: Final = _words(
    "of in on at with for from about into onto over under between by without during since until till after before against near as"
    " like than through across around behind beside towards toward via per within inside outside above below up down off out"
    " regarding concerning"
)
_OBJECT: Final = _words("me him her them us it you")
_BE: Final = _words(
    "is are was were be been being am isn't aren't wasn't weren't seems seem seemed feels felt feel looks look looked"
)
_MODAL: Final = _words(
    "do does did don't doesn't didn't will won't would wouldn't can can't cannot could couldn't should shouldn't may might must"
    " mustn't shall let's please never"
)
_LINK: Final = _words(
    "and or but so because if when while whether why how where although though unless once that not no yes ok has have had hasn't"
    " haven't hadn't having there here then now too also very really quite rather just only even still already again always often"
    " sometimes usually soon later earlier today tomorrow yesterday tonight last next same other others own such maybe perhaps instead"
    " please else back well better best worse fine good bad happy unhappy sure able ready first second third former latter previous"
    " original new old longer anymore thing things stuff someone anyone anybody nothing something anything everything way time times"
    " day days week weeks month months year years moment monday mondays tuesday tuesdays wednesday wednesdays thursday"
    " thursdays friday fridays saturday saturdays sunday sundays weekend weekends january february"
    " march april may june july august september october november december i'm i've we've we're it's that's there's he's she's they're"
)
_ACTS: Final = _words(
    "want wants wanted need needs needed hear heard see sees saw seen say says said get gets got make makes made take takes took taken give"
    " gives gave given keep keeps kept put puts let lets go goes went gone come comes came know knows knew think thinks thought feel"
    " try tries tried start started stop stopped use uses used change changed fix fixed finish finished doing done tell tells told talk"
    " talks talked bring brings brought drop dropped agree agrees agreed decide decided prefer prefers preferred love loves loved hate"
    " hates hated like likes liked pick picks picked choose chose chosen regret regrets regretted undo rename renamed delete deleted"
    " remove removed add added update updated handle handled ask asks asked remember remembers forget forgot send sends sent buy bought"
    " find finds found mention mentions mentioned wait waits waiting waited call calls called confirm confirmed insist insists enjoy"
    " enjoys enjoyed accept accepts accepted reject rejected happened happens happen works worked work mean means meant remind reminds"
    " reminded sold lost broken broke paid wrote written eaten ate drank spent stole stolen threw thrown lent taught caught hid hidden reply replied answer answered thank thanks discuss discussed continue continued believes believe keeping going using"
    " making getting saying being looking recall recalls note notes noted stick sticks stuck apply applies applied follow follows approve approved"
)
_TOWARDS: Final = _words(
    "allergic sensitive prone addicted committed go goes went gone going come comes came move moves moved moving travel travels travelled fly flies flew drive drives drove drift listen"
    " listens listened belong belongs belonged subscribe subscribes subscribed talk talks talked speak speaks spoke write writes wrote reply"
    " replies replied switch switches switched return returns returned get gets got send sends sent lead leads commute commutes walk walks"
    " walked drives sell sells sold give gives gave object objects react reacts add adds added stick sticks apply applies applied"
)
_PERSON: Final = _words(
    "wife husband partner spouse fiancé fiancée girlfriend boyfriend mother father mum mom dad parent parents son daughter child children kid"
    " kids brother sister sibling siblings twin twins aunt uncle cousin nephew niece grandmother grandfather grandma grandpa grandson"
    " granddaughter grandparents friend friends colleague colleagues boss chief head lead mate roommate flatmate housemate neighbour neighbor"
    " neighbours neighbors landlord landlady tenant guest host man woman men women boy girl guy lady baby person people nurse doctor"
    " dentist judge coach chef cook guard pilot guide clerk intern nanny monk king queen prince princess dog cat puppy kitten horse"
    " rabbit parrot hamster pet animal bird cow supervisor mentor tutor therapist vet accountant candidate witness applicant client"
    " customer buyer seller anyone someone somebody anybody everyone everybody nobody who whoever whom whose mp ceo cto cfo hr folks"
    " mother-in-law alumni staff crew hero author student patient agent contact recruiter actress waitress hostess stewardess"
)
_THINGS_IN_ER: Final = _words(
    "number paper letter order water dinner winter summer offer computer printer server charger adapter router driver folder poster"
    " newsletter corner center cover drawer mixer cooker freezer heater scanner counter flower matter answer power tower shower sweater"
    " jumper trailer trigger buffer layer ladder locker marker meter monitor motor mirror door floor error color editor calculator"
    " generator indicator detector elevator refrigerator tractor sensor cursor decor flavor behavior labor butter pepper sugar silver"
    " leather weather feather rubber timber chapter banner header footer filter parameter container docker compiler parser linter tracker"
    " user other another brother's semester quarter september october november december whether ever never over under after"
    " later earlier better rather either neither together whichever coffee tree degree fee knee committee guarantee"
)
_COMPARED: Final = _words(
    "bigger smaller larger cheaper shorter taller darker lighter brighter softer harder louder quieter faster slower newer older younger"
    " warmer colder hotter cooler wider narrower thicker thinner heavier easier simpler safer stronger weaker cleaner clearer smoother sharper"
    " higher lower deeper richer poorer nicer stricter fewer closer nearer further farther sweeter healthier prettier friendlier sooner"
    " tighter looser rougher bluer greener redder whiter blacker larger greater lesser milder fancier"
)
_HUMAN_END: Final = re.compile(r"(?:[a-z]{2}(?:er|or|ist|ian|eer|man|woman|ee)s?)$")
_GROUP: Final = _words(
    "team company bank hotel shop store restaurant café cafe school clinic office department agency airline insurance insurer government"
    " council hospital university club bakery family couple band staff police crew board group committee court firm supplier vendor"
    " landlords union church party army village community choir class institute authority ministry press publisher pharmacy garage"
    " provider support management leadership studio gym practice client customer nobody everyone"
)
_NO_PLURAL_END: Final = re.compile(r"(?:ss|us|is|'s)$")
_IRREGULAR: Final = _words("people children men women mice teeth feet geese data media police staff")


@dataclass(frozen=True, slots=True, kw_only=True)
class Noun:
    """Something that a text names."""

    start: int
    end: int
    word: str
    """In small letters, without the sign of a possessor."""
    plural: bool
    """Several, or a group that "they" can mean."""
    person: bool
    """Somebody, or an animal of the house, that "he" or "she" can mean."""


class Named:
    """The nouns in the opening of a text, in order, and where its user is spoken of. It reads as far as it is asked."""

    __slots__ = ("_nouns", "_source", "_users")

    def __init__(self, text: str) -> None:
        self._nouns: list[Noun] = []
        self._users: list[int] = []
        self._source = _nouns(text[:OPENING], self._users)

    def noun(self, place: int) -> Noun | None:
        """The noun at a place, counted from 0; none if so many are not named."""
        while len(self._nouns) <= place and self._read():
            pass
        return self._nouns[place] if place < len(self._nouns) else None

    def things(self, before: int, *, at_least: int) -> bool:
        """Whether so many things are named, at least one."""
        noun = self.noun(at_least - 1)
        return before > OPENING or (noun is not None and noun.end <= before)

    def several(self, before: int) -> bool:
        """Whether "they" or "them" can mean something that is named: several, a group, somebody, or two things."""
        nouns = list(self.before(before))
        return before > OPENING or len(nouns) > 1 or any(noun.plural or noun.person for noun in nouns)

    def somebody(self, before: int) -> bool:
        """Whether "he" or "she" can mean somebody who is named, other than the user."""
        return before > OPENING or any(noun.person for noun in self.before(before))

    def user(self, before: int) -> int | None:
        """Where the last word for the user ends."""
        for _ in self.before(before):
            pass
        return max((end for end in self._users if end <= before), default=None)

    def before(self, before: int) -> Iterator[Noun]:
        place = 0
        while (noun := self.noun(place)) is not None and noun.end <= before:
            yield noun
            place += 1

    def _read(self) -> bool:
        noun = next(self._source, None)
        if noun is not None:
            self._nouns.append(noun)
        return noun is not None


def _nouns(text: str, users: list[int]) -> Iterator[Noun]:
    found = list(_WORD.finditer(text))
    words = [one[0].casefold().replace("’", "'") for one in found]
    verb_next, is_verb, end = False, False, 0
    for place, one in enumerate(found):
        word = words[place]
        following = words[place + 1] if place + 1 < len(words) else ""
        opens = place == 0 or _BREAK.search(text, end, one.start()) is not None
        end = one.end()
        possessor = word.endswith("'s") and word not in _LINK
        bare = word.removesuffix("'s") if possessor else word
        behind_verb, is_verb = is_verb, False
        if bare in _OWNER:
            users.append(end)
        if bare in _PERSON and bare not in _OWNER:
            # "Who", "someone" and the like as well: they can be meant by "he", and take a verb.
            verb_next = word in _SUBJECT
            yield _noun(one, bare, capital=False)
        elif word in _SUBJECT:
            verb_next = not (word in ("it", "you") and following in _PREPOSITION)
        elif word == "to":
            # "refused to pay", "to thank them", but not "listens to music".
            infinitive = (behind_verb and words[place - 1] not in _TOWARDS) or (
                following != "" and _is_verb_before(words, place + 2) and text.startswith(" ", found[place + 1].end())
            )
            verb_next = following not in _DETERMINER and infinitive
        elif word in _OBJECT:
            continue
        elif word in _MODAL or word in _BE:
            verb_next = True
        elif word in _DETERMINER or word in _PREPOSITION or (possessor and bare in _OWNER):
            verb_next = False
        elif word in _LINK or word in _COMPARED or (len(word) > 4 and word.endswith("ly")):
            continue
        elif word in _ACTS or word.isdigit():
            verb_next, is_verb = False, word in _ACTS
        elif verb_next and (opens or not one[0][0].isupper()):
            verb_next, is_verb = False, True
        elif opens and (following in _DETERMINER or following in _OBJECT or following in _OWNER or following == "to"):
            # An order, or a note that leaves its subject out: "Remind user", "Prefers the".
            is_verb = True
        else:
            yield _noun(one, bare, capital=one[0][0].isupper())


def _is_verb_before(words: list[str], place: int) -> bool:
    """Whether what stands behind "to X" makes a verb of X: "to thank them", not "to music and"."""
    return place < len(words) and (words[place] in _DETERMINER or words[place] in _OBJECT)


def _noun(found: re.Match[str], word: str, *, capital: bool) -> Noun:
    several = word in _IRREGULAR or word in _GROUP or (word.endswith("s") and not _NO_PLURAL_END.search(word))
    person = word in _PERSON or capital or (word not in _THINGS_IN_ER and _HUMAN_END.search(word) is not None)
    return Noun(start=found.start(), end=found.end(), word=word, plural=several, person=person)
