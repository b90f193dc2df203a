"""Wording that tells preferences, tasks, skills and facts apart, in English; Chinese is in `type_words_han`.

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
