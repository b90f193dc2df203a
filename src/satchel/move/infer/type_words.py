"""Wording that tells preferences, tasks, skills and facts apart, in English and Chinese.

Each entry is (weight, patterns): one pattern a line, a regular expression on lower-case text. Words of general
language, gathered by subject. A weight of 3 nearly decides alone, 1 is a hint. A type's score is its heaviest match
plus a part of the others.
"""

from __future__ import annotations

from typing import Final

Lexicon = tuple[tuple[float, str], ...]

ENGLISH: Final[dict[str, Lexicon]] = {
    "preference": (
        (
            4.5,
            r"""
            ^(?:\W*(?:[\w, ]{1,30}: ?)?)never (?:send|attach|forward|mail|e-?mail|post|share|fax|submit|present|deliver|hand in) (?:any |the |a )?(?:(?:[a-z]+[ -])?(?:mails?|e-?mails?|reports?|lists?|minutes|slides?|decks?|memos?|summar(?:y|ies)|protocols?|plans?|charts?|(?:road)?maps?|agendas?|sheets?|letters?|offers?|proposals?|diagrams?|dashboards?|presentations?|briefs?|release notes|meeting notes|handouts?)) (?:by|via|through|over|as|in)\b
            ^(?:\W*(?:[\w, ]{1,30}: ?)?)always (?:give|show|put|use|write|list|name|include|mention|add|state) .{3,50}\bin (?:the |all |every |any )?(?:(?:[a-z]+[ -])?(?:mails?|e-?mails?|reports?|lists?|minutes|slides?|decks?|memos?|summar(?:y|ies)|protocols?|plans?|charts?|(?:road)?maps?|agendas?|sheets?|letters?|offers?|proposals?|diagrams?|dashboards?|presentations?|briefs?|release notes|meeting notes|handouts?))\b
            \bkeep (?:the |all |every |any |my )?(?:(?:[a-z]+[ -])?(?:mails?|e-?mails?|reports?|lists?|minutes|slides?|decks?|memos?|summar(?:y|ies)|protocols?|plans?|charts?|(?:road)?maps?|agendas?|sheets?|letters?|offers?|proposals?|diagrams?|dashboards?|presentations?|briefs?|release notes|meeting notes|handouts?)) (?:under|below|within|to|at|shorter than) (?:\d+|one|two|three|four|five|ten|half)\b
            \bwhen in doubt,? (?:the )?\w+ (?:picks?|chooses?|goes for|takes?|orders?|reaches for|opts for)\b
            \b(?:picks?|chooses?|goes for|orders?|reaches for|takes) [\w -]{2,30} (?:over|rather than|above|ahead of) \w
            \bfavou?rs\b.{2,40}\b(?:over|above|to|rather than)\b
            \bevenings? (?:belong to|are for|is for|are reserved for|are kept for)\b
            """,
        ),
        (
            7.0,
            r"""
            \bskip (?:the|all|any) (?:apolog(?:y|ies)|disclaimers?|introductions?|intro|preambles?|greetings?|pleasantries|small talk|caveats|boilerplate|warm-?up|formalities|preliminaries)\b
            \b(?:only|un)(?: |-)?acceptable\b.{0,24}$|\bacceptable (?:form|format|way|style|length)\b
            \banything else (?:is|gets|goes|will be|comes) (?:sent back|returned|rejected|ignored|binned|thrown|deleted|back|straight|unread)
            """,
        ),
        (
            4.0,
            r"""
            ^(?:\w+, )?(?:always|please always|never) (?:give|show|put|use|write|list|name|include|mention|add)\b.{3,50}\bin (?:the |all |every |any )?(?:\w+ ){0,2}(?:mails?|e-?mails?|reports?|lists?|invoices?|minutes|notes?|slides?|decks?|tables?|documents?|memos?|summar\w+|protocols?|messages?|captions?|plans?)\b
            \b(?:keep|keeps|kept) (?:it|them|each|every \w+) (?:under|below|within|to) (?:\d+|\w+) (?:words|lines|sentences|slides|pages|characters|paragraphs|points)\b|\bwhen (?:writing|replying|talking|speaking) to [A-Za-z]+, (?:use|choose|pick|start|keep|give|skip|avoid)\b
            \bruns? with (?:a |an )?(?:dark|light|black|white|large|small)\b|\bfont size\b
            prefer(?:s|red|ence|ences|ring)?\b
            \b(?:dis)?likes\b
            \b(?:loves?|hates?|enjoys?|loathes?|adores?|detests?|despises?)\b
            \bfavou?rites?\b
            \b(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|letters?|e?-?mails?|messages?|voice notes?|emojis?|code (?:samples?|examples?)|headings?|bullet(?: point| list)?s?|small talk|jargon|abbreviations?|tone|chit-?chat|units|exclamation marks?)\b(?=.{0,60}\b(?:please|should|must|always|never|only|at most|under|no longer than|in (?:plain|short|full|formal)|childish|starts?|ends?)\b)
            ^(?:please|always|never|no|don't|do not|only|keep|skip|avoid|use|give|put|write|start|end)\b.{0,50}\b(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|letters|voice notes?|emojis?|code (?:samples?|examples?)|bullet(?: point| list)?s?|small talk|jargon|abbreviations?|greetings?|chit-?chat|exclamation marks?|apolog(?:y|ies)|markdown|headings)\b
            """,
        ),
        (
            3.0,
            r"""
            \bthumbs (?:up|down) (?:for|to|on)\b|\bless (?:so|keen) (?:of|on)\b
            \b(?:user|i|he|she|they|we|client|customer|and|also|really|just|you)\s(?:dis)?like\b
            \b(?:don't|doesn't|does not|do not|didn't|never)(?: really| much)? (?:like|enjoy|want|care for|appreciate)\b
            \b(?:can't|cannot|can not|couldn't|could not|won't) (?:stand|bear|stomach|abide)\b
            \b(?:a |the )?(?:headaches?|migraines?)\b(?!.{0,20}\b(?:doctor|tablet|pill|medication)\b)
            \b(?:would|'d) (?:rather|(?:much )?sooner)\b
            \b(?:can't|cannot|couldn't|hard to) (?:concentrate|focus|think|work|sleep|relax|read) (?:when|with|if|while|in|without)\b
            \b(?:tires?|drains?|exhausts?|wears? out|distracts?|stresses|unsettles|soothes|calms) (?:him|her|them|me|the user|user|\w+ (?:energy|patience|nerves))\b|\bdrains? (?:his|her|their|my) energy\b
            \b(?:suits?|fits?) (?:him|her|them|me|the user) (?:far |much )?(?:better|best|more)\b
            ^(?:really |still |only )?wants? (?!to (?:finish|build|learn|ship|launch|migrate|move|write|buy|visit|finalise|finalize|complete|apply|book|submit|release|run|hire|switch|become|start|renew|sell|pass))
            ^(?:[\w-]+ ){1,3}only\b(?=[,.;]|$)
            \b(?:refuses|declines) to (?:read|use|eat|drink|wear|watch|answer|sit|fly|join|attend|talk|touch|open)\b
            \b(?:rubs?|gets?) (?:him|her|them|me|\w+) (?:up )?the wrong way\b
            \b(?:can|could|will) (?:happily )?do without\b
            \b(?:of choice|go-to|first choice|guilty pleasure|cup of tea|deal-?breaker)\b
            \b(?:thinks?|finds?|considers?|calls?|feels?|says?)\b.{2,40}\b(?:is|are|to be|feels?|looks?|sounds?)? ?(?:useless|pointless|ugly|silly|great|awful|overrated|underrated|beautiful|a waste of time|childish|boring|unnecessary|too (?:long|loud|formal|dry|busy|small|bright|sweet|spicy|slow|wordy|cold|crowded))\b
            \bmakes? (?:him|her|them|me|\w+) (?:anxious|nervous|happy|sleepy|angry|uncomfortable|sad|dizzy|sick|impatient|uneasy|smile|cringe|tense|feel)\b
            \b(?:looks?|reads?|feels?|tastes?|sounds?|works?) (?:better|best|nicer|worse|wrong|odd|too \w+) (?:to|for) (?:him|her|them|me|\w+)\b
            \b(?:strains?|hurts?|tire[sd]?) (?:his|her|their|my) (?:eyes|ears|head|back)\b
            \b(?:allergic|immune|averse) to (?:corporate|buzz|jargon|long|small|meetings?|emoji|hype|marketing|clutter|bureaucracy)
            \bhappy to .{2,40}\bbut not\b|\bbut (?:never|not) (?:on|before|after|with|without|in)\b
            ,? so (?:no|keep|please|use|avoid|only) \w+
            \b(?:doesn't|don't|does not|do not) (?:care|go|fall) (?:much )?for\b
            ^give (?:me|him|her|them)\b|^(?:just )?(?:give|show|tell|call|address|spare|send) (?:me|him|her|them)\b.{0,40}\b(?:first|only|without|in|by|short|instead|directly|straight)\b
            \b(?:to be|be) (?:addressed|called|greeted|contacted|asked|told|reminded) (?:by|as|in|only|first|directly|with)\b
            \b(?:pick|choose|take|book|get|order) (?:the|a|an) .{2,40}\bfor (?:him|her|them|me|[a-z]+)$
            ^(?:never|always|only|rarely|seldom|hardly ever|usually|mostly) (?!has\b|was\b|is\b)[a-z]{2,}s\b(?!.{0,40}\b(?:before|after|when|unless|without) )
            \bjust (?:give|tell|show|send) (?:me|him|her|them|the)\b|\bskip the\b
            \b(?:formal|informal|casual|friendly|neutral|dry|warm) (?:tone|register|style|language)\b
            ^everything (?:in|as|without|with)\b|, please$|^[\w ]+ yes, [\w ]+ no$
            \b(?:ideal|perfect|dream) \w+ (?:is|lasts|has|would|starts|ends)\b
            \b(?:can't|cannot|could never|won't) (?:abide|tolerate|be bothered)\b
            \b(?:house style|tone of voice)\b
            \b(?:you (?:write|say|send|answer|reply|suggest|give|explain|recommend)|(?:talk|write|speak|explain|reply) to me|for me to read)\b
            , so (?:never|always|don't|do not) \w+
            ^(?:[a-z]+ ){1,2}wants? (?!to\b)
            ^(?:no|never any) (?:\w+ ){1,3}(?:for|in|on|before|after|at|with)\b
            ^answers? in \w+
            \b\w+ (?:in the morning|at breakfast|before noon|at night|in summer|on weekdays), (?:\w+ ){1,3}(?:only )?(?:after|in|at|on|before)\b
            \b(?:straight back|sends? it back|walks? out|switches off|tunes out|falls asleep|loses interest|stops reading)\b
            ^[\w' -]{3,40} everywhere$
            \bgets? (?:grumpy|cranky|nervous|impatient|restless|tense|upset) (?:when|if|with|at|about|as soon)\b
            \b(?:big |huge |not a |no )fan of\b
            \b(?:not )?(?:keen on|fond of|partial to|crazy about|sick of|tired of|fed up with|allergic to (?:long|small|buzz|jargon|meetings|emoji))\b
            \bpet peeves?\b
            \bdrives? \w+ (?:mad|crazy|nuts|up the wall)\b
            \bgets? (?:on \w+ nerves|annoyed|irritated|cranky|grumpy)\b
            \b(?:annoys?|irritates?|bothers?|bores?|overwhelms?|frustrates?|delights?) (?:him|her|them|me|the user|user|\w+)\b
            \bfinds? .{2,60}(?:annoying|distracting|hard to read|confusing|noisy|tiring|exhausting|soothing|easier|pleasant|unreadable|ugly|cluttered|patronizing|patronising|pointless|refreshing|childish|silly|boring|stressful|rude|cold|relaxing|useful|helpful|useless|irritating|overwhelming|dull|loud|clumsy|tacky)\b
            \b(?:is|are|was) (?:a turn-?off|off-?putting)\b
            \bhas a (?:soft spot|weakness|thing) for\b
            """,
        ),
        (
            2.2,
            r"""
            \bplease (?:always|never|don't|do not|keep|use|answer|reply|respond|write|avoid|stop|skip|no)\b
            \b(?:keep|make) (?:it|them|answers|replies|responses|explanations|summaries|messages|the tone|sentences|my \w+) (?:short|brief|concise|simple|formal|casual|informal|friendly|to the point)\b
            \b(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|reports?|emails?) (?:should|must|ought to|need to|have to|to be|are to)\b
            \b(?:user|he|she|they|i|client|you)\b(?: \w+){0,2} wants? (?!to (?:finish|build|learn|ship|launch|migrate|move|write|buy|visit|finalise|finalize|complete|apply|book|submit|release|run|hire|switch|become|start))
            \b(?:insists? on|swears? by|sticks? to|opts? for|goes for|gravitates? (?:to|towards)|leans? (?:to|towards)|always (?:goes|reaches|picks|orders|asks) for)\b
            \b(?:is|feels) (?:happiest|most comfortable|more comfortable|at ease|uncomfortable|uneasy)\b
            \b(?:rather than|over) (?:long|short|bullet|tables?|prose|paragraphs|calls?|email|light|dark|tea|coffee|\w+ mode)\b
            \b(?:only|never|rarely|seldom|usually|always|mostly) (?:drinks?|eats?|orders?|wears?|reads?|listens?|watches|buys?|travels|sits|picks|chooses)\b
            \bno (?:\w+ ){1,3}please\b
            \b(?:likes?|wants?|needs?) (?:\w+ )?(?:answers|replies|things|code|tables|reports|charts|units) (?:in|as|with|without|to be)\b
            \b(?:call|address) (?:me|him|her|them|the user) (?:\w+ ?){1,2}$
            \b(?:reply|respond|answer|write|speak|talk) (?:to \w+ )?in (?:english|chinese|german|french|spanish|japanese|plain|british|american|mandarin|bullet|short|full)\b
            \b(?:shouldn't|should not|must not|mustn't) (?:use|contain|include|mix|see|show)\b
            \bavoids? (?:\w+ )?(?:jargon|emoji|emojis|small talk|spicy|meat|dairy|gluten|calls|meetings|crowds|bullet|exclamation|passive|abbreviations)\b
            \b(?:dark|light) (?:mode|theme)\b(?!.{0,40}\b(?:bug|crash|implement|support|ship|fix)\b)
            \b(?:vegan|vegetarian)\b
            \b(?:puts|turns) (?:him|her|them|me) off\b
            \b(?:usually|typically|tends to|normally|habitually) (?:order|pick|choose|go|take|drink|eat|wear|read|buy|skip|avoid|sit|travel|work|write|ask|have|use|orders|picks|chooses|goes|takes|drinks|eats|skips|asks|has|uses)\b
            \b(?:works|reads|thinks|concentrates|focuses|learns) (?:best|better) (?:with|in|when|by|from|if|after|before|at)\b
            \bexpects? (?:short|long|a |an |the |every|all|code|answers|replies|sources|numbers)
            \bcould (?:happily )?live without\b
            \bthe (?:shorter|longer|simpler|fewer|less|more|earlier|sooner|quieter) .{2,40}, the better\b
            \b(?:has|have) no patience for\b
            """,
        ),
        (
            1.3,
            r"""
            \b(?:wants|asked for|asks for|asked that|requested|requests) (?:short|brief|plain|more|less|all|every|no|only|the|a)\b
            \bprefs?\b
            \b(?:tone|style|theme|font|layout|taste|dietary|hobby|hobbies|habit|habits)\b
            \bdefaults? to\b
            \bcomfortable\b
            \binstead of (?:long|short|tables|bullets|calls)\b
            """,
        ),
    ),
    "task": (
        (
            4.0,
            r"""
            \b(?:is|are|remains?) (?:still )?(?:unresolved|not settled|undecided|unsettled|up in the air)\b\s?[\u2013\u2014;,-]
            \b(?:is|are) (?:late|overdue|delayed|missing) since\b|\bno later than the\b
            """,
        ),
        (
            3.0,
            r"""
            \b(?:don't|do not|mustn't|must not) forget to\b|\bopen (?:item|point|issue|question)\s?:
            \b(?:must|has to|have to|needs? to|should)\b.{3,60}\b(?:before|by) (?:the|his|her|their|my|our|next|end of|noon|\d)
            (?:^|\W)(?:todo|to-do|to do)\s?[:\-]
            ^\[[ x~]?\]\s
            ^(?:remember|don't forget|do not forget) to (?:order|buy|call|send|pay|book|return|bring|ask|email|e-mail|pick|renew|cancel|water|feed|submit|print|collect|post|thank|invite|register|reply|confirm)\b
            \b(?:task|action item|reminder|follow[- ]?up)\s?:
            \bnext steps?\b
            \bstill (?:needs?|need to|missing|waiting|pending|open|to be|have to|has to|requires?|unresolved|outstanding|unfinished|to do|blocked|owes?|not)\b
            \b(?:blocked|stuck) (?:by|on|at|until|because|in|with)\b
            \b(?:due|deadline)\b(?: is| on| by|:|\s\w)
            \bremind (?:me|him|her|them|the user|user|us)\b
            \b(?:is|are|was|isn't|aren't|not|only) (?:half|\d+ ?%|mostly|almost|nearly) (?:done|finished|complete|written|migrated|ready)\b
            \b(?:halfway|half way|partway) through\b
            """,
        ),
        (
            2.2,
            r"""
            \b(?:needs?|has|have|must|got) to (?:be )?(?:finish|complete|submit|send|deliver|prepare|write|review|fix|book|renew|pay|call|email|update|migrate|ship|release|schedule|sign|buy|file|test|reply|merge|hand|translate|refactor|deploy|finalise|finalize|draft|order|collect|pick|approve|confirm|rewrite|register|upload|clean|replace|install|move|check|upgrade|rebuild|rotate|invite|publish|present|agree|decide|add|port|set|wire|document|return|get|plan)
            \bneeds? (?:finishing|fixing|reviewing|testing|updating|rewriting|a (?:review|fix|decision|reply|test|sign-?off|second pass))\b
            \bwaiting (?:for|on)\b
            \b(?:follow(?:ing)? up|get back to|circle back|chase)\b
            \b(?:pending|outstanding|unfinished|incomplete|overdue|in progress|wip|backlog|to be done)\b
            \b(?:plans?|planning|intends?|aims?|going|promised|agreed|committed|hopes?|wants?) to (?:finish|build|learn|ship|launch|migrate|move|write|buy|visit|finalise|finalize|complete|apply|book|submit|release|run|hire|switch|become|start|send|prepare|replace|refactor|publish|present|renew|review|rewrite|deliver|port|cut|roll|read|train|set|open|add|test|upgrade)
            \b(?:by|before|no later than) (?:the )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b
            \b(?:by|before|no later than) (?:tomorrow|tonight|next|end of|eod|eow|the end|the \d{1,2}(?:st|nd|rd|th)|q[1-4])\b
            \b(?:hasn't|haven't|has not|have not|isn't|not) (?:been )?(?:yet|finished|done|started|merged|reviewed|sent|answered|written|tested|signed|paid|deployed|replied|confirmed)\b
            \byet to\b
            \bleft to (?:do|write|test|fix|review|migrate)\b
            \b(?:remains?|remaining|left over)\b.{0,40}\b(?:work|tests?|items?|steps?|modules?|chapters?|pages?|tickets?|to be)\b
            ^(?:finish|submit|prepare|send|renew|pay|migrate|draft|schedule|follow|reply|buy|implement|hand|sign|cancel|organi[sz]e|arrange|translate|pick|collect|email|phone|finali[sz]e|complete|refactor|investigate|set|sort|look|write|figure|replace|get|upgrade|fill|call|ask|invite|clean|create|add|remove|move|install|compare|choose|decide|research|find|apply|register|confirm|publish|deliver|prepare|pack|print|scan|upload|share|present|announce|transfer|close|settle|claim|request|negotiate|discuss|talk|meet|visit|drop|fetch|bring|take|wash|repair|paint|plant|cook|bake|learn|practi[sc]e|study|read|rehearse|measure|evaluate|benchmark|document|describe|merge|rebase|deploy|release|rotate|revoke|archive|delete|tidy|gather|line|hire|train|onboard|switch|convert|port|extract|split|extend|tighten|reduce|improve|clarify|double-check|chase|ping|nudge|remind|help)\s(?!\w+ed\b)(?!.{0,60}\b(?:by hand|every time|instead|otherwise|because|never|always)\b)
            ^(?:order|book|report|test|review|plan|return|fix|file|start|run|check|work|design|host|list|note|trim|ship|build|update|map|back|open|mail|post)\s(?:(?:the|a|an|my|our|his|her|their|new|old|all|some|more|another|two|three|four|five|up|out|for|to|with|on)\b|(?!.*\b(?:is|are|was|were|has|have|had|belongs?|contains?|starts?|runs?)\b)[a-z]+ ?[a-z]*s\b)
            ^(?!(?:the|this|that|these|those|for|with|under|after|before|during|near|behind|from|over|like|and|but|all|both|half|only|not|what|when|because|than|into|onto|about|above|below|between|without|within|since|until|while|here|there|once|always|never|prefer|love|hate|enjoy|use|keep|run|try|give|put|make|let|avoid|skip|stop|take|treat|assume|whenever|whether|every|each|such|quite|rather|just|per|via|has|was|had|are|have|can|may|will|did|does|who|how|why|where|one|two)\b)[a-z]{3,}(?<!s)(?<!ed)(?<!ing)(?<!ly) (?:the|a|an|my|our|his|her|their|some)\b(?!.*\b(?:otherwise|instead|never|always|because)\b)
            \b(?:owes?|promised|agreed|committed|volunteered|undertook)\b.{0,40}\b(?:to|an? (?:answer|reply|report|draft|decision|call))\b
            \b(?:is|are|was) (?:preparing|drafting|organi[sz]ing|arranging|finishing|finali[sz]ing|migrating|rewriting|refactoring|implementing|reviewing|collecting|translating|planning|looking for|negotiating|chasing|porting|testing|fixing|setting up)\b
            \b(?:has|have|needs?) to (?:go out|be (?:sent|done|paid|signed|finished|ready|delivered|returned|renewed|booked|submitted|filed|replaced|decided))\b
            \bneeds? an? \w+ (?:from|by|on|before)\b
            ^\w+ to (?:send|circulate|write|finish|draft|review|call|book|check|prepare|share|fix|update|confirm|order|pay|chase|ask|organi[sz]e|present|test|sign|submit|arrange|deliver|collect|follow)\b
            \bneeds? (?!to\b)\w+ing\b
            \bbut (?:nobody|no one|none|not|nothing|still|has not|hasn't|have not|haven't)\b
            ^(?:check|find out|see|ask|verify|clarify|work out|figure out) (?:whether|if|when|how|why|what|who|where|with)\b
            \bthe rest (?:is|are|follows|needs)\b
            [,;] (?:cancel|renew|send|call|book|pay|return|order|replace|fix|write|submit|finish|ask|check|buy|collect|confirm) (?:it|them|him|her|the|a|an|back)\b.{0,40}\b(?:by|before|until|this|next|tomorrow|today|soon|in writing)\b
            \b(?:will|'ll) (?:send|write|finish|deliver|review|call|ship|migrate|present|move|fix|add|join|bring|hand|sign|pay|return|share|prepare|book|check|provide|get)\b.{0,60}\b(?:on|by|before|next|tomorrow|this|until|in|after)\b
            \bon (?:my|his|her|their|the) (?:list|plate|to-?do|agenda)\b
            """,
        ),
        (
            1.35,
            r"""
            \b(?:by|before|until) (?:january|february|march|april|may|june|july|august|september|october|november|december|\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\d{1,2}[./]\d|\d{4}-\d)
            """,
        ),
        (
            1.3,
            r"""
            \b(?:needs?|has|have) to \w+
            \buntil (?:the )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b
            \b(?:will|'ll|shall) (?:\w+ )?(?:send|write|finish|deliver|review|call|meet|ship|start|migrate|present|move|fix|add|test|join|do)\b
            \b(?:working on|currently|scheduled|assigned to|sprint|milestone|goal is|target is|targeting|in review|under way|underway|handing over)\b
            \b(?:tomorrow|next week|next month|this week|this month|tonight)\b
            \bdon't forget\b
            """,
        ),
    ),
    "skill": (
        (
            7.0,
            r"""
            ^(?:\W*(?:[\w, ]{1,30}: ?)?)(?:a |the |our )?(?:fix|cure|remedy|solution|workaround) (?:for|when|if)\b.{4,80}:
            \?\s+(?:set|restart|clear|raise|rebuild|run|re-run|rerun|check|pin|delete|remove|unplug|retry|split|lower|increase|use|try|switch|turn|warm|wait|export|disable|enable|roll|reset|update|reinstall|take|free|swap)\b
            """,
        ),
        (
            3.0,
            r"""
            \b(?:best|fastest|easiest|quickest|safest|simplest|surest|only|right|proper|cleanest|reliable) (?:way|method) (?:to|of|for)\b|\bthe (?:trick|knack|secret) (?:with|to|is|of|for)\b
            ^(?:[\w ]{3,40}: )?how to \w+.{3,60}:
            \blessons?(?: learned| learnt)?\b(?! (?:every|on|at|with|in|each|starts|is at))
            \b(?:learned|learnt) (?:that|the hard way|to (?:always|never|check))\b
            \bnext time\b
            \bwork-?arounds?\b
            \b(?:root cause|post-?mortem|how-?to|rule of thumb|best practice|playbook|runbook|gotcha|pitfall|pro ?tip|checklist|cheat sheet)\b
            \b(?:correction|corrected|rule|tip|trick|procedure|recipe|how to|note to self|steps?|fix)\s?:
            \bthe (?:fix|trick|cure|remedy|solution|cause|culprit|right way|correct way|safe way|only way|way to)\b
            \bfirst\b.{2,60}\b(?:then|and only then|after that|afterwards)\b
            \b(?:turned|turns) out (?:that|to|the)\b
            """,
        ),
        (
            2.3,
            r"""
            ,? or (?:it|they|else|you|the \w+) (?:will |would |may |might )?[a-z]+s?\b
            \bonly (?:succeeds?|works?|starts?|runs?|helps?|accepts?|responds?|prints?|loads?|applies|counts?) (?:with|when|if|after|without|once|on|in|from)\b
            ^(?:turn|ask|salt|press|hold|boil|heat|plug|unplug|tap|click|use|run|wait|shake|tighten|loosen|set|open|close|log|sign|call|start|stop|restart|leave|let|put|add|tell|test|write|take|give|check) .{2,60}\b(?:to (?:get|make|avoid|keep|stop|clear|fix|reset|prevent|force|reach|see)|whenever|until it|before the|not from|rather than|not the)\b
            ^how to\b
            ^\w+ing\b.{2,50}\b(?:causes?|fixes|breaks|prevents|ruins|helps|solves|speeds|avoids|leads to|triggers|clears|resets|loses|costs|saves|wakes|corrupts|invalidates)\b
            (?:;|, so|, then|, therefore|, hence|\u2014|: ) ?(?:please )?(?:replace|validate|check|use|run|try|restart|keep|set|ask|wait|clear|add|avoid|remove|start|stop|test|pin|retry|one \w+ per)\b
            ^(?:always |never )?(?:keep|use|ask|read|pack|back up|backup|restart|rerun|run|check|test|trust|warm|soak|rinse|store|label|quote|measure|close|open|stop|wait|write|set|give|bleed|descale|start|mix|add|call|press|hold|turn)\b.{3,80}(?:,| - |;|:|\bfor anything\b|\bup front\b|\bprior to\b|\bupwards\b|\bbeforehand\b|\bfor every\b|\beach time\b|\brather than\b|\binstead of\b)
            ^(?:for|with|on|in) (?:\w+ ){1,4}?\w+, (?:\w+ing|re-?run|run|use|try|check|set|start|first|always|never|keep|ask|call|add)\b
            \b(?:improved?|got (?:better|faster|cheaper)|worked|stopped|vanished|went away|disappeared) (?:once|after|when|as soon as|because)\b
            \b(?:silently|chokes?|breaks?|fails?|crashes|rejects?|hangs|stalls|drops|overheats|sticks?)\b.{0,50}\b(?:on|when|if|unless|without|after|with|once)\b
            \blearned (?:that|this|it)? ?(?:in|from|after|when|the|by)\b
            ^(?:retry|tag|switch|drain|reconnect|unplug|delete|remove|rename|convert|split|copy|verify|reopen|mount|sync|rebuild|restart|pin|export|warm|clear|quote|escape|run|use) .{2,60}\b(?:only|after|before|first|instead|when|if|unless|without|otherwise|by hand|twice)\b
            ^(?:always|never|don't|do not|make sure|remember|be sure|ensure|double[- ]?check|before|after|when|whenever|if|once|in order to|to (?:fix|solve|avoid|recover|deploy|restart|roll|debug|reset|release|build|run|get|speed|prevent|clear|rebuild|restore))\b
            \b(?:before|after) (?:every |each |any |a |the )?(?:\w+ )?(?:releas|deploy|push|merg|commit|restart|migrat|upgrad|updat|runn|publish|import|export|chang|edit|delet|roll|test|build|cutting|tagging|sending|answering|calling|clearing|rebuilding|sharing|installing|opening|starting|touching|printing|baking|demo)
            \b(?:when|whenever|if|once) (?:the |a |an |it |this |you |we |that )?.{2,60}(?:,| -| then) ?(?:then )?(?:run|use|try|check|set|restart|clear|delete|open|ask|call|switch|add|turn|rebuild|revert|disable|enable|start|stop|wait|increase|lower|raise|kill|retry|read|look|do|don't|never|always|first|reset|pin|roll|re-?run|go)\b
            (?:^|[,;:.] ?|\bto |\bmust |\bshould |\balways |\band |\bnever )(?:run|use|try|check|set|restart|clear|rebuild|pin|invoke|call|pass|enable|disable|reset|export|rotate|warm|lock|stop|start|bump|quote|escape|drain|flush|freeze) .{2,50}\b(?:before|after|first|instead|beforehand|otherwise|or else|so that|when(?:ever)?|if|unless)\b
            \b(?:only|never|doesn't|does not|won't) works? (?:if|when|with|without|after|unless|because)\b
            \b(?:was|were|been|got) (?:fixed|solved|resolved|cured) (?:by|with|after|once)\b
            \b(?:fixed|solved|resolved|avoided|recovered) .{2,60}\bby \w+ing\b
            \b(?:should|must|has to|have to|needs? to) (?:be |always be |never be )?\w+ (?:first|before|beforehand|after|prior)\b
            \b(?:mistake|wrong|incorrect)\b.{0,60}\b(?:should|instead|actually|correct|right|not)\b
            \b(?:never|don't|do not) \w+ .{1,50}\b(?:without|because|until|unless|while|directly|on (?:a )?(?:friday|production|main))\b
            \bmake sure\b
            \b(?:otherwise|or else|unless you|so that it|which prevents|to prevent|to avoid)\b
            """,
        ),
        (
            1.3,
            r"""
            \b(?:always|never)\b(?! (?:drinks?|eats?|wears?|reads?|been|has|was|had))
            \binstead of\b
            \b(?:helps?|solves?|fixes|prevents|requires|because|remember to|be careful|careful with)\b
            ,\s*(?:and )?then\b
            """,
        ),
    ),
    "fact": (
        (
            4.0,
            r"""
            \blives in \w[\w -]{1,24} with\b|\bdrives (?:a|an|the)\b|\bteam consists of\b|\bstudied [\w -]{3,40} (?:in|at)\b
            ^(?!.*\b(?:should|must|always|never|please|prefers?|because|only|so that|to avoid)\b)(?!(?:the )?(?:user|i|he|she|they|we)\b)[\w&'. -]{3,40} uses [\w .+#-]{2,24} for [\w -]{3,40}\.?(?: [(\u2013\[].*)?$
            """,
        ),
        (
            5.5,
            r"""
            ^(?!.*\b(?:should|must|always|never|please|make sure|have to|need to)\b).{0,40}\b(?:alarms?|alerts?|pages|notifications?|tickets?|invoices?|complaints?|escalations?|incidents?|applications?|deliveries|parcels?) (?:of|from|about|for|on) .{2,40}\b(?:go(?:es)?|come|are (?:routed|sent|forwarded)) to\b
            ^(?!.*\b(?:should|must|always|never|please|when|if|after|because|fixed|solved|helps?)\b)[\w':&,. -]{2,50} (?:replaced|swapped|exchanged|dropped|adopted|introduced|abandoned|moved|switched|migrated) .{2,60}\bin (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|\d{4})\b(?![^.(]{0,20}\b(?:then|so|because)\b)
            ^(?!.*\b(?:should|must|always|never|please|when|if|because|fixed|solved)\b)[\w':&,. -]{2,50} (?:wrote|built|designed|drew|painted|founded|joined|opened|sold|bought|finished|graduated|studied|trained|published) .{2,60}\bin (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|\d{4})\b
            \bis on (?:parental |sick |maternity |paternity |unpaid )?(?:leave|holiday|vacation|sabbatical)\b.{0,6}\b(?:until|till|through|from)\b
            \b(?:desk|office|locker|parking (?:space|spot)|mailbox) is (?:on|in|at|next|near|opposite|behind)\b
            \b(?:trains?|bus(?:es)?|ferr(?:y|ies)|trams?|flights?) (?:to|from|for) [\w -]{2,30} (?:leaves?|departs?|runs?|goes?|arrives?)\b
            """,
        ),
        (
            1.7,
            r"""
            \b(?:alarms?|alerts?|notifications?|tickets?|invoices?|mails?|calls?|complaints?) (?:of|from|about|for|on) .{2,40}\b(?:go(?:es)?|are (?:routed|sent|forwarded)|is (?:routed|sent|forwarded)) to\b
            \b(?:switched|moved|migrated|changed) from .{2,24} to .{2,30}\bin (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|\d{4})
            \bwarranty\b.{0,30}\b(?:until|runs|expires|ends|lasts|till)\b|\b(?:started|founded|opened|launched) in (?:january|february|march|april|may|june|july|august|september|october|november|december|\d{4}) with\b
            \b(?:lives?|living|based|grew up|born|moved|resides?|located|stays?) (?:in|at|on|to|near)\b
            \b(?:works?|working|worked) (?:at|as|for|in|with|from|on the|remotely)\b
            \b(?:is|was|are) (?:a|an|the|called|named|married|allergic|from|based|located|hosted|owned|written|\d+ years)\b
            \b(?:has|have|owns?|keeps?) (?:a|an|two|three|four|five|one|\d+)\b
            \b(?:birthday|anniversary|married|graduated|studied|speaks|manages|leads|founded|joined|teaches|plays)\b
            \b(?:daughter|son|wife|husband|partner|sister|brother|mother|father|cat|dog|manager|colleague|boss|roommate|cousin)\b
            \b(?:uses|runs on|hosted|deployed|written in|built with|powered by|consists of|contains|stored in|lives at|listens on|is kept)\b
            """,
        ),
    ),
    "interaction": (
        (
            2.0,
            r"""
            ^(?:user|the user|client|we|i|they) (?:\w+ )?(?:asked (?:about|whether|how|why|what|if|me to)|discussed|chatted|talked|spoke|went through|brainstormed|walked through)\b
            ^(?:conversation|discussion|chat|call|meeting|session) (?:about|with|on)\b
            """,
        ),
    ),
}

