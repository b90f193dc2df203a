"""English words that make a statement about health somebody's, or about something else."""

from __future__ import annotations

import re
from typing import Final

SOMEBODY: Final = re.compile(
    r"(?i)\b(?:i|im|i'm|i've|i'd|me|my|mine|he|he's|she|she's|his|her|him|we|we're|our|they|their|them|user|users?'s?|mom|mum|mother|mam|dad|father|wife|husband|son|daughter|kids?|child|children|baby|partner|sister|brother|grand\w+|boyfriend|girlfriend|aunt|uncle|friend|cousin|parents?|niece|nephew|roommate"
    r"|spouse|fianc\w+|patient's|colleague|boss|neighbou?r|toddler|twins?|husband's|wife's)\b|^\W*(?:has|had|is|was|takes|suffers|recovering|diagnosed|living|managing|lives with|struggles|struggling|wears|needs|uses|can't|cannot|prone|history of|family history|health|medical|condition|conditions|started|stopped|tested|waiting (?:for|on)|in (?:the )?hospital|broke|tore|sprained|fractured|still on|back on|mri|biopsy|mammogram|ct scan|postpartum|panic attacks?|kidney stones?|migraines?|appendix|meds|medications?|allergies|diagnos[ei]s)\b"
    r"|(?-i:\b[A-Z][a-z]{1,15}(?:'s)?) (?:has|had|is|was|takes|suffers|got|lives with|struggles|needs|also has|recently|just|uses|can't|cannot)\b"
)
SOMEBODY_HAN: Final = re.compile(
    r"(?:[我他她爸妈]|老婆|老公|女儿|儿子|孩子|用户)[^，,。；;!?\n]{0,16}?(?:有|得了|在?吃|服|患|确诊|最近|又|犯|换成|停了|复发|发作|的|是) ?[^，,。；;!?\n]{0,8}$|(?:在吃|吃着|在服用|服用|开了|换成) ?$"
)
"""Before an English name in Chinese words: whose it is."""
PERSON: Final = re.compile(
    r"(?i)\b(?:i|im|i'm|i've|i'd|me|my|mine|he|he's|she|she's|his|her|him|our|user|users?'s|mom|mum|mother|mam|dad|father|wife|husband|son|daughter|kid|child|baby|partner|sister|brother|grand\w+|boyfriend|girlfriend|aunt|uncle|friend|cousin|parents?|niece|nephew|roommate|spouse|colleague|toddler|patient's)\b"
)
"""Words for a person alone, without the openings that may be a question's as well."""
ASKS_IN_GENERAL: Final = re.compile(
    r"(?i)^\W*(?:is|was|are|were|does|do|did|can|could|should|what|what's|when|where|who|why|how|which|explain|list|describe|define|compare|name|summari[sz]e|write)\b"
)
TELLS_IN_GENERAL: Final = re.compile(
    r"(?i)^\W*(?:what|when|where|who|why|how|which|explain|list|describe|define|compare|name|summari[sz]e|write)\b"
)
"""Openings that ask without a question mark."""
FIGURED: Final = re.compile(
    r"(?i)\b(?:giv(?:es?|ing|en)|gave) (?:me|us|him|her|them|everyone|everybody|my \w+) (?:an? |the |another |such an? )?(?:\w+ )?$|\b(?:so|a bit|bit of an?|a little|kinda|kind of|slightly|super|totally|being|all) $|(?:有点|有些|简直|轻微|挺|太|超|很|[搞整逼弄气吓]出|差点|要得|快得|给我)(?:了|个)? ?$|\b(?:nearly|almost|practically) (?:had|got|have) an? $"
)
"""Before a name of an illness that is only a manner of speaking."""
FIGURED_NAMES: Final = frozenset(
    "heart attack|stroke|aneurysm|ulcer|ulcers|ptsd|cancer|anxiety|ocd|adhd|diabetes|seizures|migraine|migraines|headaches|panic attack|panic attacks|bipolar|schizophrenic|autistic|epileptic|deaf".split(
        "|"
    )
)
FIGURED_BEHIND: Final = re.compile(r"(?i)^ (?:of (?:\w+ )?(?:luck|genius|midnight|inspiration)|ears?\b)")
READ_IN_GENERAL: Final = re.compile(
    r"(?i)\b(?:normal|range|counts? as|considered|above|below|guidelines?|should be|typical|target|ideal|healthy|reference|between|recommended|defined|means)\b"
)
"""What makes figures of a laboratory a matter of knowledge."""
OF_A_TEST: Final = re.compile(
    r"(?i)\b(?:labs?|blood ?(?:test|work)s?|bloods|results?|came back|report|gp|doctor|doc|this morning|today|last (?:test|check)|check-?up|jumped|rose|dropped|down to|up to|now)\b"
)
KEYED: Final = re.compile(
    r"(?i)(?:^|[\"'{\[,|\s(])(?:conditions?|diagnos[ei]s|medications?|meds|allerg(?:y|ies)|illness(?:es)?|disease|inhaler|medical (?:notes|history|conditions?))[\"']?\s?[:=–-]{1,2}\s?[\"'\[({]{0,2}[^\n;{}]{0,48}$"
)
"""A field of a form about somebody's health, before the name of an illness or a medicine."""
SOMETHING_ELSE: Final = re.compile(
    # Of small letters: a pattern of this kind that ignores case takes four times as long.
    r"\b(?:apps?|websites?|projects?|startup|articles?|papers?|essay|thesis|research(?:es|er|ers|ing)?|stud(?:y|ies|ying)|datasets?|data|models?|predict\w*|classif\w+|probability|villains?|protagonists?|heroine|detective|sitcom|screenplay|d&d|novels?|books?|movies?|films?|documentar\w+|podcasts?|episodes?|characters?|chart|dashboard|campaign|charity|donat\w+|fundrais\w+|awareness|marathon for"
    r"|works? (?:as|at|in|for|with)|working (?:as|at|on|with)|nurses?|doctors? (?:at|who)|is an? (?:doctor|nurse|therapist|psychologist|psychiatrist|physician|surgeon|pharmacist|\w+ologist)|patients|clients|customers|company|clinic|trial|trials|course|conference|hackathon|lecture|teach\w*|curriculum|kaggle|benchmark|detect\w*|simulation"
    r"|careers?|degree|majors?|zodiac|horoscope|astrolog\w+|sign is|great depression|depression era|economic|recession|company's|product|drug discovery|pharma\w*|biotech|volunteers?|therapy dog|physics|stroke (?:width|color|colour|order)|key ?strokes?|memory (?:loss|leaks?)|service|server|build|pipeline|code ?base|database|deploy\w*|latency|software|team's|market|writes? (?:about|on)|writing (?:about|on)|reports? on|blogs? (?:about|on)|magazine|journalist)\b"
)
FIGURATIVE: Final = re.compile(
    r"(?i)allergic to (?:\w+ )?(?:meetings?|work(?:ing)?|mornings?|mondays?|commitments?|change|code|javascript|typescript|java|python|php|xml|yaml|json|excel|powerpoint|slides|bureaucracy|buzzwords?|e-?mails?|deadlines?|small ?talk|boilerplate|bullshit|bs\b|nonsense|jargon|hype|process(?:es)?|paperwork|politics|phone calls?|calls|jira|scrum|agile|stand-?ups?|monoliths?|microservices"
    r"|orms?|sql|css|frameworks?|comments|documentation|docs|exercise|responsibility|failure|criticism|feedback|drama|fun|math|maths|spreadsheets?|corporate|marketing|over-?engineering|global (?:state|variables)|mutable|inheritance|abstractions?|emojis?|exclamation|adverbs|clich\w+|fluff|verbos\w+|long|vague|surprises|waiting|losing|being|reading|writing|doing|any(?:thing|one)|people|authority|rules|money|taxes)"
)
