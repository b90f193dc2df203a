"""English words that point to something named before them, wherever they stand: pronouns, demonstratives, "the second option".

`reference_en` knows turns of phrase; here it is asked of each pointer what the text has named in front of it, by number and by
whether it is somebody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from satchel.text.reference_en_ahead import SPELT_OUT, says_itself
from satchel.text.reference_en_nouns import OPENING, Named
from satchel.text.sieve import Possible, ids

_Span = tuple[int, int, Literal["thing", "earlier", "person", "time"]]

ADDED_BEHIND: Final = (
    r"(?:,? (?:of|for|to|from|about|in|on|at|with|without|by|between|under|against|behind|near|than|that|which|who|whose|where|when|why"
    r"|called|named|titled|labelled|labeled|i|we|you|he|she|they|user|users|the user|containing|using|including|written|based)\b|['’]s\b"
    r"| ?[(:“\"\d]| (?-i:[A-Z]))"
)
"""What says behind a noun which one it is."""
_END: Final = r"(?=\s*(?:[.,;!?)]|$)|\s)"
_OFFERED: Final = (
    "option|approach|version|choice|solution|proposal|plan|variant|variation|draft|idea|method|design|candidate|suggestion|alternative|attempt|"
    "trial|batch|layout|wording|phrasing|recipe|example|paragraph|sentence|answer|response|reply|result|revision|edit|sketch|logo|theme|picture|photo|image|"
    "chart|table|list|link|quote|estimate|question|request|point|item|argument|explanation|summary|title|template|format|tone|colour|color|scheme|"
    "setting|configuration|setup|script|query|prompt|test|schedule|route|itinerary|deal|offer|apartment|flat|house|restaurant|hotel|song|poem|story|"
    "letter|message|email|screenshot|file|document|patch|fix|model|product|brand|supplier|applicant|interview|topic|task|problem|issue|bug|error"
)
"""What is laid before somebody, several at a time or one after another, and then counted."""
_RANK: Final = (
    r"first|second|third|fourth|fifth|other|former|latter|previous|prior|earlier|original|initial|old|older|new|newer|next|last|final|"
    r"bigger|larger|smaller|cheaper|shorter|longer|simpler|darker|lighter|better|latest|alternative"
)
_LOOK: Final = r"red|blue|green|black|white|yellow|dark|light|small|large|big|short|long|simple|detailed|lighter|darker|expensive|cheap|printed|shortened|revised|corrected|updated|right|wrong"
_ON_ANY_DAY: Final = re.compile(
    r"\b(?:every|each|always|usually|often|never|whenever|daily|any|all|if|when|before|after|until|once|a|an|no|same|starts?|begins?)\b"
    r"|\bfirst[^.]*$",
    re.IGNORECASE,
)
"""A habit or a rule that holds on any day names no single thing."""

_EACH_TIME: Final = re.compile(r"\b(?:every|each|always|usually)\b", re.IGNORECASE)

_RANKED: Final = re.compile(
    rf"\bthe (?:(?:last|first|previous|other|next) (?:two|three|four|few) (?:{_OFFERED})s|(?:{_RANK}) (?:{_OFFERED})s?|(?:{_LOOK}) (?:version|option|variant|draft|one)|(?:first|last|other|next|previous) (?:two|three|four)(?=\s*(?:[.,;!?]|$)| (?:is|are|was|were|can|should|will|have|had|need)\b))\b"
    rf"(?!(?! from now on){ADDED_BEHIND})(?! (?!is\b|was\b|has\b|does\b|needs\b|sounds\b|looks\b|seems\b|works\b|reads\b)[a-z]+s\b)",
    re.IGNORECASE,
)
_FIRST_ONES: Final = re.compile(
    rf"\b(?:both|neither|either|all (?:two|three|four)) (?:of )?(?:the |these |those )?(?:{_OFFERED}|one|way|day|date|place)s?\b(?!{ADDED_BEHIND})",
    re.IGNORECASE,
)
_PART: Final = re.compile(
    r"\b(?!one of (?:those|these) (?:things|days|people|moments)\b)(?:either|neither|both|none|whichever|any|all|each|one|some|most|two|many|half|part|the (?:cheaper|better|bigger|smaller|first|second|last|best|rest)) of"
    r" (?:(?:them|these|those|it|this|that)\b(?! (?:year|month|week|day|morning|evening|season|quarter)\b)(?! (?:who|that|which|[a-z]+s|[a-z]+ (?:who|that|which))\b)|the (?:two|three|four|lot)\b(?! (?!is|was|has|does)[a-z]+s\b))",
    re.IGNORECASE,
)
_BOTH: Final = re.compile(
    r"\bthe (?:former|latter)\b(?= [a-z]+(?:ed|s)\b| (?:is|was|are|were|has|had|can|will|would|did)\b|\s*(?:[.,;!?]|$))",
    re.IGNORECASE,
)
_COUNTED_OFF: Final = re.compile(
    r"\bthe (?:last|first|next|previous|other) (?:two|three|four|few) (?!days|weeks|months|years|hours|minutes|times|nights|mornings|evenings|summers|winters|decades|generations|people)[a-z]{3,14}s"
    r"(?=\s*(?:[.,;!?]|$)| (?:is|are|was|were|can|should|must|will|have|had|need|sound|look|seem|don't|didn't)\b)"
    r"|\bthe original(?= (?:was|is|looked|looks|seemed|seems|sounded|sounds)\b(?! (?:[a-z]+ )?(?:in|by|on|from)\b))|\bthe rest(?= (?:alone|tomorrow|himself|herself|themselves)\b)",
    re.IGNORECASE,
)
"""The last three slides: of what, a text says in front or behind."""
_ASKED_OF: Final = re.compile(
    r"\b(?:asks?|asked|wonders?|wondered|knows?|knew|unsure|forgot|remembers?) (?:what|when|where|why|how(?: much| long| often)?|whether|if|who) (?P<span>(?:that|those)"
    r" (?!day|week|month|year|time|kind|sort|much|many)[a-z]{3,14})(?= (?:will|is|are|was|were|can|had|has|would|did|does|[a-z]{3,}(?:ed|[^su]s))\b)",
    re.IGNORECASE,
)
_CLAIMED: Final = re.compile(
    r"\b(?:says?|said|thinks?|thought|believes?|knows?|knew|feels?|felt) (?P<span>that|this)(?= (?:is|was|will|would|can|has|had|took|takes|sounds|sounded|looks|looked|went)\b(?! (?:why|how|what|because)\b))"
    r"|\b(?:says?|said|thinks?|thought|finds?|feels?|felt) (?P<opinion>the (?:colou?r|price|tone|title|wording|date|layout|draft|picture|photo|offer|deal|plan|idea|result|font|size))"
    r"(?= (?:is|was|looks?|sounds?) (?:wrong|right|fine|good|bad|great|too|ugly|nice|fair|unfair|unclear|off|high|low|dull)\b)",
    re.IGNORECASE,
)
"""User says that was a joke: right before its verb "that" begins no clause."""
_THAT_DAY: Final = re.compile(
    r"\bthat (?:day|evening|morning|night|afternoon|week|weekend|month|year|summer|winter|spring|autumn)(?=\s*(?:[.,;!?]|$))",
    re.IGNORECASE,
)
_WHEN: Final = re.compile(
    r"\d|\b(?:when|while|after|before|during|since|until|once|every|each|days?|nights?|weeks?|months?|years?|today|yesterday|tomorrow|[a-z]{2,6}days?|wedding|birthday|party|christmas|easter|ramadan"
    r"|(?:on|in|at|for|of) (?:the|a|an|his|her|their|(?-i:[A-Z])))\b",
    re.IGNORECASE,
)
"""What that day can be."""
_SAME: Final = re.compile(
    r"(?:\bthe |(?:^|(?<=[.!?\n] ))(?:the )?)same [a-z]{3,14}(?=\s*(?:[.,;!?]|$)| (?:again|too|instead|please|once more|this time|twice|once|but|only|just|(?:happen|occur|appear|return|came|comes|keep)[a-z]*)\b)",
    re.IGNORECASE,
)
_REPEATED: Final = re.compile(
    r"\b(?:said|says|thinks?|thought|wants?|wanted|prefers?|preferred|chose|picked|kept|did|does|do|feels|felt|is|was|ordered|had|suggested) (?P<span>the (?:same|original|opposite|reverse|usual))(?=\s*(?:[.,;!?]|$)| (?:again|too)\b)"
    r"|\b(?:the )?same (?:thing|one)s?\b(?! (?:as|that|every|each|in different)\b)|\bsuch (?:an? (?:thing|case|situation|place|person|question|request|trip|offer|problem)|things|cases|people|situations)\b(?! (?:as|that|like)\b)"
    r"|\b(?:likes?|liked|wants?|wanted|chose|bought|took|prefers?|ordered|needs?|keeps?|kept|tried|rejected|accepted|owns?) (?:neither|both)(?=\s*(?:[.,;!?]|$))|^(?:neither|both) (?=(?:is|are|was|were|works?|worked|has|have|had|need|will|can|look|looked)\b)",
    re.IGNORECASE,
)
_SO: Final = re.compile(
    r"\b(?:do|does|did|doing|thinks?|thought|said|says|saying|hopes?|hoped|believes?) (?P<span>so)(?=\s*(?:[.,;!?]|$)| (?:again|too|next|last|now|anyway|myself|herself|himself)\b)"
    r"|\bhow (?:much|long|often|far|big|old|well|soon) (?P<it>it) (?=[a-z]+)(?![a-z]+ to\b)|(?:^|[.!?;,] |\b(?:that|when|if) )(?P<others>the others)(?= [a-z]+(?:ed|s)\b| (?:are|were|have|had|will|can|did|do|want|think|said|went|came)\b)",
    re.IGNORECASE,
)
_LEFT: Final = re.compile(
    r"\b(?:every|any|no|some)(?:thing|one|body) else(?= (?:stays?|remains?|is|was|will|can|should|has|did|agreed)\b)|\bsomething else(?= instead\b|\s*(?:[.,;!?]|$))|\bthe rest(?= (?:as|is|was|can|will|stays?|should|unchanged|untouched|later)\b)|\bthe other way a?round\b"
    r"|\b(?:another|a different) (?:version|option|variant|approach|method|solution|draft|design|layout|colou?r|model|candidate|suggestion|proposal|format|wording|title)(?=\s*(?:[.,;!?]|$))"
    r"|\bthe (?:bigger|smaller|larger|cheaper|older|newer|earlier|later|longer|shorter|darker|lighter|nearer|closer|quieter|faster|slower|higher|lower|better) (?!brothers?\b|sisters?\b|sons?\b|daughters?\b|child\b|generation\b|half\b)[a-z]{3,14}(?<!s)(?=\s*(?:[.,;!?]|$))"
    r"|\bthe (?:new|old) (?:address|number|password|name|price|schedule|template|account|version|logo|link|format|deadline|plan)(?=\s*(?:[.,;!?]|$)| (?:from now on|instead|now|again)\b)"
    r"|\b(?!say|said|think|thought|hope|mean|meant|like|show|is|was|so|all|than)[a-z]+(?:s|ed|w|ll) (?P<span>that (?!(?:is|was|well|much|way|many|far|hurts?|works?|matters?|helps?|day|night|year|he|she|it|they|this|user)\b)(?-i:[a-z]{4,12})(?<!s))(?: well| very much)?(?=\s*(?:[.!?;,]|$))",
    re.IGNORECASE,
)
_ONE: Final = re.compile(
    r"\b(?:the|a|another|this|that) (?:[a-z]+er|more [a-z]+|less [a-z]+|new|old|other|different|red|blue|green|black|white|big|small|right|wrong|original|latest|same|next|similar|smaller|lighter)"
    r" ones?\b(?!,? (?:of|that|which|who|whose|in the|than|where)\b)",
    re.IGNORECASE,
)
_DEMONSTRATIVE: Final = re.compile(
    r"\b(?<!got )(?:this|(?:these|those)(?!,? (?:of|in|with|without|on|at|from|[a-z]+ing|[a-z]+ed)\b))\b(?![-'’:])(?! (?:(?:on|in|at|with|from) |(?:[a-z-]+ ){1,2}(?=(?-i:Q)))?(?-i:[A-Z]|Q{2}))(?! [a-z]+(?: [a-z]+){0,3}:)(?! (?!over\b|than\b|to\b|and\b|or\b)[a-z]+(?: [a-z]+)?(?:,? (?:that|who|which|of|about|with|where|called|named)\b| (?:from|on|in|at|near|by) (?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)(?-i:[A-Z])))(?!,? (?:who|whose|which|that|are|were|is what|kind|kinds|sort|sorts|type|types|user|users|"
    r"person|repository|repo|codebase|workspace|folder|directory|machine|computer|assistant|memory|memories|house|home|family|household|country|city|town|note|message|entry|line|text|instruction|prompt|record|document|chat|session|point|moment|world|planet|"
    r"(?:past |coming |last |next )?(?:time|times|day|days|week|weeks|weekend|month|months|year|years|decade|century|season|semester|term|quarter|morning|afternoon|evening|night|spring|summer|autumn|fall|winter|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december)|age|one is)\b)",
    re.IGNORECASE,
)
_THAT: Final = re.compile(
    r"\b(?:use|uses|used|say|says|tell|write|wrote|sold|sell|buy|bought|read|reads|visit|visited|mention|mentions|repeat|keep|keeps|avoid|avoids|cancel|cancelled|"
    r"canceled|try|tried|tries|drop|dropped|skip|want|wants|wanted|need|needs|hate|hates|like|likes|love|loves|dislike|dislikes|fix|fixed|change|changed|regret|regrets|remove|"
    r"delete|leave|left|quit|join|joined|finish|finished|start|started|stop|take|took|see|sees|saw|meet|meets|met|pay|paid|play|played|order|ordered|bring|brought|wear|wears|sent|lost|call|called|ask|asked|invite|invited|of|about|with|for|in|at|from|on|by|into|against|without|"
    r"after|before|during|like|than|via|near|behind|to)"
    r" (?P<span>that(?: (?!(?:is|was|are|were|the|a|an|his|her|my|their|it|he|she|they|we|i|you|there|this|of|way|kind|sort|type|much|many|if|in|on|for|to|when|week|day|month|year|time|night|morning|evening|weekend)\b)(?-i:[a-z]{3,14}))?)"
    r"(?=\s*(?:[.,;!?]|$)| (?:again|anymore|any more|already|instead|now|yet|too|either|in|on|for|at|with|without|to|from|before|after|until|because|while|by)\b(?!(?<= in) (?!(?:Janu|Febru|March|April|May|June|July|Aug|Sept|Octo|Nov|Dec))(?-i:[A-Z])))",
    re.IGNORECASE,
)
_MATTER: Final = (
    r"problem|issue|idea|proposal|suggestion|incident|accident|mistake|misunderstanding|decision|request|offer|error|bug|script|document|file|project|contract|deal|"
    r"meeting|conversation|discussion|changes?|fix|answer|draft|plan|results?|task|message|email|letter|article|picture|photo|link|call|interview|event|topic|"
    r"job|role|price|date|colou?r|wording|tone|title|reasons?|terms|conditions|outcome|explanation|cause|argument|agreement|package|parcel|order|trip|test|exam|situation|arrangement|feature|options?"
)
_THERE: Final = re.compile(
    r"\b(?:been|go|goes|going|went|moved|moves|live|lives|lived|stay|stays|stayed|work|works|worked|met|meet|gets?|got|come|comes|came|drive|drives|drove|walk|walks|walked|"
    r"fly|flies|flew|sit|sits|eat|eats|ate|sleep|slept|put|took|take|sent|arrived?|feels?|born|studied|return|returned) (?:back )?(?P<span>there)\b(?! (?:is|are|was|were)\b)",
    re.IGNORECASE,
)
_HANDLED: Final = re.compile(
    r"\b(?:put|puts|(?<!you )(?:got|gets)(?! it[!.,?])|mentioned|mentions|send|sent|gave|show|showed|forward|forwarded|returned?|hand|handed|moved?|took|brought|bring|sold|sell|left|leave|wrote|write|read|"
    r"bought|buy|found|lost|broke|broken|signed|cancelled|canceled|fixed|saw|told|asked|tried|learned|learnt|heard|forgot|remembers?|recommends?|recommended|translate|explain|finished|started|paid for|"
    r"visited|watched|keep|keeps|kept|hid|threw|dropped|borrowed|lent|use|uses|used|repeat|about|against|with|without|of|for|from) (?P<span>it)\b(?!['’]| (?:to (?:be|do|have|make|say|get)|that|when|if|as|a|an|hard|easy|easier|difficult|important|"
    r"useful|strange|odd|necessary|possible|impossible|annoying|boring|up|upon|out|is|was|comes|simple|short|takes?|rains?)\b)",
    re.IGNORECASE,
)
_GOVERNED: Final = re.compile(
    r"(?P<of>\b(?:opinions?|repl(?:y|ies)|answers?|views?|reactions?|responses?|ideas?|thoughts?|questions?|cop(?:y|ies)|parts?|half|rest|lists?|price|names?|owner|notes?|reasons?|alternatives?|"
    r"tone|style|length|structure|title|subject|wording|author|purpose|solutions?|dates?|invoices?|photos?|pictures?|end|beginning|result|cause|version|translation|summary|details?|colou?r|size|cost|decision|mind|rights?) (?:on|about|to|of|for|from|behind) )(?P<span>this|that|these|those|it|them|the (?:message|email|letter|article|document|text|report|proposal|contract|draft|script|meeting|conversation|answer|reply))\b"
    r"(?=\s*(?:[.,;!?]|$)| (?:is|was|has|had|will|did|does|were|are|can|again|yet|anymore)\b)",
    re.IGNORECASE,
)
"""A copy of it: the noun in front is what "it" belongs to, and not what it means."""
_BARE: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            rf"(?:^|[.!?;,\n] |\b(?:that|when|after|before|since|until|because) )(?P<subject>the (?!job\b|test\b|order\b|role\b|exam\b|event\b|project\b)(?:{_MATTER}))"
            r"(?= (?:(?:still|also|finally|already|again|never|now|only) )?(?:was|were|wasn't|weren't|(?:is|are|isn't|aren't) (?:now |still |already |not |almost |finally )?(?:[a-z]+ed|done|gone|over|ready|off|back|fine|good|bad|great|wrong|right|too|on hold|unclear|clear|known|lost|broken|late|sent|empty|missing)|has|had|hasn't|will|won't|came|went|got|did|didn't|turned|went|fell|broke|began|ran|took|made|grew|left|lost|won|stood|cost|became|kept|led|brought|gave|found|[a-z]+ed)\b)"
        ),
        rf"^(?:after|before|during|since|because of|despite) (?P<opening>the (?:{_MATTER}))(?=,| (?:the )?(?:user|he|she|they|we|i)\b)",
        (
            r"\b(?:not|never|n't) (?:understand|accept|like|know|answer|remember|see|read|need|want|get|attend|mention|sign|finish) (?P<denied>the (?:"
            rf"{_MATTER}))(?=\s*(?:[.!?;,]|$))|\b(?:wait|waiting|waits|waited) for (?P<awaited>the (?:{_MATTER}))(?=\s*(?:[.!?;,]|$))"
        ),
        (
            r"(?<![a-z])(?:[a-z]{2,}ed|saw|sent|made|lost|found|won|wrote|got|bought|sold|broke|took|left|kept|held|put|wants|needs|by|about|against|after|despite|(?:satisfied|happy|unhappy|disappointed|pleased|agrees?|agreed|fine) with) (?P<span>the (?:"
            rf"{_MATTER}))(?=\s*(?:[.!?;,]|$)| (?:already|again|now|yet|too|but|because|until|(?:[a-z]+ed|done|sent|rewritten)\b|tomorrow|today|yesterday|last|next|this|by|after all|so far)\b)"
        ),
        r"\bno need to [a-z]+ (?P<again>the (?:explanation|instructions?|question|answer|introduction|disclaimer|list|summary|code))(?=\s*(?:[.,;!?]|$))",
    )
)
"""A matter that a text speaks of as known. As an object only of what was done once: "explains the problem" is a habit."""
_PRONOUN: Final = re.compile(
    r"\b(?:(?P<he>he|she|him|her|his|hers)|(?P<they>they|them|their|theirs)|(?P<it>its))\b(?! own\b)", re.IGNORECASE
)
_POSSESSIVE: Final = re.compile(r"(?:his|her|their|its)\b", re.IGNORECASE)
_NAME_BEHIND: Final = re.compile(r"[^.!?\n]*? (?:[A-Z][a-z]|(?:the )?user\b)")
"""During her studies, Maria: what somebody has may stand before the name, in one sentence with it."""
_OBJECT_FORM: Final = re.compile(
    r"him\b|them\b|her(?=\s*(?:[.,;!?]|$)|\s+(?:to|about|again|for|with|a|an|the|by|at|on|in|that|if|yesterday|today|tomorrow|what|when|how|back|and|or|not)\b)",
    re.IGNORECASE,
)
_FROM_OTHERS: Final = re.compile(
    r"\b(?:accept|turn(?:s|ed)? down|reject|decline|receiv|await|wait(?:s|ed|ing)? for|repl(?:y|ies|ied) to|answer|agree(?:s|d)? (?:to|with)|heard|ignor|refus)[a-z]* $",
    re.IGNORECASE,
)
_GIVEN: Final = re.compile(
    r" (?:offer|reply|answer|invitation|proposal|call|decision|feedback|request|letter|apology|advice|suggestion|quote|terms|conditions)\b",
    re.IGNORECASE,
)
"""User accepted their offer: one accepts what others offer."""
_NEAR_ONESELF: Final = re.compile(
    r"\b(?:with|around|behind|near|beside|on|over|above|before|after|under) $", re.IGNORECASE
)
"""User keeps the keys with him: behind these the user can be meant."""
_OTHER_CLAUSE: Final = re.compile(
    r"[,;:.!?()–—]|\b(?:that|which|who|whom|when|if|because|so|while|whether|why|how|what|where|and|or|but|than|as|until|before|after|i|we|you|me|us|it|he|she|they|him|his|her|their)\b",
    re.IGNORECASE,
)
_SUBORDINATE: Final = re.compile(
    r"^\W{0,5}(?:when|whenever|if|after|before|while|although|though|once|until|because|since|as|unless|wherever|even)\b",
    re.IGNORECASE,
)
_ANOTHER_SENTENCE: Final = re.compile(r"[;.]\s")
_IMPERSONAL: Final = re.compile(
    r"\b(?:where|as|everyone|someone|somebody|anyone|nobody|whoever|each|every|anybody|everybody|others)\b",
    re.IGNORECASE,
)
_ANYBODY: Final = re.compile(
    r"\b(?:each|every|any|no) (?!day|morning|evening|night|week|month|year|time|other)[a-z]+ ", re.IGNORECASE
)
"""Each driver checks his tyres."""
_NAMES_ITSELF: Final = re.compile(r" (?:full |first |last |real )?(?:names?\b|(?:is|are) (?:called|named))\b")
_HAN: Final = re.compile(r"[\u3041-\u9fff]")


_THINGS: Final = (
    _DEMONSTRATIVE, _THAT, _PART, _COUNTED_OFF, _ASKED_OF, _CLAIMED, _FIRST_ONES, _RANKED, _ONE, _SAME, _REPEATED, _LEFT, _SO, *_BARE, _THERE, _HANDLED,
    _GOVERNED,
)  # fmt: skip
PATTERNS: Final = (*_THINGS, _THAT_DAY, _BOTH, _PRONOUN)
"""A text that none of these matches has nothing that is looked for here."""
_ANY: Final = ids(PATTERNS)
_ONCE: Final = (*_BARE, _SAME, _REPEATED, _RANKED, _LEFT)
_LONGEST: Final = 600
"""Characters; what a longer text points to may well be told behind it."""
_BEHIND: Final = 120
"""Characters behind a pointer that can say what it means."""


def find(text: str, possible: Possible) -> Iterator[_Span]:
    """Pointers for which nothing in front of them is named."""
    if len(text) > _LONGEST or not possible.among(_ANY):
        return
    tried = [pattern for pattern in _THINGS if pattern in possible]
    nouns = Named(text)
    if tried:
        first = nouns.noun(0)
        yield from _things(text[: (first.end if first else OPENING) + _BEHIND], nouns, tried)
    for found in possible.finditer(_THAT_DAY, text):
        if not _WHEN.search(text, 0, found.start()) and not nouns.things(found.start(), at_least=3):
            yield found.start(), found.end(), "thing"
    for found in possible.finditer(_BOTH, text[: OPENING + _BEHIND]):
        if not nouns.things(found.start(), at_least=2) and not _HAN.search(text, 0, found.start()):
            yield found.start(), found.end(), "thing"
    if _PRONOUN in possible:
        yield from _persons(text[: OPENING + _BEHIND], nouns)


def _things(text: str, nouns: Named, patterns: list[re.Pattern[str]]) -> Iterator[_Span]:
    for pattern in patterns:
        for found in pattern.finditer(text):
            start, end = found.span(found.lastgroup or 0)
            if nouns.things(found.start() if pattern is _GOVERNED else start, at_least=1) or _HAN.search(
                text, 0, start
            ):
                break
            if pattern in _ONCE and found.lastgroup != "again" and _ON_ANY_DAY.search(text, 0, start):
                continue
            if pattern in _BARE and SPELT_OUT.match(text, end):
                continue
            if pattern is _DEMONSTRATIVE and says_itself(text, start, end):
                continue
            if pattern in (_SAME, _REPEATED) and _EACH_TIME.search(text):
                continue
            yield start, end, "thing"


def _persons(text: str, nouns: Named) -> Iterator[_Span]:
    if _SUBORDINATE.match(text) or _HAN.search(text):
        # "Before she became a nurse, Clara": the name comes behind.
        return
    for found in _PRONOUN.finditer(text):
        start = found.start()
        if found["it"]:
            known = nouns.things(start, at_least=1)
        else:
            known = nouns.somebody(start) if found["he"] else nouns.several(start)
        if known or (_IMPERSONAL if found["they"] else _ANYBODY).search(text, 0, start):
            return
        if _NAMES_ITSELF.match(text, found.end()) or text.startswith(" who ", found.end()):
            return
        if found["he"] and nouns.things(start, at_least=1) and _ANOTHER_SENTENCE.search(text, 0, start):
            # "Allergic to nuts; they make her ill": a note that leaves its user out.
            return
        if _POSSESSIVE.match(text, start) and _NAME_BEHIND.match(text, found.end()) and start:
            return
        if not _means_the_user(text, found, nouns):
            yield found.start(), found.end(), "person"
            return


def _means_the_user(text: str, found: re.Match[str], nouns: Named) -> bool:
    """Whether the user can be meant: not by the object of what the user does, which would be "himself"."""
    user = nouns.user(found.start())
    if user is None or found["it"]:
        return False
    if _FROM_OTHERS.search(text, 0, found.start()) and _GIVEN.match(text, found.end()):
        return False
    between = text[user : found.start()]
    if between == " and ":
        return False
    if not _OBJECT_FORM.match(text, found.start()):
        return True
    return _OTHER_CLAUSE.search(between) is not None or _NEAR_ONESELF.search(between) is not None