CHINESE: Final[dict[str, Lexicon]] = {
    "preference": (
        (
            4.0,
            r"""
            (?:不超过|不要超过|控制在|压在|限制在)\d+(?:字|行|页|句|段|条|个字|张|屏)(?:以内|之内|内)?|别(?:铺垫|客套|寒暄|绕弯|啰嗦|卖关子)|请(?:统一|一律)(?:在|用|按|以)?|(?:会|就|一律|全部|都)?(?:被)?(?:退回|打回)(?:来|去)?(?:$|[。，（【])|爱好是|(?:要求|希望).{2,24}(?:最多|至多|至少|不超过)
            """,
        ),
        (
            4.0,
            r"""(?:每天|每晚|每早|睡前|早起|饭后).{0,6}(?:先|都会|会)?(?:喝|吃|跑步|散步|冥想|看书|读书|听|午睡|泡|打坐|拉伸)|喜欢|喜爱|偏好|偏爱|最爱|更爱|钟爱|中意|青睐|讨厌|厌恶|反感|不爱""",
        ),
        (
            3.0,
            r"""
            (?:控制|限制|压|缩)在\d+(?:字|行|页|句|段|条|个字)(?:以内|之内|内)?|回复.{0,8}的?时候?(?:先|直接|不要|别|要)|字号\d+|深色(?:背景|主题|模式)|浅色(?:背景|主题|模式)
            百[吃喝看听玩]不[厌腻]|(?:没有?|毫无|全无)好感|就算了|让(?:他|她|我|用户|\w{2,3})(?:分心|头疼|头痛|烦躁|难受|没胃口)
            雷打不动|从来不|从来都?不|要.{1,6}的(?:座位|房间|位置|位子|靠窗|杯子|版本)|深恶痛绝|看到.{1,16}就(?:犯困|头疼|烦|生气|走神|头大|想|开心|来劲|皱眉|关)|对.{1,10}(?:敏感|着迷|上瘾|无感|感冒|没兴趣|没好感|很挑|挑剔)|(?:用|吃|喝|住|穿|听|看|坐)(?:惯了|不惯|不来)|纯属浪费|浪费时间|(?:觉得|认为|嫌|感觉).{1,20}(?:没用|多余|无聊|啰嗦|没必要|浪费|好看|难看|好用|难用|可笑|幼稚|太.{1,3})
            受不了|看不惯|合.{0,4}(?:胃口|口味|心意)|对.{0,6}胃口|(?:一定|必|总)(?:选|点|坐|买|喝|穿)|爱(?:喝|吃|用|看|听|穿|玩|逛|去|坐|点)|宁可|宁愿|情愿|更愿意|不愿意|首选|不待见|情有独钟|嫌弃|嫌(?!疑)|忌口|口味|偏向
            习惯(?!了?.{0,4}(?:培养|养成))|不习惯|顺眼|顺手|不顺手|看着累|看得累|看着(?:难受|头疼|别扭|费劲|心烦|眼花)|头疼|头痛得|头大|心烦|烦躁|闹心|别扭|不耐烦|没耐心|抵触|排斥|恨不得|上头|舒坦
            (?:不想|不愿|懒得|最怕|很怕|生怕|最烦|很烦|特别烦|烦)(?:看|听|被|收到|打|接|等|用|读|翻|见|别人|有人|那种|这种|长|开|人)
            越.{1,8}越好|能.{1,6}就.{1,6}(?:最好|别)|绝不(?:碰|吃|喝|用)|从不(?:碰|吃|喝|用|看|点)|一概不(?:看|吃|喝|要)|碰都不碰
            """,
        ),
        (
            2.2,
            r"""
            不必|不用(?:翻译|解释|客气|寒暄|铺垫|每次|总|那么)|(?:推荐|回答|回复|解释|聊天|介绍|翻译|写作|总结|讲解|讲|聊|说话|沟通|交流|提问|安排|点菜|送礼).{0,8}时(?:不要|别|请|要|多|先|尽量|少|不能)
            (?:请|拜托)(?:用|别|不要|勿|尽量|始终|一直|务必用|叫|称呼|直接|多|少|按|以|把|给|先给|只)(?!假|客)
            (?:希望|要求|想要|盼着|巴不得)(?!.{0,4}(?:上线|完成|交付|通过|拿到))
            (?:不要|别|不许|禁止|勿|少|不准|避免)(?:用|给|写|出现|加|带|放|发|打|说|夹|混|搞|来|再(?:用|发|写|给|说)|使用|在.{1,10}(?:里|中)(?:写|放|用|夹|出现))
            (?:回复|回答|答复|报告|总结|邮件|消息|解释|表格|文档|代码|注释|日报|周报|图表)(?:里|中|时|要|都|一律|必须|尽量|控制|最好|请|应|需要?|别|不要|不能|得)
            (?:一概不|从不|绝不|概不)[\u4e00-\u9fff]|能.{1,8}就(?:不要|别|不|绝不)|(?:点|买|订|住|坐|选|泡|煮).{1,8}要[\u4e00-\u9fff\d]|贵一点没关系|不介意|直说|有话直说|客套|口语化|(?:字号|字体|音量|界面|亮度|主题|语言|背景|行距|提醒).{0,8}(?:设成|设为|调|改成|换成|用)|(?:邮件|回复|报告|消息|表格|总结|标题|落款|金额|日期|数字|代码|文档|汇报|PPT|ppt).{0,8}(?:不要超过|不超过|统一|越|控制|用|保留|别|要|写成)
            (?:只|专|光|就)(?:喝|吃|用|看|要|听|接受|穿|认|买|坐|读|想|点|选|爱|回|去)
            (?:不|从来不|几乎不|很少)(?:喝|吃|碰|看|接受|穿|能接受|吃得惯)(?!懂|到|见|清|完)
            用(?:中文|英文|简体|繁体|口语|白话|敬语|表格|要点)(?:回复|回答|沟通|交流|写|说|就好|即可)
            (?:觉得|感觉|认为|嫌).{1,20}(?:太|更|很|挺|比较)(?:长|短|吵|累|舒服|清楚|啰嗦|乱|花|刺眼|麻烦|顺|繁琐|腻|甜|辣|咸|淡|方便|直观|生硬|花哨)
            称呼(?:他|她|我|用户|为|时)|叫(?:我|他|她).{1,6}(?:就行|即可|就好)
            (?:默认|一律|统一|总是|向来|一直|一贯|通常|平时|一般)(?:都)?(?:用|选|点|喝|吃|穿|坐|走|看|采用|要求)
            (?:比起|相比).{1,20}(?:更|还是|宁)|而不是(?:长|短|英|中|表|图|电话|邮件)
            怕(?:吵|辣|冷|热|麻烦|打扰|生|长)|吃不(?:了|惯)|喝不(?:了|惯)|看不(?:惯|下去)|听不得|见不得|容不得|离不开|少不了|无.{1,3}不欢
            (?:深|暗|浅|亮)色(?:模式|主题|界面)|素食|吃素|清真
            """,
        ),
        (
            1.3,
            r"""尽量|最好(?!的)|倾向|风格|语气|爱好|兴趣|舒服|觉得.{1,12}(?:好|烦)|想(?:要|看)|更(?:信|认|爱|看重)|在意|看重|讲究|不喜""",
        ),
    ),
    "task": (
        (
            4.0,
            r"""
            (?:^|[：:，）)】])(?:再)?盯(?:一下|着|紧|住)|悬而未决|(?:尚|还)?没有?(?:定论|着落|下文)|再(?:确认|问|核实)一下.{1,20}有没有|在等.{2,20}(?:，|,)(?:拿到|收到|等到|一到|到了)就
            """,
        ),
        (
            3.0,
            r"""
            (?:不能|不得|别)(?:晚于|迟于|拖过)|最[晚迟](?:在|到|于)?.{1,14}(?:前|之前|要有|交|给|完成|定|出)|(?:务必|一定要|千万记得|别忘了?).{2,24}(?:之?前|以前)(?:$|[，。,])
            待办|(?:^|\W)todo|待(?:处理|确认|完成|跟进|补|提交|评审|验证|上线|回复|定|办|审|测|发|修|联调|验收|排期|续|整理|解决|沟通|对接|更新|安排)
            还(?:差|剩|欠|缺|没|未|有.{1,8}(?:没|未|要|待|需))|尚未|未完成|没(?:做|写|改|弄|搞|测|跑|谈)完|没来得及|没(?:有)?收尾
            下一步|截止|ddl|卡在|卡住(?!时|的话|就|后|了就)|阻塞(?!时|的话)|提醒(?:我|他|她|用户|一下|大家)
            (?:做|写|改|开发|重构|迁移|翻译|整理|走|谈|测|看)(?:到|了)(?:一半|大半|\d+%|百分之)
            """,
        ),
        (
            2.2,
            r"""
            ^(?:尽快|尽早|抓紧|赶紧)|(?:让|叫|催|嘱咐|托)我.{0,14}(?:发|交|写|买|去|把|给|做|办|订|送|寄|带|改|查|问)|待.{1,6}(?:拍板|批复|决定|签字|敲定|落实)|(?:约了|约在|改约)|还在(?!家|住|用|公司).{1,8}|得在.{1,12}前|[日号月周]前(?!先|要先|得先)(?:退|交|换|办|提|完|搬|还|付|取|定|续|补|写|发)|(?:到|至)第.{1,3}(?:章|节|页|步|部分)|^等.{1,14}(?:寄|发|来|给|定|批|回|到)|(?:怎么|什么时候|多少|是否).{0,6}$
            ^(?:给|跟|向|和|找|替|帮)(?!.{0,10}(?:沟通|对接|汇报|打交道).{0,4}(?:要|先|必须|需求)).{1,10}(?:打电话|报名|确认|申请|预约|订|买|寄|发|约|商量|要|送|还|补|办|取|催|回|续|交)|^把.{2,16}(?:换到|换成|移到|挪到|收起|送到|送去|送回|拿去|拿回|放到|洗了|修好|装上|拆了|扔了|搬到|填好|更新|清空|晾|带去|清理掉|弄完|搬|迁|补上|补齐|整理|发给|交给|寄给|改成|换成|退掉|还给|打印|归档|删掉)
            ^(?:补写|补交|补|写|买|订(?!单)|约|取|寄|提交|预定|预约|申请|整理|准备|联系|确认|安排|续|清理|拆分|完成|更新|修复|校对|翻译|办理|报名|联调|复盘|归还|领取|搭建|接入|替换|核对|汇总|起草|发布|排查|修)(?!.{0,20}(?:前|时|后|要|先|再|就|否则|不然|必须|记得)).{2,24}$
            (?:明天|后天|今晚|下周|本周|这周|下个?月|周[一二三四五六日天]|周末|\d+[号日]|[一二三四五六七八九十]+月)[^，。]{0,10}(?:打电话|去|交|开|见|上|约|做|面试|发出|验收|出差|搬|体检|复诊|答辩|汇报|签|取|还|换)(?!.{0,8}(?:事故|过))
            (?:[日号天周月末底年一二三四五六点班]|之?内)(?:之前|以前|前)?(?:要|得|必须|需|需要|务必|应)(?!先)(?!.{0,4}(?:注意|小心))|(?:前|之前|以前|内)(?:完成|提交|交|上线|搞定|给出|发|定稿|办完|弄完|交付|收尾)(?!先)
            (?:需要|需|要|得|准备|打算|计划|预计|拟|争取|该)(?:在)?.{0,14}(?:提交|完成|上线|写完|做完|补(?:上|充|齐|一|测|写)|交(?:付|给|稿)|发(?:给|布|送)|搞定|修复|重构|迁移|联调|验收|评审|续(?:签|费|约)|预约|预订|买|办|订|寄|回(?:复|访)|整理|对接|开通|采购|申请|报名|体检|汇报|演示|换成|改成|升级|学完|考)
            (?:打算|计划|准备|拟|预计)(?:在|于|下|本|明|今|这|年|月|\d|去|把|给|做|写|用|于|换|搬|学|买|将|和|跟)
            正在(?:做|写|开发|重构|迁移|推进|准备|修|改|整理|翻译|联调|跟进|处理|测试|谈|申请|办|学|评估|排查)
            进行中|开发中|联调中|测试中|处理中|进展|推进|跟进|排期|等(?:待)?.{0,8}(?:回复|确认|审批|批复|反馈|答复|签字|排期|给|到货|通过|结果)|等着
            (?:明天|后天|今晚|本周|这周|下周|周[一二三四五六日天]|月底|下个?月|年底|季度末|\d+[号日])(?:.{0,6}(?:前|要|得|交|开|去|约|提交|完成|上线|发|汇报|演示|把))
            剩(?:下|余).{0,10}(?:没|要|待|需|个|项|部分|模块|章)|答应(?:了)?.{0,10}(?:要|给|把|在|明|下|周)|记得(?:给|去|把|提交|交|还|买|约|寄|发|带|续|订|打|回|缴|跟|催|找|问|联系)
            目标(?:是|：|:)|欠(?:着|了|他|客户)|尾款|催(?:一下|他|她|客户|对方|进度)|负责.{0,10}(?:上线|交付|迁移|改造)(?:，|,|。)?(?:目前|现在|截)
            """,
        ),
        (
            1.3,
            r"""需要(?!.{0,6}(?:注意|先))|计划|打算|明天|下周|本周|月底|约(?:了|好)|安排|负责推进|进度|目前(?:在|做|卡|完成)|要(?:交|提交|写|做|发|去)""",
        ),
    ),
    "skill": (
        (
            6.0,
            r"""
            [？?]\s?(?:先|可以|直接|试试|就)?(?:换|重启|检查|清|删|拔|插|重建|把|按|用|关|打开|开|升级|回滚|重新|显式|调|摘|加|改|等|跑|设|禁用|启用|只|拆|预热|限|停)
            (?:^|[：:，。）】])(?:怎样|如何|怎么|要|想要?)[^：:，。？?]{2,24}[：:]\S|(?:^|[：:，。）】])排查[^：:，。]{2,16}[：:]|引起的[，,].{2,30}(?:就|即可|便)(?:够|好|行|可以|能|正常)?|(?:解决|处理|应对|绕过)(?:办法|方法|方案)?[：:]
            (?:^|[：:，])先[^，。]{2,24}[，,](?:然)?后[^，。]{2,24}
            """,
        ),
        (
            3.0,
            r"""
            亲测|实测(?:有效|可行|下来)|小贴士|小窍门|(?:处理|应对|补救|绕过|临时)(?:的)?(?:办法|方法|方案|措施)|(?:最快|最省事|最稳|最靠谱|靠谱|稳妥|管用)的(?:办法|方法|做法|方式)|怎么办[?？]
            教训|踩(?:过|了|的)?坑|避坑|下次|经验(?!丰富|不足|是?.{0,3}年)|(?:解决|处理|规避|排查|正确)(?:办法|方法|方案|思路|步骤|做法|写法|姿势|顺序)|诀窍|窍门|技巧|心得|切记|纠正|更正|订正
            先.{1,24}(?:再|然后|后(?:再)?(?:才|能)|，?之后|接着|才(?:能|可以|行|好))|必须先|务必先|一定(?:要)?先|得先|要先|应该?先|记得先|最好先|前(?:都)?(?:要|得|务必|应|应该|必须|一定要|记得|最好|需|需要)?先
            遇到.{1,24}(?:时|就|先|可以|要|则|应|需|，|,|直接|优先|别)|(?:步骤|流程|操作|方法|做法|规则|口诀)(?:是|为|：|:|如下)|第一步.{1,30}第二步
            """,
        ),
        (
            2.3,
            r"""
            太.{1,3}就|要.{2,10}，.{2,8}(?:会|容易)|要把.{1,12}再|不要相信|别信|[\u4e00-\u9fff]{2}前(?:请|记得|把|关|确认|检查|统一|备份|别忘|都要|提前|预热|清空|断开)|(?:以后|之后|完)(?:要|得|必须|记得)|(?:八成|多半|通常|往往|大概率|一般)(?:是|因为|就是|在)|先(?:查|看|量|试|关|拆|断|停|备份|给|把|用|确认|检查|清|跑|装)|(?:会|就会|会被|容易)(?:变成|退回|导致|丢|失败|报错|超时|卡|出错|乱|变|重复|漏)|(?:出过|吃过|翻过|丢过|漏过|栽过)[\u4e00-\u9fff]|(?:上回|上次|之前|那次).{0,8}(?:漏|忘|错|丢|坏|翻车|吃亏|失败)|顺序(?:是|：|:)|提前.{1,4}(?:天|周|小时|分钟|个月)|别拖|(?:卡住|坏了|没反应|不动|起不来|打不开|死机|掉线|连不上)(?:就|先|时|，)|就(?:清理|重启|检查|按住|拔掉|删掉|换成|断电)|^(?:写|拍|做|改|查|谈|跑|打|装|贴|配|洗|煮|蒸|煎|泡|调|修|测|发布|部署|升级|迁移|导入|导出|对接|和.{1,6}(?:沟通|对接)).{1,10}(?:要(?!求)|得|记得|先|必须|别)|必须(?:留|带|有|经过|通过|走|由|附)|一起提交|同时提交
            以后.{0,10}(?:要|再|遇|先|都|凡|不|别|得|应|务必|记得|改|只要|碰)|(?<![超小实及定临同平随])时(?!间|候|区|长|常|刻|段).{1,10}(?:再|就|先)|(?<![日号天周月末底年一二三四五六点])(?:之前|前)(?:都)?(?:必须|务必|一定要|要先)|(?:报错|失败|异常|卡住|超时|崩溃|卡死|不通|出错|打不开|连不上|乱码|冲突|告警|变慢|对不上)(?:时|后|的话|就|先|了就|了要|，?(?:先|就|多半|通常|一般|优先|直接|八成|可以|要|别|改|应|需|把|重启|检查|清))
            如果.{1,30}(?:就|则|先|那么|，(?:要|用|把|改|直接|可以|需|应|得|别))|若.{1,20}(?:则|需|应|要|先|可)|一旦.{1,20}(?:就|要|立即|马上|先|应)|每次.{1,20}(?:都?要|都得|前|后|必须|先|应|记得|务必)|凡是?.{1,16}(?:都|必须|一律|要|先)
            务必|千万(?:别|不要|不能)|不(?:能|要|可|得|应该?)(?:直接|轻易|随便|擅自|手动|跳过|同时|在.{1,10}(?:直接|上改))|别(?:直接|轻易|手动|跳过|在.{1,10}(?:上|里)(?:直接|改|跑))|否则|不然|要不然|以免|以防|避免(?:再|出现|重复|因为)
            原因(?:是|在于|：)|根因|是因为|问题出在|后来发现|结果(?:发现|是)|实际(?:上)?(?:是|应)|搞错|记错|弄错|写错|说错|不是.{1,16}(?:而是|应该是|，是)
            (?:通过|用|靠|改用|换成|换|加上|加|把|将|改成|调大|调小|清(?:空|掉|一下)?|重启).{1,24}(?:解决|修复|搞定|绕过|规避|恢复|就好了|就行|即可|才行|就能|可以避免|就正常|就不)
            改用|绕过|才(?:能|会|可以|行)(?:生效|正常|成功|通过|跑|启动|用|看到|避免)?|注意(?!力)|(?:部署|发布|上线|提交|合并|迁移|升级|改表|重启|导入|打包|推送|发版|动库|回滚)(?:前|后|之前|之后|完)(?!.{0,6}(?:完成|提交|交))
            """,
        ),
        (
            1.3,
            r"""记住|应该|必须|步骤|流程|脚本|命令|参数|配置项|最好(?:别|不要)|建议|可以用|用.{1,10}来|而不是|要(?:加|带|用|关|开|检查|确认)|需(?:要)?(?:注意|加|带|先)""",
        ),
    ),
    "fact": (
        (
            3.0,
            r"""
            ^[^，。？?：:]{0,6}[^，。？?：:]{2,16}用 ?[A-Za-z][\w .+#-]{1,20} ?跑|是用 ?[A-Za-z][\w .+#-]{0,20} ?写的
            ^(?!.*(?:请|要|应|须|务必|记得|别|不要|以后)).{2,16}(?:放|存|收|锁|挂)?在[^，。]{0,14}(?:文件夹|抽屉|柜子?|手套箱|目录|车里|书架|箱子|冰箱|仓库|地下室|办公室|根目录|保险箱|前台)(?:里|上)?(?:[。（【，]|$)
            """,
        ),
        (
            5.0,
            r"""
            ^(?!.*(?:请|要|应|须|务必|记得|一定|得)).{0,40}(?:告警|报警|警报|通知|工单|投诉|来电|邮件|快递|发票)(?:都|会|一律|统一|优先|先)*(?:发|转|打|推|派|报|送)给
            在.{1,4}月(?:份)?(?:里)?(?:把|将).{1,24}(?:换|改|迁|升级?|拆|并)(?:成|到|为)了
            休假(?:到|至)|(?:请假|出差|外出|休产假)(?:到|至).{1,10}(?:[日号月底末]|回来)
            """,
        ),
        (
            1.7,
            r"""
            (?:告警|报警|警报|通知|工单|投诉|来电|邮件)(?:都|会|一律|统一|优先|先)*(?:发|转|打|推|派)给|在.{1,4}月(?:份)?(?:里)?把.{1,20}(?:换|改|迁|升级?)(?:成|到|为)了?|保修期?(?:到|至|截至|还剩|还有)
            住在|家住|家在|老家|来自|出生|生于|生日|毕业|就读|任职|就职|上班|工作(?:在|于|单位)|在.{1,16}(?:工作|上班|上学|读|任)|职业|职位|是(?:一|个|名|位|做|在|由|我|他|她|用户)|名叫|名字|叫(?:小|阿|做)|养了|有(?:一|两|二|三|个|只|台|辆)|结婚|女儿|儿子|妻子|老婆|丈夫|老公|爱人|父亲|母亲|妈妈|爸爸|爷爷|奶奶|猫|狗|同事|上司|领导是
            位于|部署(?:在|于)|使用的?是|用的是|基于|采用|版本(?:是|为)|端口(?:是|为)|运行在|托管|存(?:在|放)|地址(?:是|为)|负责人(?:是|为)|由.{1,8}负责|负责|过敏|血型|身高|车牌|手机号|邮箱|型号
            """,
        ),
    ),
    "interaction": (
        (
            2.0,
            r"""^(?:用户|我们|客户|和用户)(?:.{0,4})(?:问了|询问了|聊到|聊了|讨论了|谈到|提问|咨询了)|^(?:对话|讨论|会谈|聊天)(?:内容|主题|关于)""",
        ),
    ),
}

