"""Where somebody lives or is, to the house: coordinates, and street addresses with a number in Latin script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.access.classes import Finding
from satchel.access.nearness import before

_PAIR: Final = re.compile(
    r"(?<![\w.])(?P<lat>[+-]?\d{1,2}\.\d{3,12})°?\s?(?P<ns>[NS])?(?:\s?[,;/]\s?|\s{1,2})(?P<lon>[+-]?\d{1,3}\.\d{3,12})(?!\.?\d)°?\s?(?P<ew>[EW]\b)?",
    re.ASCII,
)
_LABELLED: Final = re.compile(
    r"(?:(?i:\blat(?:itude)?)|纬度|緯度|北纬|北緯|南纬)[\"'：:=\s是为]{0,4}(?P<lat>[+-]?\d{1,2}\.\d{3,12})[^\n\d]{0,4}(?:[^\d\n]|\n){0,24}?(?:(?i:\b(?:lon(?:gitude|g)?|lng))|经度|經度|东经|東經|西经)[\"'：:=\s是为]{0,4}(?P<lon>[+-]?\d{1,3}\.\d{3,12})"
    r"|(?:(?i:\b(?:lon(?:gitude|g)?|lng))|经度|經度|东经|東經|西经)[\"'：:=\s是为]{0,4}(?P<lon2>[+-]?\d{1,3}\.\d{3,12})(?:[^\d\n]|\n){0,28}?(?:(?i:\blat(?:itude)?)|纬度|緯度|北纬|北緯|南纬)[\"'：:=\s是为]{0,4}(?P<lat2>[+-]?\d{1,2}\.\d{3,12})"
)
_DEGREES: Final = re.compile(
    r"(?:[NSEW]\s?)?\d{1,3}\s?[°度]\s?\d{1,2}\s?['′’分]\s?(?:\d{1,2}(?:\.\d+)?\s?(?:[\"″”秒]|'')\s?)?[NSns北南]?[,，\s]{0,3}(?:[EW东西]\w{0,1}\s?)?\d{1,3}\s?[°度]\s?\d{1,2}\s?['′’分]\s?(?:\d{1,2}(?:\.\d+)?\s?(?:[\"″”秒]|'')\s?)?[EWew东西]?"
)
_CODES: Final = re.compile(
    r"(?<![\w+])[23456789CFGHJMPQRVWX]{8}\+[23456789CFGHJMPQRVWX]{2,3}(?![\w+])|(?<![\w/:])///[a-z]{3,20}\.[a-z]{3,20}\.[a-z]{3,20}(?![\w/])",
    re.ASCII,
)
_PLACED: Final = re.compile(
    r"(?i:\bgps|coord|\blat\b|\blon\b|\blng\b|\bll=|\bgeo:|location|\bmaps?\b|\bat\b|\bpin\b|parked|meeting point|\bspot\b|\bhome\b|\bhouse\b|\blives?\b|position|waypoint|trailhead|cabin|[?&@]q?=?)|坐标|经纬|定位|位置|在|地址|导航"
)
_PLOTTED: Final = re.compile(
    r"(?i:loss|embedding|vector|weights?|scores?|price|rmse|accuracy|array|tensor|bias|gradient|learning rate|point \(|plot|prob|ratio|mean|\bstd\b|matrix|sigma|metrics?|log)|损失|向量|权重|得分|价格|精度|准确率|概率|梯度|均值|从"
)

_TYPES: Final = (
    r"(?:Street|Avenue|Road|Boulevard|Lane|Drive|Court|Place|Square|Terrace|Way|Parkway|Highway|Circle|Close|Crescent|Row|Mews|Gardens?|Grove|Hill|Walk|Alley|Trail|Loop|Quay|Wharf|Parade|Rise|Path|Plaza|Crossing|Turnpike|Esplanade|Embankment|Broadway|Green|Heights|Vale|Yard|Gate"
    r"|(?:St|Ave|Av|Rd|Blvd|Ln|Dr|Ct|Pl|Sq|Ter|Pkwy|Hwy|Cir|Cres|Gdns|Tpke|Expy)\b\.?)"
)
_NUMBER: Final = r"(?<![\w.,/$€£#:-])(?P<number>\d{1,5}(?:[A-Da-d]|-\d{1,4})?)"
_NAME: Final = r"(?:[A-Z][A-Za-z'’.\-]{0,24}|\d{1,3}(?:st|nd|rd|th)|of|the|de|la|del)"
_STREET: Final = re.compile(
    rf"{_NUMBER},? (?!Way\b)(?:{_NAME} ){{1,4}}{_TYPES}(?![A-Za-z-])(?:,? (?:(?i:apt|apartment|unit|suite|ste|flat|floor|fl|room|rm)\.? ?|#)[\w-]{{1,6}})?",
    re.ASCII,
)
_SMALL_STREET: Final = re.compile(rf"{_NUMBER},? (?:[a-z0-9'’.-]{{1,20}} ){{1,3}}(?i:{_TYPES})(?![A-Za-z-])", re.ASCII)
_FOREIGN: Final = re.compile(
    r"(?<![\w.,/$€£-])\d{1,4}(?: ?(?:bis|ter|[a-dA-D]))?,? (?:[Rr]ue|Rua|Via|Calle|[Aa]venue|[Aa]v\.|[Bb]oulevard|[Bb]d\.?|[Pp]lace|[Cc]hemin|[Ii]mpasse|[Aa]llée|[Qq]uai|[Rr]oute|[Cc]ours|[Ss]quare|[Pp]assage|[Rr]uelle)(?: (?:de|du|des|d'|la|le|les|l'|à|aux|da|do|dos|del|della|Saint|St)){0,3}[ ']?[ ]?[A-ZÀ-Ý][\w'’\-À-ÿ]{1,30}(?: [A-ZÀ-Ý][\w'’\-À-ÿ]{1,30}){0,3}"
    r"|\b(?:[Rr]ue|RUE) (?:[\w'’À-ÿ-]{1,20} ){1,4}\d{1,4}\b"
    r"|\b(?:Via|Viale|Piazza|Corso|Vicolo|Largo|Calle|Avenida|Avda\.|Plaza|Paseo|Carrer|Rua|Travessa|Praça|Ulica|ul\.) (?:(?:de|del|della|dei|di|da|do|dos|das|la|las|los|el) ){0,3}[A-ZÀ-Ý][\w'’\-À-ÿ]{1,30}(?: [\wÀ-ÿ'’-]{2,30}){0,3},? (?:n[.º°] ?)?\d{1,4}[A-Za-z]?\b"
    r"|\b(?:[A-ZÄÖÜ][\wäöüß]{0,30}[ -]){0,3}(?:[A-ZÄÖÜ][a-zäöüß]{1,30}(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|damm|ufer|chaussee|markt|steig|straat|laan|gracht|plein|kade|gatan|vägen|gata|veien|vej|gade)|(?:Straße|Strasse|Str\.|Allee|Platz|Weg)) \d{1,4}(?: ?[a-f])?(?![\w.]\d)(?!\w)"
)
_LIVES: Final = re.compile(
    r"(?i:\b(?:lives?|living|moved|address(?:es)?|home|house|flat|apartment|office|located|ship(?:ped|ping)?|deliver(?:y|ed)?|mail|send|visit|residence|resides?|stay(?:s|ing)?|based|grew up|store|shop|clinic|studio|pick(?:ed)? up|meet)\b[^\n.;]{0,24}$)"
)
_NUMBERED: Final = re.compile(
    rf"(?i:\b(?:lives?|living|moved(?: in)?|address(?: is)?|ship|deliver|located|resides?|stays?|staying)\b:?(?: \w+)?(?: at| to| is)?:? ){_NUMBER} (?:[A-Z][A-Za-z'’-]{{2,24}})(?: [A-Z][A-Za-z'’-]{{2,24}})?(?=,|\.|$| in | apt)",
    re.ASCII,
)
_COUNTED: Final = re.compile(
    r"(?i:\b(?:top|the|all|over|about|these|those|first|last|best|every|of|than|under|nearly|around|page|chapter|version|step|level|route|may|june|july|august|january|february|march|april|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\s$)"
)
_PLURAL_NEXT: Final = re.compile(
    r"(?i:\s(?:banks?|firms?|retailers|analysts?|traders?|workers|style|level|themed|team|project|release|signs?|lights?|names?)\b)"
)


def coordinates(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Pairs of latitude and longitude of a hundred metres or better."""
    for match in _LABELLED.finditer(text, begin, stop):
        lat, lon = match["lat"] or match["lat2"], match["lon"] or match["lon2"]
        if _on_earth(float(lat), float(lon)):
            yield Finding(
                "precise_location", min(match.start(g) for g in ("lat", "lon", "lat2", "lon2") if match[g]), match.end()
            )
    for match in _PAIR.finditer(text, begin, stop):
        lat, lon = float(match["lat"]), float(match["lon"])
        if not _on_earth(lat, lon):
            continue
        window = before(text, match.start(), 28)
        marked = match["ns"] or match["ew"]
        if not marked and _PLOTTED.search(window):
            continue
        fine = min(len(match[side].partition(".")[2]) for side in ("lat", "lon")) >= 4
        far = max(abs(lat), abs(lon))
        if marked or (far >= 2 and _PLACED.search(window)) or (far >= 5 and fine):
            yield Finding("precise_location", match.start("lat"), match.end())
    for pattern in (_DEGREES, _CODES):
        for match in pattern.finditer(text, begin, stop):
            yield Finding("precise_location", *match.span())


def _on_earth(lat: float, lon: float) -> bool:
    return abs(lat) <= 90 and abs(lon) <= 180


def street_addresses(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """A number and a street, in the manner of English-speaking countries."""
    for match in _STREET.finditer(text, begin, stop):
        ahead = before(text, match.start(), 14)
        if _COUNTED.search(ahead) or _PLURAL_NEXT.match(text, match.end()) or not match["number"].strip("0"):
            continue
        yield Finding("precise_location", *match.span())
    for match in _SMALL_STREET.finditer(text, begin, stop):
        if _LIVES.search(before(text, match.start(), 40)) and not _PLURAL_NEXT.match(text, match.end()):
            yield Finding("precise_location", *match.span())


def named_addresses(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """A number and a name behind a word for living there: "lives at 12 Broadway, New York"."""
    for match in _NUMBERED.finditer(text, begin, stop):
        yield Finding("precise_location", match.start("number"), match.end())


def foreign_addresses(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Streets as French, German, Dutch, Italian, Spanish, Portuguese, Polish and Nordic addresses have them."""
    for match in _FOREIGN.finditer(text, begin, stop):
        yield Finding("precise_location", *match.span())
