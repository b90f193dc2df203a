"""English words that make a statement about health somebody's, or about something else."""

from __future__ import annotations

import re
from typing import Final

SOMEBODY: Final = re.compile(
    r"(?i)\b(?:i|i'm|i've|i'd|me|my|mine|he|he's|she|she's|his|her|him|we|we're|our|they|their|them|user|users?'s?|mom|mum|mother|mam|dad|father|wife|husband|son|daughter|kids?|child|children|baby|partner|sister|brother|grand\w+|boyfriend|girlfriend|aunt|uncle|friend|cousin|parents?|niece|nephew|roommate"
    r"|spouse|fianc\w+|patient's|colleague|boss|neighbou?r|toddler|twins?|husband's|wife's)\b|^\W*(?:has|had|is|was|takes|suffers|recovering|diagnosed|living|managing|lives with|struggles|struggling|wears|needs|uses|can't|cannot|prone|history of|family history|health|medical|condition|conditions)\b"
    r"|(?-i:\b[A-Z][a-z]{1,15}(?:'s)?) (?:has|had|is|was|takes|suffers|got|lives with|struggles|needs|also has|recently|just|uses|can't|cannot)\b"
)
SOMETHING_ELSE: Final = re.compile(
    # Of small letters: a pattern of this kind that ignores case takes four times as long.
    r"\b(?:apps?|websites?|projects?|startup|articles?|papers?|essay|thesis|research(?:es|er|ers|ing)?|stud(?:y|ies|ying)|datasets?|data|models?|predict\w*|classif\w+|novels?|books?|movies?|films?|documentar\w+|podcasts?|episodes?|characters?|chart|dashboard|campaign|charity|donat\w+|fundrais\w+|awareness|marathon for"
    r"|works? (?:as|at|in|for|with)|working (?:as|at|on|with)|nurses?|doctors? (?:at|who)|is an? (?:doctor|nurse|therapist|psychologist|psychiatrist|physician|surgeon|pharmacist|\w+ologist)|patients|clients|customers|company|clinic|trial|trials|course|conference|hackathon|lecture|teach\w*|curriculum|kaggle|benchmark|detect\w*|simulation"
    r"|careers?|degree|majors?|zodiac|horoscope|astrolog\w+|sign is|great depression|depression era|economic|recession|company's|product|drug discovery|pharma\w*|biotech|volunteers?|therapy dog|physics|stroke (?:width|color|colour|order)|key ?strokes?|memory (?:loss|leaks?)|service|server|build|pipeline|code ?base|database|deploy\w*|latency|software|team's|market|writes? (?:about|on)|writing (?:about|on)|reports? on|blogs? (?:about|on)|magazine|journalist)\b"
)
FIGURATIVE: Final = re.compile(
    r"(?i)allergic to (?:\w+ )?(?:meetings?|work(?:ing)?|mornings?|mondays?|commitments?|change|code|javascript|typescript|java|python|php|xml|yaml|json|excel|powerpoint|slides|bureaucracy|buzzwords?|e-?mails?|deadlines?|small ?talk|boilerplate|bullshit|bs\b|nonsense|jargon|hype|process(?:es)?|paperwork|politics|phone calls?|calls|jira|scrum|agile|stand-?ups?|monoliths?|microservices"
    r"|orms?|sql|css|frameworks?|comments|documentation|docs|exercise|responsibility|failure|criticism|feedback|drama|fun|math|maths|spreadsheets?|corporate|marketing|over-?engineering|global (?:state|variables)|mutable|inheritance|abstractions?|emojis?|exclamation|adverbs|clich\w+|fluff|verbos\w+|long|vague|surprises|waiting|losing|being|reading|writing|doing|any(?:thing|one)|people|authority|rules|money|taxes)"
)