KIND_NAMES: Final[dict[str, str]] = {
    "preference": "preference preferences pref prefs like likes dislike dislikes habit habits taste style instruction instructions custom_instruction"
    " feedback favorite favourite choice rule_of_user user_preference personal_preference hobby hobbies interest interests"
    " setting_pref behaviour behavior tone 偏好 喜好 习惯 爱好 口味 偏好设置 用户偏好 兴趣 个人偏好 风格 要求 指令 反馈 pianhao xihao xiguan",
    "task": "task tasks todo todos to_do action_item action action_items goal goals plan plans reminder reminders followup follow_up open_item"
    " commitment deadline objective assignment ticket work_item job_todo pending next_step next"
    " 任务 待办 待办事项 计划 目标 提醒 进度 事项 跟进 承诺 工单 renwu daiban jihua",
    "skill": "skill skills lesson lessons lesson_learned procedure procedural procedures howto how_to correction corrections mistake rule rules workflow"
    " playbook runbook tip tips best_practice best_practices experience insight insights guideline learning learnings pattern"
    " solution fix workaround recipe sop technique strategy knowhow know_how troubleshooting"
    " 技能 经验 教训 流程 规则 步骤 纠正 踩坑 做法 方法 经验教训 技巧 规范 心得 最佳实践 解决方案 jiaoxun jingyan jineng",
    "fact": "fact facts semantic knowledge info information identity profile person people entity entities relationship relation context background"
    " personal biography bio about attribute detail contact contacts environment location biographical family work_info reference"
    " 事实 知识 信息 背景 资料 档案 人物 关系 身份 常识 基本信息 个人信息 家庭 联系人 实体 shishi xinxi zhishi",
    "interaction": "interaction interactions episode episodes episodic conversation conversations chat chats message messages dialogue dialog turn session_summary"
    " exchange utterance user_message assistant_message 对话 聊天 互动 会话 消息 情景 交互 聊天记录 duihua liaotian",
}
"""What a kind column calls our types; matched after folding case and joining words with `_`."""

LOG_KINDS: Final = frozenset(
    (
        "log logs syslog system_log system sys event_log trace traces debug heartbeat metric metrics audit telemetry runtime"
        " diag diagnostic diagnostics monitor monitoring scheduler cron job worker cache http request access access_log api_call"
        " tool_call tool_result tool_output perf performance health healthcheck health_check status_event exec execution"
        " internal housekeeping maintenance infra error_log exception stacktrace warning warn error info op ops operation"
        " gc sync ping probe startup shutdown daemon machine stdout stderr console app_log rt bg background_job"
        " 日志 系统 系统日志 心跳 监控 调度 审计 运行日志 调试 错误 告警 异常 系统事件 指标 埋点 接口调用 定时任务 运维 后台 rizhi xitong xintiao"
    ).split()
)
"""What a kind column calls lines of a system log."""

VAGUE_KINDS: Final = frozenset(
    "remember remembered recall memorize memorise save saved keep mem project projects work issue 工作 项目 note notes general misc other others default normal unknown none null na n_a memory memories mem text entry item record data"
    " 其他 其它 普通 默认 未知 无 笔记 记忆 通用 一般 记录 杂项 随手记".split()
)
"""Kinds that say nothing about the type."""
