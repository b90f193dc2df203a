"""English wording that points outside its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Literal

from satchel.text import reference_en_pointers, reference_en_times
from satchel.text.reference_en_ahead import SPELT_OUT, says_itself
from satchel.text.reference_en_nouns import Named
from satchel.text.sieve import Possible, ids

_Span = tuple[int, int, Literal["thing", "earlier", "person", "time"]]

_SINGULAR = (
    "thing|stuff|one|matter|issue|problem|idea|plan|project|file|document|approach|solution|guy|person|place|option|version|"
    "tool|app|bug|error|meeting|company|feature|task|request|question|decision|suggestion|script|link|site|topic|email|message|"
    "proposal|setting|draft|design|format|style|template|list|table|report|page|change|rule|step|point|part|answer|reply|chat|"
    "conversation|discussion|session|subject|article|video|picture|photo|book|film|movie|song|restaurant|shop|hotel|doctor|client|"
    "customer|team|colleague|friend|contract|order|invoice|account|number|name|date|product|model|method|process|workflow|clause|case|mistake|trip|money|deal|offer|job|incident|accident|event|price|amount|room|machine|device|phone|laptop|result"
)
_PLURAL = (
    "things|ones|matters|issues|problems|ideas|plans|projects|files|documents|people|options|tools|bugs|tasks|questions|settings|"
    "changes|rules|steps|points|numbers|messages|emails|settings|tests|pages|links|photos|requests"
)
_VAGUE = frozenset({"thing", "stuff", "one", "things", "ones"})
# "that" is a pointer only after words that take an object; after a noun or a verb of saying it begins a clause.
_BEFORE_THAT = (
    r"(?:^|[.!?;:\n]\s{0,3}|,\s{1,3}|\b(?:about|with|for|on|of|in|at|up|from|like|into|and|or|but|use|uses|used|using|do|does|did|doing|fix|fixed|"
    r"finish|finished|need|needs|want|wants|wanted|like|likes|liked|try|tried|keep|keeps|change|changed|drop|stop|send|sent|"
    r"buy|bought|get|got|see|saw|read|handle|discuss|discussed|continue|regarding|make|made|put|ask|asked about|is|was|all|not|just|"
    r"do not|avoid|hates|hate|love|loves|dislikes|skip|add|remove|delete|update|open|opened|solve|solved|remember|forget)\s+)"
)
_THING = re.compile(
    rf"{_BEFORE_THAT}(?P<span>(?:that|this)(?: (?:same|other|whole|particular|specific))? (?P<one>{_SINGULAR})"
    rf"|(?:those|these)(?: (?:same|other))? (?P<many>{_PLURAL})|the (?:other|same) (?P<same>one|thing|issue|problem|project))\b",
    re.IGNORECASE,
)
_EXPLAINED = re.compile(
    r"\s{0,3}(?:[:(—–]|,? (?:called|named|known as|titled|labelled|labeled|being|namely|i\.e\.)\b"
    r"|,? (?:is|was) (?:called\b|named\b|known as\b|that\b|to\b|[A-Z])"
    r"|,? (?:for|about|of|in|on|from|at|where|when|which|who|whose)\b(?! (?:before|earlier|last|then|it|me|him|her|them|us|you|again|now|today|yesterday|tomorrow)\b) \w"
    r"|,? that (?!(?:we|i|you|he|she|they|the user|user)\b)\w)",
)
_NAME_BEHIND = re.compile(r", [A-Z]")
"""This dealer, Marek: the name follows."""
_ENDS = r"(?=\s*(?:[.,;!?)]|$)|\s+(?:again|anymore|now|later|first|instead|before|yet|soon|already|either|too|today|tomorrow|earlier)\b)"
_THAT_AT_END = re.compile(rf"\b(?:that|this) (?:{_SINGULAR}){_ENDS}", re.IGNORECASE)
"""Before an end no "that" begins a clause, whatever stands in front of it."""
_FRONT = r"(?:^|(?<=[.!?\n])\s?|(?<=[.!?\n]\s))\W{0,4}\b"
_VERB = (
    r"(?:is|are|was|were|isn't|aren't|wasn't|weren't|has|have|had|will|would|should|shouldn't|can|can't|could|must|needs?|makes?|made|means?|meant|happens?|happened|works?|worked|"
    r"does|doesn't|did|didn't|looks?|looked|seems?|helps?|helped|sounds?|fits?|costs?|went|goes|comes|came|gets?|got|stays?|starts?|ends?|breaks?|broke|failed|fails|reminds?|takes|took|feels|felt|tastes?|tasted|smells?|bothers|belongs|applies|lasts|lasted|runs|ran|reads)\b"
)
_OPENS = re.compile(
    rf"{_FRONT}(?P<span>(?:this|that|these|those)(?: (?-i:(?:last |first |second |new |old |same )?[a-zà-ÿ]{{2,14}}))?(?= {_VERB})|(?:this|that) (?-i:(?!time|day|week|month|year|morning|evening|season)[a-zà-ÿ]{{3,14}})(?= (?-i:[a-z]{{2,}}(?:[^su]s|ed)) (?:an?|the|no|user|to|on|in|at|for|with|it|its|his|her|their|every|(?-i:[A-Z]))\b))",
    re.IGNORECASE,
)
"""What a text begins with has nothing in front of it to point back to."""
_IT_OPENS = re.compile(
    rf"{_FRONT}(?P<span>it)(?= (?:(?:also|still|always|never|only|just|really|usually|no longer) )?(?:{_VERB}|[a-z]{{3,}}ed\b|(?!seems|takes|rains|snows|helps|depends|happens|looks|sounds|matters|says|turns|makes)[a-z]{{2,}}s (?:on|in|at|every|only|with|from|well|too|again)\b))",
    re.IGNORECASE,
)
_EXPLETIVE = re.compile(
    r" (?:(?:also|still|always|never|just|only|really|usually) )?(?:(?:is|was|(?:would|will|can|could|might|may|must|should) (?:be|feel|get|seem|look)|has been|seems|seemed|feels|felt|gets|got|looks|becomes|became)\b[\w ,'-]{0,50}?\b(?:to|that|when|if|for|who|how|why|whether|because|since|until|before|after|outside|time|enough)\b"
    r"|(?:(?:is|was|feels|felt) (?:(?:so|really|very|quite|too|pretty|such|just|also) )?(?:an? )?(?!so|really|very|quite|too|pretty|just|still|not|also|always|never|now|getting|being|already|more|less|an?\b)[a-z]{3,}(?<!ing) (?!during|morning|evening|nothing|something|everything|spring)[a-z]{3,}ing|takes?|took|rain(?:s|ed)?|snow(?:s|ed)?|happened|depend(?:s|ed)?|seems|turn(?:s|ed) out (?:that|the|user|he|she|they|we|i)\b|looks like|sounds|(?:all )?(?:began|starts|started) (?:with|when|in|on|as|last|a|(?-i:[A-Z][a-z]+))\b|goes without|(?:helps|helped|hurts|would (?:help|hurt|take|cost)|costs?|cost|pays|paid|bothers|bothered|annoys|annoyed|worries|worried|surprises|surprised|scares|scared|calms|calmed|pleases|pleased|makes|made|drives|drove)\b[^.!?;]*?\b(?:to|if|when|that|how|why|whether)|is (?:raining|snowing|cold|hot|late|dark|winter|summer)|(?:helps?|helped|works?|worked) (?:to|when|if|for)|matters|says)\b)",
    re.IGNORECASE,
)
_OBJECT = re.compile(
    rf"\b(?:about|with|to|of|for|like|do|does|did|done|wants?|needs?|likes?|hates?|fix|in|on|after|before|said|say|when|if|change|keep|use|try|finish|by|see|read|remember|forget|discuss|dropped?|handle|mention|undo|redo|repeat|revert|skip|save|store|share|send|test|check|review|explain|confirm|approve|reject|accept|cancel|delete|remove|note|add|update|record|publish|merge|buy|sell|return|know|understand|regret|prefer|enjoy|doing|saying|using)\s+(?P<span>this|that|these|those)(?:{_ENDS}|(?= (?:happens?|happened|fixed|done|changed|removed|sorted|way\b(?!s?\w))|(?: (?:up|down|away) again\b)| (?:on|by|before|until) (?:[a-z]{{2,6}}day|noon|midnight|tomorrow|next|the weekend)\b))",
    re.IGNORECASE,
)
_IT = re.compile(
    r"\b(?<!got )(?<!made )(?<!\bgo for )(?<!\bget )(?<!\bworth )(?<!\bgot )(?<!\benough of )(?!(?:(?<=\blikes )|(?<=\bhates )|(?<=\bloves )|(?<=\benjoys ))it (?:here|there|in|at|when|on)\b)(?!(?<=\bkeep )it (?:simple|short|brief|casual|light|real|clean|formal|up)\b)(?!(?<=\bhow )it (?:goes|went|is going)\b)(?!(?<=\blikes )it (?:quiet|hot|cold|cool|warm|spicy|strong|sweet|dark|black|clean|tidy|neat|loud|simple|short|tight)\b)(?!(?:(?<=\btake )|(?<=\btakes ))it (?:easy|slow|slowly|one)\b)(?!(?<=\bgive )it (?:a (?:go|try|shot)|my all|our all)\b)(?P<span>it)\b(?! (?:\w+ )?(?:hard|easy|easier|harder|difficult|important|useful|helpful|odd|strange|better|best|annoying|necessary|possible|impossible|worth|clear|known|noted|that|when|if|to|a|the|up to)\b| (?:is|was|would be|has been|takes?|took|costs?|rain(?:s|ed)?|snow(?:s|ed)?|happened|depend(?:s|ed)?|seems?|sounds?|looks?|helps?|matters?|makes? sense|happens?|gets? (?:dark|light|late|cold|hot|warm|busy|crowded|loud|noisy))\b)(?!['’]s)",
    re.IGNORECASE,
)
_OTHER = re.compile(
    rf"\bthe (?:other|second|first|third|last|latter|former|previous|earlier|original|new|old|bigger|smaller|cheaper|next) ones?\b(?! (?:to|of|in|that|who|which|with|for)\b)"
    rf"|\bthe other (?:{_SINGULAR}|branch|room|house|computer|laptop|phone|flat|apartment|job|car|supplier|editor|language|server)\b(?! (?:of|hand|way)\b)"
    r"|\bthe (?:latter|former)(?=\s*[.,;!?]|$| (?:is|was|are|were|has|had|will|would|can|costs?|works?|needs?|looks?)\b)|\bthe usual (?:way|place|time|spot|order|one|thing)\b|\b(?<!at )(?<!feel )(?<!felt )the same (?:way|place|time|as before|settings?|format|approach)\b(?! (?:as (?!before|last|usual)|for|in|on|every|of)\b)"
    r"|\b(?<!on )(?<!at )the (?:first|second|third|last|other|latter|former|original|initial) (?:option|approach|version|choice|solution|proposal|plan|variant|draft|idea|method|design|candidate|suggestion|alternative|attempt|try|round|trial|batch)\b(?! (?:of|for|in|to|that|which|at|on)\b)"
    rf"|\bthe (?!(?:first|last) name)(?:first|second|third|last) (?:{_SINGULAR})\b(?=\s*[.,;!?]|$| (?:is|was|are|were|works?|worked|seems?|looks?|sounds?|stays?|has|had)\b)"
    r"|\bthe ones? (?:from|with|in|on|he|she|they|we|I|you)\b|\b(?:(?:back then|at that time)(?!,? (?:of|in|on|when|around|between) )|that day|in those days|from here(?! (?:to|in)\b))\b",
    re.IGNORECASE,
)
_THE_MATTER = re.compile(
    rf"\bthe (?:idea|plan|problem|issue|proposal|offer|suggestion|result|results|outcome|changes?|bug|error|decision|answer|approach|request|deal|mistake|rest){_ENDS}"
    rf"|{_FRONT}the (?:problem|issue|bug|error|idea|plan|proposal|offer|suggestion|request|project|result|decision|change|deal|mistake|rest)(?= {_VERB})"
    rf"|{_FRONT}(?:both|neither|none)(?= {_VERB}|{_ENDS})|\banother one{_ENDS}|\bsa(?:id|ys) (?:yes|no|so){_ENDS}"
    rf"|\bthe (?!only|right|wrong|next|loved|little)[a-z]+ ones?{_ENDS}|\bthe [a-z]{{3,}}er (?:version|option|variant|plan|route|model|draft|approach){_ENDS}",
    re.IGNORECASE,
)
"""Words for something under discussion, or a part of it, before which nothing was named."""
_ON_ANY_DAY = re.compile(
    r"^(?!(?:the )?(?:user|he|she|they|we|i|client|customer|my|our)\b)\w|\b(?:always|never|wants?|(?<!t )likes?|prefers?|give|show|state|name|present|(?:start|open|lead) with|before|after|when|if|first)\b",
    re.IGNORECASE,
)
"""A wish or a rule about answers and results of any kind."""
_HANDED_OVER = re.compile(
    rf"{_FRONT}(?:please )?(?:send|give|show|bring|hand|forward|return|explain|deliver|move|copy|add|tell|take|pass|read|put) (?P<span>it|them|him|her)\b",
    re.IGNORECASE,
)
"""An order that begins a text: what is handed over to whom was said before."""
_THIS_NOUN = re.compile(
    r"\b(?:hates?|hated|loves?|loved|dislikes?|uses?|used|using|avoids?|avoid|keeps?|kept|remove|delete|drop|ignore|runs?|ran|bought|buys?|fix|finish|follow|follows|bring|ported|renamed|moved|rejected|cancelled|tried|for|with|about|than|from|of|without|against|after)\s+"
    r"(?P<span>(?:this|that|these|those) (?P<noun>(?!note|matter|end|said|point|stage|rate|effect|regard|respect|front|extent|sense|being|same|kind|sort|type|way|user|year|week|month|morning|time|day|date|reason|language|memory|name|because|when|if|for|in|on|at|to|and|or|as|is|are|was|much|many|well|out|up|off|from|with|the|a)[a-z]{3,14}))"
    rf"(?:{_ENDS}|(?=\s+(?:for|in|on|with|at|because|when|while|if|every|since)\b))",
    re.IGNORECASE,
)
_OTHER_NOUN = re.compile(
    rf"\bthe other (?!day|side|hand|half|way|end|people|direction|thing|one|night|week|party|gender|kind|extreme|{_SINGULAR}\b)(?P<noun>[a-z]{{3,14}}){_ENDS}",
    re.IGNORECASE,
)
_THOSE = re.compile(
    r"(?<!\bof )(?<!\blike )(?<!\bas )\b(?P<span>those|these)(?=\s*(?:[.,;!?]|$)|\s+(?:until|till|before|after|instead|again|first|now|today|tomorrow|to|for|from|on|at|too|either)\b)",
    re.IGNORECASE,
)
_LEFT_OFF = re.compile(
    rf"{_FRONT}same (?:here|again|goes|applies)\b|\bdo(?:es)? the same\b(?! (?:as|way)\b)|\bthe same (?:applies|goes)\b|\bthe opposite{_ENDS}"
    r"|\b(?:where|what|who|how|why|when) (?:that|this) (?:was|is|were|came from|happened)\b(?! (?:the case|so|true|possible|needed|necessary)\b)|\b(?:whichever|whatever) (?:he|she|they|we|you|I) [a-z]+"
    rf"|{_FRONT}(?:please )?(?:apply|use|do|keep|try|repeat|avoid|stop|start|run|change|check|mind) (?:this|that)(?= (?:everywhere|always|only|once|twice|every|for|in|on|with|before|after|at)\b)"
    rf"|\b(?:neither|both|none|all|each|one|some|two|most) of (?:them|these|those|it){_ENDS}|\b(?:neither|both|none|all|each|one|some|two|most) of (?:them|these|those|it)(?! (?:things|days|people|moments)\b)(?! [a-z]+ (?:who|that|which|with|of)\b)(?= {_VERB}| (?!who\b)[a-z]{{3,}}s?\b)"
    rf"|\b(?:theirs|hers|ours){_ENDS}"
    rf"|\bwhere (?:we|i|you|they|he|she) (?:left off|stopped)\b|\bthe usual{_ENDS}"
    r"|\b(?:remember|recall|forget|mentions?|notes?|about|regarding) (?:the|that) (?:thing|stuff|bit|matter) (?:about|with|regarding|for)\b",
    re.IGNORECASE,
)
_THAT_WAY = re.compile(r"\b(?:that|this) way(?= *(?:[.,;!?]|$| (?:again|from now on)))", re.IGNORECASE)
_THERE = re.compile(
    r"\bover there(?=\s*(?:[.,;!?]|$))|(?<![.!?;,:] )(?<!^)\b(?<!over )(?<!out )(?<!being )there(?=\s*(?:[.,;!?]|$)|\s+(?:again|anymore|before|last|next|so|now|every|at|on|by|with|yet|too|either)\b|\s+for (?:\d|one|two|three|four|five|six|seven|eight|lunch|dinner|breakfast)\b)",
    re.IGNORECASE,
)
_OBJECT_PERSON = re.compile(
    r"\b(?P<span>him\b|them\b|her(?=\s*(?:[.,;!?]|$)|\s+(?:to|about|again|for|with|a|an|the|by|at|on|in|that|if|yesterday|today|tomorrow|what|when|how)\b))",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"(?:,? (?:that|which))? (?:we|i|you|he|she|they|the user|user|everyone) (?:\w+ )?(?:discussed|mentioned|said|talked about|wanted|asked(?: for)?|requested|"
    r"showed|sent|agreed(?: on)?|liked|chose|used|needed|were discussing|were talking about)\b",
    re.IGNORECASE,
)
_EARLIER = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            r"\bas (?:already |previously |I |we |you )?(?:mentioned|discussed|said|described|noted|stated|explained|agreed)"
            r"(?: (?:above|earlier|before|previously|last time))?\b(?! (?:in|by|on|at|with|to|under) )"
        ),
        r"\bas above\b|\bsee above\b|\bsame as (?:last time|before|above|previously|earlier|always|usual|ever)\b|\blike (?:last time|before)\b(?= *(?:[.,;!?]|$))",
        r"\b(?:what|the (?:one|thing|stuff|plan|approach|way|idea)) (?:we|you|I|they) (?:\w+ )?(?:discussed|talked about|mentioned|agreed on)\b",
        r"\b(?:the )?aforementioned\b|\bthe above\b(?! (?:average|all)\b)",
        r"\bthe (?:previous|earlier|last) (?:answer|reply|message|conversation|chat|response|session|discussion)\b(?! (?:of|by|from|about|in|that|which|was|is|with)\b)",
        r"\bthe (?:previous|earlier|last) (?:results?|feedback|attempt|meeting|call|order|invoice|estimate|offer|suggestion|version|plan|approach|idea|discussion|request|proposal|draft|option|decision|point|agreement)\b(?! (?:of|by|from|about|for|in|that|which|was|is)\b)",
        r"\b(?:like|as|the way) (?:we|I|you|they) (?:did|had it|said|planned|agreed|discussed|decided|wanted)(?: (?:before|earlier|last time|then|it))?(?= *(?:[.,;!?]|$))|\bas (?:before|usual|discussed|agreed)(?= *(?:[.,;!?]|$))",
        r"\bwhat (?:was|were|had been|has been) (?:proposed|said|discussed|agreed|mentioned|decided|described|written|suggested|promised)\b(?! (?:at|in|on|by|for|to|about|with)\b)",
        r"\bthe (?:thing|stuff|one|ones|file|files|document|place|restaurant|hotel|shop|book|film|movie|song|idea|plan|person|guy|man|woman|house|car|app|tool|link|article|video|picture|photo|part|topic|version|option) (?:that |which )?(?:we|I|you|he|she|they|the user|you and I) (?:\w+ )?(?:asked for|asked about|wanted|mentioned|needs?|needed|sent|showed|told|liked|chose|requested|recommended|talked about|went to|saw|visited|met|used|tried|looked at|picked|had|bought|saw|read|watched|ordered|found)\b(?! (?:in|on|at|for|from|called|named) [A-Z0-9])",
        r"\bthe (?:[a-z]{2,5} )?[a-z]{3,} (?:above|mentioned above)(?=\s*[.,;!?]|$| (?:is|are|was|were|should|must|will|can|need|holds?|stands?|counts?|appl(?:y|ies))\b)|\b(?:for|with|to|than|like) the others(?= *(?:[.,;!?]|$))|^of the (?:two|three|four|lot)\b",
        r"\byour (?:proposal|suggestion|plan|idea|answer|draft|offer|design|version|recommendation|advice|question|explanation|comment|summary|analysis|translation|estimate|reply)s?\b|\b(?:was|were|did|had)\b[^.;,]{0,30} then(?= *(?:[.;!?]|$))",
        r"\bmore of the same\b|\b(?<!feel )(?<!feels )(?<!felt )(?<!thinks )the (?:old|usual|same|other) way(?= *(?:[.,;!?]|$| again))|\bthe way (?:it|they|things) (?:was|were|used to be)\b|\bthe same again\b",
        r"\bfrom (?:earlier|before|last time)\b|\bthe (?:[a-z-]+ ){1,3}(?:we|you and I|I and you) (?:discussed|talked about|agreed on|went over|looked at|mentioned)\b",
        r"\b(?:mentioned|discussed) (?:above|earlier|previously)\b",
        r"\bthe (?:[a-z-]+ ){1,3}(?:that |which )?you (?:just |already |kindly )?(?:suggested|described|recommended|proposed|outlined|sent|shared|gave|showed|listed|drafted|wrote|explained|generated|produced|came up with|put together)\b(?! (?:in|on|for|to) [A-Z\d])",
        r"\bthe (?:previous|earlier) (?:workaround|fix|patch|advice|recommendation|summary|explanation|thread|note|comment|ticket|report|analysis|review|list|example|prompt|question|script|snippet|setup|config|migration|solution|method|instructions?|steps?)\b(?! (?:of|by|from|about|for|in|that|which|was|is)\b)",
        r"\b(?:as )?per the (?:thread|chat|discussion|conversation|email|call|message|meeting)\b(?! (?:with|about|on|of|from)\b)|\ball of the above\b|\bscrap that\b|\b(?:quoted|pasted|shown|given|listed|mentioned|described|attached) (?:above|below)\b|\bfor (?:all )?the reasons (?:given|mentioned|stated|discussed|above)\b",
        r"\bwhat (?:he|she|they|the user|user|i|you)(?:['’]d)? (?:had |has )?(?:said|wrote|told|mentioned|asked|noted|promised|suggested|agreed)(?: \w+){0,2}? (?:earlier|before|above|previously|at the start|last time)\b|\bwhat was \w+ (?:before|earlier|above)\b",
        r"\b(?:my|your|our) (?:last|previous|earlier) (?:answer|reply|message|comment|suggestion|summary|session|chat|talk|call|conversation|proposal|draft|question|email|explanation|estimate|recommendation)\b(?! (?:of|by|from|about|for|in|that|which|to|with|on) )",
        r"\b(?:a few|several|\d+|two|three|four|five) messages? (?:up|ago|back|above)\b|\bpoints? already (?:mentioned|made|raised|discussed)\b|\bwhat (?:we|you and i) (?:settled on|decided|came up with|planned)\b",
        r"\bthe (?:[a-z]+ )?(?:suggestion|snippet|list|table|plan|code|script|answer|reply|draft|link|example|summary|estimate|screenshot|file|message|email|diagram|attachment) (?:that )?(?:i|we|the user|user) (?:just )?(?:made|pasted|gave|posted|uploaded|sent|wrote|showed|quoted|linked|described|proposed|suggested|shared|attached)\b(?! (?:to|on|in|for|about) )",
        r"\b(?:option|choice|variant|item|point|step|number) (?:[a-h]|\d{1,2}|one|two|three|four) (?:from|on|in) the (?:list|table|options|thread|summary)\b(?! of\b)|\b(?:wants?|needs?|do|finish|send|translate|keep|skip|read|see|get|review) the rest\b(?! (?:of|in|on|for|day|stop|room|area|home)\b)",
    )
)
"""Several, so that of those which need other words none is tried."""
_CORRECTED = re.compile(r"\b(?:not|rather than|instead of) [^.,;!?]{1,40} $", re.IGNORECASE)
"""Miso, not Mika as noted before: what was noted is told."""
_ORDERED = re.compile(
    r"(?:^|[.!?;:,] |\band )(?:prepare|update|write|revise|submit|finish|review|share|print|send|improve|refine|proofread|practi[sc]e|present|adjust) $",
    re.IGNORECASE,
)
"""Update your draft: what whoever reads has, not what the assistant said."""
_LOCAL = re.compile(r"above|aforementioned| rest$", re.IGNORECASE)
"""What the same text may well hold, where it is not short."""
_PERSON = re.compile(r"\b(?!(?:he|she|they) who\b)(?:he|she|they|him|her|his|their|them)\b", re.IGNORECASE)
_EMPTY_WORDS = frozenset(
    """
    a about after again all didnt doesnt dont isnt wasnt wont cant also am an and any are as ask asked asks at be because been before but by can could did do does
    dont for from had has have how i if in is it its just last later let like likes me mentioned mentions my need needs
    never next no not note now of ok on once or our please recently remember said says should so still tell than that the
    then there this time to today told tomorrow too up wants was we were what when where which while why will with would
    yes yesterday you your he she they him her his their them sometimes always often
    """.split()
)
_ACTS = frozenset(
    """
    nobody everybody everyone somebody someone anyone anybody one people
    want need hear heard see saw say get got make made take took give gave keep kept let put go went come came know knew think thinks
    thought feel feels felt try tried start started stop stopped use used change changed fix fixed finish finished does doing done
    tell talk talked bring brought drop dropped agree agreed decide decided prefer prefers preferred love loves hate hates happy unhappy
    pick picked choose chose chosen regret regretted undo
    rename renamed delete deleted remove removed add added update updated handle handled rather would've maybe really still already
    """.split()
)
"""What people do with anything: says nothing of what it is."""
_OWNER = frozenset({"user", "user's", "users", "client", "assistant", "owner"})
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_OPENING = 400
"""Characters within which a pronoun can still be the first thing that a text says."""
_CATAPHORA = re.compile(
    r"^\W{0,5}(?:when|if|after|before|while|although|though|once|until|because|since|as)\b[^.!?]*?,\s*(?:[A-Z]|the )",
    re.IGNORECASE,
)


_BEHIND = 200
"""Characters behind a pointer that can say what it means."""
_IN_THE_OPENING = (
    _THAT_AT_END, _OPENS, _IT_OPENS, _HANDED_OVER, _LEFT_OFF, _THOSE, _THIS_NOUN, _OTHER_NOUN, _OBJECT, _IT, _OTHER, _THAT_WAY, _THERE, _THE_MATTER,
)  # fmt: skip
PATTERNS = (
    _THING, *_IN_THE_OPENING, *_EARLIER, _OBJECT_PERSON, _PERSON, *reference_en_pointers.PATTERNS, *reference_en_times.PATTERNS,
)  # fmt: skip
"""A text that none of these matches points nowhere."""
_ANY, _ANY_IN_THE_OPENING = ids(PATTERNS), ids(_IN_THE_OPENING)


def find(text: str, possible: Possible) -> Iterator[_Span]:
    """Spans of unresolved references: start, end, kind.

    Args:
        text: Its quotations are masked.
        possible: Which of `PATTERNS` may match it.
    """
    if not possible.among(_ANY):
        return
    yield from _things(text, possible)
    if possible.among(_ANY_IN_THE_OPENING):
        opening = text[: _reach(text) + _BEHIND]
        yield from _pronouns(opening, possible)
        yield from _matters(opening, possible)
    yield from _earlier(text, possible)
    yield from _persons(text, possible)
    yield from reference_en_pointers.find(text, possible)
    yield from reference_en_times.find(text, possible)


def _reach(text: str) -> int:
    """Where so much has been named that no pointer behind it is looked at: `_names` of three holds from there on."""
    said = 0
    for place, found in enumerate(_WORD.finditer(text)):
        word = found[0]
        if word.casefold().replace("'", "") in _EMPTY_WORDS or _is_hollow(word.casefold()):
            continue
        said += 1
        if said == 3 or (place and word[0].isupper() and not word.isupper()):
            return found.end()
    return len(text)


def _content(before: str) -> list[str]:
    """The words that name something."""
    return [word for word in _WORD.findall(before) if word.casefold().replace("'", "") not in _EMPTY_WORDS]


def _things(text: str, possible: Possible) -> Iterator[_Span]:
    for found in possible.finditer(_THING, text):
        start, end = found.span("span")
        noun = (found["one"] or found["many"] or found["same"]).casefold()
        named = [word.casefold().rstrip("s") for word in _content(text[:start])]
        asked = _ASKED.match(text, end)
        if asked:
            # "that thing the user asked for": the clause says who wanted it, not what it is.
            end = asked.end()
        elif _EXPLAINED.match(text, end) or len([word for word in named if not word.startswith("user")]) >= 2:
            continue
        if (noun not in _VAGUE and noun.rstrip("s") in named) or says_itself(text, start, end):
            continue
        yield start, end, "thing"


def _pronouns(text: str, possible: Possible) -> Iterator[_Span]:
    """This, that and it, where nothing in front of them has a name."""
    for found in possible.finditer(_THAT_AT_END, text):
        if not _names(text[: found.start()], 3):
            yield found.start(), found.end(), "thing"
    for found in possible.finditer(_OPENS, text):
        start, end = found.span("span")
        if not says_itself(text, start, end) and not _EXPLAINED.match(text, end) and not _names(text[:start], 1):
            yield start, end, "thing"
    for found in possible.finditer(_IT_OPENS, text):
        if not _names(text[: found.start("span")], 1) and not _EXPLETIVE.match(text, found.end()):
            yield *found.span("span"), "thing"
    for found in (
        *possible.finditer(_HANDED_OVER, text),
        *possible.finditer(_LEFT_OFF, text),
        *possible.finditer(_THOSE, text),
    ):
        if not _names(text[: found.start()], 2):
            yield *found.span("span" if "span" in found.re.groupindex else 0), "thing"
    for found in (*possible.finditer(_THIS_NOUN, text), *possible.finditer(_OTHER_NOUN, text)):
        noun, start = found["noun"].casefold().rstrip("s"), found.start("span" if "span" in found.re.groupindex else 0)
        named = [word.casefold().rstrip("s") for word in _content(text[:start])]
        explained = _EXPLAINED.match(text, found.end()) or _NAME_BEHIND.match(text, found.end())
        if noun not in named and not explained and not _names(text[:start], 3):
            yield start, found.end(), "thing"


def _matters(text: str, possible: Possible) -> Iterator[_Span]:
    """What is under discussion, and what stands for it, where little in front of it has a name."""
    for pattern, enough in ((_OBJECT, 2), (_IT, 2), (_OTHER, 2), (_THAT_WAY, 2), (_THERE, 3), (_THE_MATTER, 1)):
        group = "span" if "span" in pattern.groupindex else 0
        for found in possible.finditer(pattern, text):
            before = text[: found.start(group)]
            if (
                pattern is _THE_MATTER
                and found[0][:4].casefold() == "the "
                and "er " not in found[0]
                and (_ON_ANY_DAY.search(before) or SPELT_OUT.match(text, found.end()))
            ):
                continue
            if pattern is _IT and _EXPLETIVE.match(text, found.end()):
                continue
            if pattern is _IT and Named(text).things(found.start("span"), at_least=1):
                # "For a recipe, give it in grams".
                break
            if (before.strip() or pattern in (_OTHER, _THE_MATTER)) and not _names(before, enough):
                yield *found.span(group), "thing"


def _is_hollow(word: str) -> bool:
    """Whether a word names nothing: whose memory it is, or what people do with anything."""
    return word in _OWNER or word in _ACTS or (word.endswith("s") and word[:-1] in _ACTS)


def _names(before: str, enough: int) -> bool:
    """Whether so many words before name something, other than whose memory this is."""
    said = [word for word in _content(before) if not _is_hollow(word.casefold())]
    # A capital says little of the word that a text begins with.
    first = _WORD.search(before)
    named = said[1:] if said and first is not None and said[0] == first[0] else said
    return len(said) >= enough or any(word[0].isupper() and not word.isupper() for word in named)


def _earlier(text: str, possible: Possible) -> Iterator[_Span]:
    for found in chain.from_iterable(
        possible.finditer(pattern, text, 0, _OPENING) for pattern in _EARLIER if pattern in possible
    ):
        if _CORRECTED.search(text, 0, found.start()):
            continue
        if found[0][:4].casefold() == "your" and _ORDERED.search(text, 0, found.start()):
            continue
        enough = 3 if found[0][:4].casefold() == "your" else 4 if _LOCAL.search(found[0]) else None
        if enough is None or len(_content(text[: found.start()])) < enough:
            yield found.start(), found.end(), "earlier"


def _persons(text: str, possible: Possible) -> Iterator[_Span]:
    for found in possible.finditer(_OBJECT_PERSON, text, 0, _OPENING):
        # "User told her": whoever is told is not the user.
        before = text[: found.start()]
        if (
            before.strip()
            and not _names(before, 1)
            and not re.search(r"\b(?:me|my|he|she|they)\b", before, re.IGNORECASE)
        ):
            yield *found.span("span"), "person"
    for found in possible.finditer(_PERSON, text, 0, _OPENING):
        if _content(text[: found.start()]) or re.search(r"[\u3041-\u9fff]", text[: found.start()]):
            return
        if _CATAPHORA.match(text) or re.match(
            r" (?:full |first |last |real )?(?:names?|(?:is|are) (?:called|named))\b", text[found.end() :]
        ):
            return
        yield found.start(), found.end(), "person"
