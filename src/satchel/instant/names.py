"""What a column's name says about times: words in English, Chinese, Japanese and Korean, in snake, kebab or camel case."""

from __future__ import annotations

import re

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SPLIT = re.compile(r"[^0-9a-z\u0080-\uffff]+")

_TIME = frozenset(
    """
    time times timestamp timestamps date dates datetime day created updated modified ts when at epoch stamp ctime mtime
    atime btime birthtime dt createtime updatetime createdat updatedat createdate sent received posted published
    started ended finished completed expires expiry expiration deadline due since until seen accessed logged occurred
    recorded saved born dob birthday month year start end crtime addtime tstamp createdon updatedon lastmod
    datum zeit uhrzeit zeitpunkt zeitstempel erstellt angelegt erfasst geändert geaendert aktualisiert gelöscht geloescht
    fecha hora creado actualizado créé cree modifié horodatage heure criado criada creato creata aangemaakt gewijzigd tijdstip
    """.split()
)
_TIME_HAN = ("时间", "時間", "日期", "日時", "日付", "时刻", "時刻", "年月", "시간", "날짜", "일시", "日子", "创建于", "更新于", "生日", "截止", "登録日", "更新日", "作成日", "到期", "时戳")  # fmt: skip
_OTHER = frozenset(
    """
    id ids uid uuid guid pid oid key hash checksum version ver phone tel mobile fax price amount cost total balance fee
    salary count cnt num number no nr quantity qty score rating rank size bytes length len tokens token duration elapsed
    latency ms_taken age zip postcode postal port offset seq sequence serial index idx pos position line weight height
    lat lon lng latitude longitude ip qq isbn ean sku barcode order invoice account card revision rev build level points
    usage timeout ttl interval delay speed rate percent ratio timezone tz zone
    """.split()
)
_OTHER_HAN = ("编号", "編號", "号码", "號碼", "电话", "電話", "手机", "版本", "价格", "價格", "金额", "金額", "数量", "數量", "分数", "分數", "次数", "次數", "序号", "时长", "時長", "耗时", "番号", "번호", "年龄", "体重", "身高", "时区", "時區", "工号", "学号", "单号")  # fmt: skip
_ENDINGS = ("time", "date", "timestamp", "datetime")
"""Of words run together, as in `modifytime` and `regdate`; those in `_NO_ENDINGS` only sound like it."""
_NO_ENDINGS = frozenset(
    "update candidate validate mandate lifetime runtime uptime downtime playtime realtime overtime sometime anytime".split()
)
_ZONES = {"utc": "UTC", "beijing": "Asia/Shanghai"}


def words(name: str) -> list[str]:
    """`createdAt_utc` → created, at, utc."""
    return [word for word in _SPLIT.split(_CAMEL.sub("_", name).lower()) if word]


def names_time(name: str) -> bool:
    """True for `created_at`, `ts`, `gmtCreate`, 创建时间 and the like."""
    if any(part in name for part in _TIME_HAN):
        return not any(part in name for part in _OTHER_HAN)
    found = words(name)
    if not found or found[-1] in _OTHER:
        return False
    return found[0] == "gmt" or any(word in _TIME or _ends_in_time(word) for word in found)


def _ends_in_time(word: str) -> bool:
    return word.endswith(_ENDINGS) and word not in _NO_ENDINGS


def names_other(name: str) -> bool:
    """True for names of ids, phone numbers, prices, counters, versions, spans of time and the like."""
    if names_time(name):
        return False
    return bool(_OTHER & set(words(name))) or any(part in name for part in _OTHER_HAN)


def named_unit(name: str) -> str:
    """The unit that a name declares where magnitude cannot: spreadsheet days and SQLite's julianday."""
    found = set(words(name))
    return "excel" if "excel" in found else "julian" if found & {"julian", "julianday"} else ""


def named_zone(name: str) -> str:
    """The zone that a name declares: `created_utc`, 北京时间."""
    if "北京时间" in name or "北京時間" in name:
        return "Asia/Shanghai"
    return next((_ZONES[word] for word in words(name) if word in _ZONES), "")
