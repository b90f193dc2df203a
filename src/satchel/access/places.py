"""Where somebody lives or is, to the house: coordinates, and street addresses with a number in Latin script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.access.classes import Finding
from satchel.access.nearness import before

_PAIR: Final = re.compile(
    r"(?<![\w.])(?P<lat>[+-]?\d{1,3}\.\d{2,12})°?\s?(?P<ns>[NSEW])?(?:\s?[,;/、和与]\s?|\s{1,2})(?P<lon>[+-]?\d{1,3}\.\d{2,12})(?!\.?\d)°?\s?(?P<ew>[EWNS]\b)?",
    re.ASCII,
)
_LABELLED: Final = re.compile(
    r"(?:(?i:\blat(?:itude)?)|纬度|緯度|北纬|北緯|南纬)[\"'：:=\s是为]{0,4}(?P<lat>[+-]?\d{1,2}\.\d{2,12})[^\n\d]{0,4}(?:[^\d\n]|\n){0,24}?(?:(?i:\b(?:lon(?:gitude|g)?|lng))|经度|經度|东经|東經|西经)[\"'：:=\s是为]{0,4}(?P<lon>[+-]?\d{1,3}\.\d{2,12})"
    r"|(?:(?i:\b(?:lon(?:gitude|g)?|lng))|经度|經度|东经|東經|西经)[\"'：:=\s是为]{0,4}(?P<lon2>[+-]?\d{1,3}\.\d{2,12})(?:[^\d\n]|\n){0,28}?(?:(?i:\blat(?:itude)?)|纬度|緯度|北纬|北緯|南纬)[\"'：:=\s是为]{0,4}(?P<lat2>[+-]?\d{1,2}\.\d{2,12})"
)
_DEGREES: Final = re.compile(
    r"(?:[NSEW]\s?)?\d{1,3}\s?[°度]\s?\d{1,2}(?:\.\d{1,6})?\s?['′’分]\s?(?:\d{1,2}(?:\.\d+)?\s?(?:[\"″”秒]|'')\s?)?[NSEWns北南]?[,，、和/\s]{0,3}(?:[经纬]度[:：]?\s?)?(?:[EWNS东西南北]\w{0,1}\s?)?\d{1,3}\s?[°度]\s?\d{1,2}(?:\.\d{1,6})?\s?['′’分]\s?(?:\d{1,2}(?:\.\d+)?\s?(?:[\"″”秒]|'')\s?)?[EWew东西]?"
)
_LETTERED: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:[NS]\s?\d{1,2}\.\d{2,12}°?[\s,;/]{1,3}[EW]\s?\d{1,3}\.\d{2,12}|[EW]\s?\d{1,3}\.\d{2,12}°?[\s,;/]{1,3}[NS]\s?\d{1,2}\.\d{2,12})(?!\d)",
    re.ASCII,
)
_CODES: Final = re.compile(
    r"(?<![\w+])[23456789CFGHJMPQRVWX]{8}\+[23456789CFGHJMPQRVWX]{2,3}(?![\w+])|(?:(?<![\w/:])///|(?<=what3words: )|(?<=what3words\.com/)|(?<=w3w\.co/))[a-z]{3,20}\.[a-z]{3,20}\.[a-z]{3,20}(?![\w/])"
    r"|(?<=[Gg]eohash[ :])\s?[0-9b-hjkmnp-z]{7,12}(?!\w)|(?<![\w/:])///[\u4e00-\u9fff]{1,6}\.[\u4e00-\u9fff]{1,6}\.[\u4e00-\u9fff]{1,6}|(?<![\w+])(?=[A-Z]{0,3}[2-9])[23456789CFGHJMPQRVWX]{4}\+[23456789CFGHJMPQRVWX]{2,3}(?= ?,? ?[A-Z\u4e00-\u9fff][a-z\u4e00-\u9fff])",
    re.ASCII,
)
_PLACED: Final = re.compile(
    r"(?i:\bgps|coord|\blat\b|\blon\b|\blng\b|\bll=|\bgeo:|location|\bmaps?\b|\bat\b|\bpin\b|parked|meeting point|\bspot\b|\bhome\b|\bhouse\b|\blives?\b|position|waypoint|trailhead|cabin|[?&@]q?=?)|坐标|经纬|定位|位置|在|地址|导航"
)
_COORDINATES: Final = re.compile(r"(?i:\bgps|coordinates?\b|\blat(?:itude)?\b|\bgeo:|\bll=)|坐标|经纬|定位")
"""What alone makes figures of two decimals a place."""
_PLOTTED: Final = re.compile(
    r"(?i:loss|embedding|vector|weights?|scores?|price|rmse|accuracy|array|tensor|bias|gradient|learning rate|point \(|plot|prob|ratio|mean|\bstd\b|matrix|sigma|metrics?|log)|损失|向量|权重|得分|价格|精度|准确率|概率|梯度|均值|从"
)

_TYPES: Final = (
    r"(?:Street|Avenue|Road|Boulevard|Lane|Drive|Court|Place|Square|Terrace|Way|Parkway|Highway|Circle|Close|Crescent|Row|Mews|Gardens?|Grove|Hill|Walk|Alley|Trail|Loop|Quay|Wharf|Parade|Rise|Path|Plaza|Crossing|Turnpike|Esplanade|Embankment|Broadway|Green|Heights|Vale|Yard|Gate"
    r"|(?:St|Ave|Av|Rd|Blvd|Ln|Dr|Ct|Pl|Sq|Ter|Pkwy|Hwy|Cir|Cres|Gdns|Tpke|Expy)\b\.?)"
)
_NUMBER: Final = r"(?<![\w.,/$€£#:-])(?P<number>(?:\d{1,4}/)?\d{1,5}(?:[A-Da-d]|-\d{1,4})?)"
_NAME: Final = r"(?:[A-Z][A-Za-z'’.\-]{0,24}|\d{1,3}(?:st|nd|rd|th)|of|the|de|la|del)"
_STREET: Final = re.compile(
    rf"{_NUMBER},? (?!Way\b)(?:{_NAME} ){{1,4}}{_TYPES}(?![A-Za-z-])(?:,? (?:(?i:apt|apartment|unit|suite|ste|flat|floor|fl|room|rm)\.? ?|#)[\w-]{{1,6}})?",
    re.ASCII,
)
_SMALL_STREET: Final = re.compile(rf"{_NUMBER},? (?:[a-z0-9'’.-]{{1,20}} ){{1,3}}(?i:{_TYPES})(?![A-Za-z-])", re.ASCII)
_LOUD_STREET: Final = re.compile(
    rf"{_NUMBER},? (?:[A-Z0-9][A-Z0-9'’.-]{{0,20}} ){{1,4}}(?:STREET|AVENUE|ROAD|BOULEVARD|LANE|DRIVE|COURT|TERRACE|PARKWAY|CLOSE|CRESCENT|MEWS|GARDENS|GROVE|SQUARE|PLACE|ST|AVE|RD|BLVD|LN|DR)(?![A-Za-z-])",
    re.ASCII,
)
_ROADS: Final = r"(?:Street|Avenue|Road|Boulevard|Lane|Drive|Terrace|Crescent|Close|Mews|Grove|Way|Court|Gardens)"
_TURNED: Final = re.compile(
    rf"(?i:\b(?:house|home|flat|door|lives?|living|we're|i'm|we are|number|no\.?|nr\.?)\b[^\n.;\d]{{0,24}}?)(?P<number>\d{{1,5}}[A-Da-d]?),? (?:on|in|along) (?:[A-Z][A-Za-z'’-]{{1,24}} ){{1,3}}{_ROADS}(?![A-Za-z-])"
    rf"|(?<![A-Za-z])(?P<street>(?:[A-Z][A-Za-z'’-]{{1,24}} ){{1,3}}{_ROADS},? (?:(?i:number|no\.?|nr\.?|\#) ?)?\d{{1,5}}[A-Da-d]?)(?![\w.:%/-])(?! (?:am|pm|years|people|times|minutes|meters|metres|miles|km))",
    re.ASCII,
)
"""The number behind the street, or apart from it: "4418 on Bluebonnet Drive"."""
_KEYED: Final = re.compile(
    r"(?i)\"(?:street|road|strasse|straße)(?:_?name)?\"\s?:\s?\"(?P<street>[^\"\n]{3,60})\",\s{0,8}\"(?:house_?|street_?)?(?:number|no|nr|num)\"\s?:\s?\"?\d{1,5}"
)
_FOREIGN: Final = re.compile(
    r"(?:(?i:no\.? ?))?(?<![\w.,/$€£-])\d{1,4}[A-Z]?,? (?:Jalan|Lorong|Lebuh|Persiaran|Jl\.|Soi) [A-Z]\w{1,30}|\b(?:[A-Z][a-z]+ ){1,3}(?:[XDNBZ][a-z]* )?(?:Lu|Jie|Dajie|Dadao|Xiang|Hutong),? (?:No\.? ?|Nr\.? ?)?\d{1,5}(?: ?[Hh]ao)?\b|\b\d{1,5} (?:[A-Z][a-z]+ ){1,3}(?:Lu|Jie|Dajie|Dadao|Hutong)\b|\b(?:Jalan|Jl\.|Lorong) (?:[A-Z]\w{1,30} ){1,3}(?:[Nn]o\.? ?)\d{1,4}|\b(?:Av\.|Alameda) (?:[A-ZÀ-Ý][\w'’À-ÿ-]{1,30} ?){1,3}, ?\d{1,5}|"
    r"(?<![\w.,/$€£-])\d{1,4}(?: ?(?:bis|ter|[a-dA-D]))?,? (?:[Rr]ue|Rua|Via|Calle|[Aa]venue|[Aa]v\.|[Bb]oulevard|[Bb]d\.?|[Pp]lace|[Cc]hemin|[Ii]mpasse|[Aa]llée|[Qq]uai|[Rr]oute|[Cc]ours|[Ss]quare|[Pp]assage|[Rr]uelle)(?: (?:de|du|des|d'|la|le|les|l'|à|aux|da|do|dos|del|della|Saint|St)){0,3}[ ']?[ ]?[A-ZÀ-Ý][\w'’\-À-ÿ]{1,30}(?: [A-ZÀ-Ý][\w'’\-À-ÿ]{1,30}){0,3}"
    r"|\b(?:[Rr]ue|RUE) (?:[\w'’À-ÿ-]{1,20} ){1,4}\d{1,4}\b"
    r"|\b(?:Via|Viale|Piazza|Corso|Vicolo|Largo|Calle|Avenida|Avda\.|Plaza|Paseo|Carrer|Rua|Travessa|Praça|Ulica|ul\.) (?:(?:de|del|della|dei|di|da|do|dos|das|la|las|los|el) ){0,3}[A-ZÀ-Ý][\w'’\-À-ÿ]{1,30}(?: [\wÀ-ÿ'’-]{2,30}){0,3},? (?:n[.º°] ?)?\d{1,4}[A-Za-z]?\b"
    r"|\b(?:[A-ZÄÖÜ][\wäöüß]{0,30}[ -]){0,3}(?:[A-ZÄÖÜ][a-zäöüß]{1,30}(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|damm|ufer|chaussee|markt|steig|straat|laan|gracht|plein|kade|gatan|vägen|gata|veien|vej|gade)|(?:Straße|Strasse|Str\.|Allee|Platz|Weg)) \d{1,4}(?: ?[a-f])?(?![\w.]\d)(?!\w)"
)
_HIGH: Final = re.compile(
    r"(?i:\b(?:flat|unit|room|apt\.?) [A-Z0-9]{1,4}, ?\d{1,2}/F)(?:, (?i:tower|block) \w{1,3})?(?:, [A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,3})?",
    re.ASCII,
)
"""A flat of a tower, as Hong Kong writes them."""
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
        if not _on_earth(lat, lon) and not _on_earth(lon, lat):
            continue  # Chinese maps and WKT say the longitude first
        window = before(text, match.start(), 28)
        marked = match["ns"] or match["ew"]
        if not marked and _PLOTTED.search(window):
            continue
        digits = min(len(match[side].partition(".")[2]) for side in ("lat", "lon"))
        fine = digits >= 4
        if digits < 3 and not _COORDINATES.search(window):
            continue
        far = max(abs(lat), abs(lon))
        if marked or (far >= 2 and _PLACED.search(window)) or (far >= 5 and fine):
            yield Finding("precise_location", match.start("lat"), match.end())
    for pattern in (_DEGREES, _LETTERED, _CODES):
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
    for match in _LOUD_STREET.finditer(text, begin, stop):
        if not _COUNTED.search(before(text, match.start(), 14)) and match["number"].strip("0"):
            yield Finding("precise_location", *match.span())
    for match in _TURNED.finditer(text, begin, stop):
        yield Finding("precise_location", match.start("street" if match["street"] else "number"), match.end())
    for match in _KEYED.finditer(text, begin, stop):
        yield Finding("precise_location", match.start("street"), match.end())
    for match in _HIGH.finditer(text, begin, stop):
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
