"""Lookup tables: which small tables hold codes and their labels, and which columns elsewhere use those codes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from satchel.formats.tabular.rows import Shape, Table
from satchel.move.infer.names import name_scores, words_of
from satchel.move.infer.pinyin import spelled
from satchel.move.infer.profile import Profile, as_key, is_empty
from satchel.move.infer.role import Role
from satchel.move.infer.types import type_of_kind
from satchel.move.infer.value_words import RANKS, TASK_STATES

MOST_ENTRIES = 400
_MOST_PEOPLE = 20_000
_HAN = re.compile(r"[\u4e00-\u9fff]")

_CONCEPTS: tuple[frozenset[str], ...] = tuple(
    frozenset(words.split())
    for words in (
        "status state stage phase progress stat st zt ztdm statuses states stages zhuangtai jieduan jindu 状态 阶段 进度 进展",
        "type kind category cat lx fl lb leibie categories types kinds class typ leixing fenlei art arten typ typen kategorie kategorien rubrik rubriken tipo tipos categoria categorias categorie genres 类型 分类 类别 种类",
        "user users usr uid yh yhid member members person people account accounts customer customers owner yonghu author creator profile profiles who benutzer nutzer anwender utilisateur utilisateurs usuario usuarios utente utenti gebruiker gebruikers 用户 成员 账号 人员 客户 账户 谁",
        "priority prio pri yxj importance urgency youxianji priorities 优先级 重要 紧急",
        "project projects proj xm xiangmu 项目",
        "level lvl severity levels jibie 级别 等级",
        "agent bot assistant agents 智能体 机器人",
        "channel source src origin channels sources 渠道 来源",
        "team org dept department group tenant teams departments 团队 部门 组织",
        "assignee responsible staff fuzeren fzr employee employees handler crew colleagues persons people members member team_members 同事 成员 人员 负责人 员工 经手人 执行人",
        "mood emotion sentiment 心情 情绪",
        "city region area location place 城市 地区 地点",
        "lang language locale 语言",
        "tag tags label labels topic 标签 主题",
    )
)
_GENERIC = frozenset(
    "id code name dict dictionary lookup table tbl t enum enums map mapping ref refs sys list key value val label labels text desc description meta"
    " config data info item items no num codes def defs cfg main json csv db $key $value memory memories mem entry entries record records row rows lut lkp dim cn en zh zidian zd bianma bm daima dm mc mingcheng duizhao 码 表 字典 编码 枚举 对照 名称 编号".split()
)
_NAMES_LOOKUP = re.compile(
    r"(?i)dict|lookup|enum|code|mapping|(?:^|_)map(?:$|_)|(?:^|_)lut(?:$|_)|lkp|zidian|duizhao|bianma|字典|码表|枚举|对照|编码"
)
_STATE = re.compile(
    r"(?:waiting|awaiting|pending|ready|in|under|on|not|to be|being|partly|almost) [a-z]+(?: [a-z]+)?$|[待已未]\w{1,4}$|\w{1,3}中$"
)
"""Labels of states that no list of words names: `waiting for review`, `on hold`, 待确认, 排期中."""


@dataclass(slots=True)
class Dictionary:
    """Codes and labels from one table (or one family of a table of many)."""

    source: str
    table: str
    entries: dict[str, str]
    hints: frozenset[str]
    key_column: str
    label_column: str
    people: bool = False
    """Its rows are persons."""
    family: str = ""
    used_by: list[str] = field(default_factory=list)
    """`table.column` of each column that was decoded with it."""
    aliases: dict[str, str] = field(default_factory=dict)
    """Of persons: everything a person is called by in their row → the label."""
    evident: bool = False
    """Its name says that it is a lookup table, so that it is one even when nothing refers to it."""
    shared: bool = False
    """Its file holds other tables too, whose codes it explains in the first place."""

    @property
    def chinese(self) -> bool:
        """Whether most of its labels are Chinese."""
        return 2 * sum(bool(_HAN.search(label)) for label in self.entries.values()) > len(self.entries)

    @property
    def title(self) -> str:
        return (self.table or self.source) + (f"[{self.family}]" if self.family else "")


def subject_words(text: str) -> set[str]:
    """The words of a name that say what it is about, without those that any lookup table has."""
    plain = (word.rstrip("0123456789") for word in words_of(text))
    found = {word for word in plain if word and word not in _GENERIC}
    for han in (text,) if _HAN.search(text) else spelled(words_of(text)):
        found |= {word for concept in _CONCEPTS for word in concept if _HAN.search(word) and word in han}
    return found | {word[:-1] for word in found if word.endswith("s") and len(word) > 3}


def concepts_of(words: Iterable[str]) -> set[int]:
    """Which groups of words for one thing these belong to."""
    known = set(words)
    return {place for place, concept in enumerate(_CONCEPTS) if known & concept}


def dictionaries(
    table: Table, rows: Sequence[Mapping[str, Any]], profiles: Mapping[str, Profile], *, complete: bool
) -> list[Dictionary]:
    """The dictionaries that a table holds; none when it is no lookup table.

    Args:
        table: The table.
        rows: Its flattened rows.
        complete: Whether these are all its rows; a lookup table is small and read whole.
    """
    own = [c for c in profiles if not c.startswith("^") and profiles[c].filled]
    if not rows or not complete or len(own) < 2 or table.shape is Shape.LINES:
        return []
    if any(profiles[c].share(profiles[c].lists + profiles[c].objects + profiles[c].vectors) > 0.3 for c in own):
        return []
    stem = table.source.rsplit("/", 1)[-1].rsplit("!", 1)[-1].rsplit(".", 1)[0]
    people = _are_people(table, stem, own, profiles)
    if len(rows) > (_MOST_PEOPLE if people else MOST_ENTRIES) or (len(own) > 8 and not people):
        return []
    label = _label_column(own, profiles, people=people)
    family = next((c for c in own if c != label and _is_family(profiles[c], len(rows), c)), None)
    key = _key_column(own, profiles, label, family, rows)
    if label is None or key is None or ("$key" in own and key != "$key"):
        return []
    if not people and any(
        profiles[c].sentences > 0.3 * profiles[c].filled
        for c in own
        if c not in (label, key) and profiles[c].mean_length > 25
    ):
        return []
    if key == "$key" and not _holds_codes(rows, table.name or stem):
        return []
    base = subject_words(stem) | subject_words(table.name) | subject_words(key) | subject_words(label)
    evident = bool(_NAMES_LOOKUP.search(table.name) or _NAMES_LOOKUP.search(stem))
    found: dict[str, dict[str, str]] = {}
    for values in rows:
        if is_empty(values.get(key)) or is_empty(values.get(label)):
            continue
        group, code = as_key(values.get(family)) if family else "", as_key(values[key])
        if key == "$key" and "." in code:
            group, _, code = code.rpartition(".")
        found.setdefault(group, {})[code] = as_key(values[label])
    return [
        Dictionary(
            source=table.source,
            table=table.name,
            entries=entries,
            hints=frozenset(base | subject_words(group) | _value_hints(entries.values())),
            key_column=key,
            label_column=label,
            people=people,
            aliases=_aliases(rows, profiles, own, label) if people else {},
            family=group,
            evident=evident,
        )
        for group, entries in found.items()
        if len(entries) >= 1
    ]


def _aliases(
    rows: Sequence[Mapping[str, Any]], profiles: Mapping[str, Profile], columns: Sequence[str], label: str
) -> dict[str, str]:
    """Every id, login, name and address that belongs to one person alone; short numbers are ids of anything."""
    naming = [
        c
        for c in columns
        if profiles[c].distinct_share > 0.99 and profiles[c].mean_length <= 48 and not profiles[c].sentences
    ]
    found: dict[str, str] = {}
    for values in rows:
        if is_empty(values.get(label)):
            continue
        for column in naming:
            said = as_key(values.get(column)) if not is_empty(values.get(column)) else ""
            if said and not (said.isdigit() and len(said) < 4):
                found[said] = as_key(values[label])
    return found


def _holds_codes(rows: Sequence[Mapping[str, Any]], name: str) -> bool:
    """Whether the keys of a settings object are codes of something, and the values their labels."""
    pairs = [
        (as_key(row.get("$key")).rpartition(".")[2], as_key(row.get("$value", row.get("text", "")))) for row in rows
    ]
    if any(len(label) > 24 or label.replace(".", "").isdigit() or "/" in label for _, label in pairs):
        return False
    short = sum(code.isdigit() or len(code) <= 3 for code, _ in pairs)
    named = bool(_NAMES_LOOKUP.search(name)) or bool(concepts_of(subject_words(name)) - {2})
    families = {as_key(row.get("$key")).rpartition(".")[0] for row in rows}
    return short >= 0.8 * len(pairs) or (named and len(pairs) >= 3) or (len(families) > 1 and short >= 0.5 * len(pairs))


def _are_people(table: Table, stem: str, columns: Sequence[str], profiles: Mapping[str, Profile]) -> bool:
    named = subject_words(table.name) or subject_words(stem)
    if 2 not in concepts_of(named):
        return False
    if concepts_of(named) & {0, 1, 3} or _KEPT_OF_PEOPLE.search(table.name or stem):
        return False
    if _is_pair(columns):
        return False  # what is kept under keys of one user, or of each
    if any(_REMARKS.intersection(words_of(c)) and profiles[c].share(profiles[c].phrases) > 0.5 for c in columns):
        return False  # somebody wrote about them: contacts of the user, not users of the tool
    return not any(name_scores(c).get(Role.TEXT, 0) >= 0.8 or _is_written(profiles[c]) for c in columns)


_KEPT_OF_PEOPLE = re.compile(
    r"(?i)memor(?:y|ies)|pref(?:erence)?s?(?:$|[\W_])|notes?(?:$|[\W_])|habits?|settings?|tastes?"
    r"|记忆|偏好|喜好|爱好|习惯|笔记|备忘|待办|任务|画像|设置|pianhao|xihao|xiguan|jiyi|biji|huaxiang|shezhi"
)
"""What tools keep of their users, in tables that are no lists of users."""


def _is_pair(columns: Sequence[str]) -> bool:
    """Whether two columns are called a key and its value."""
    return all(any(name_scores(c).get(role, 0.0) >= 0.9 for c in columns) for role in (Role.KEY, Role.VALUE))


_REMARKS = frozenset("comment comments remark remarks note notes relation relationship beizhu 备注 说明 关系".split())


def _is_written(profile: Profile) -> bool:
    """Whether people wrote remarks into a column, rather than names and addresses."""
    return profile.share(profile.sentences) > 0.3 or (
        profile.is_text > 0.6 and profile.han > 0 and profile.mean_length >= 9
    )


def _label_column(columns: Sequence[str], profiles: Mapping[str, Profile], *, people: bool) -> str | None:
    best, best_score = None, 0.0
    for column in columns:
        p = profiles[column]
        if (
            p.share(p.strings) < 0.9
            or p.mean_length > 30
            or p.share(p.sentences) > 0.15
            or p.share(p.ids + p.digits + p.urls) > 0.4
        ):
            continue
        if p.filled < 0.8 * p.rows or p.distinct_share < (0.5 if people else 0.6):
            continue
        names = name_scores(column)
        words = words_of(column)
        score = 0.4 + 0.4 * names.get(Role.TITLE, 0) + 0.2 * p.share(p.han)
        if people and words and words[-1] in ("username", "handle", "login", "nickname", "nick", "account"):
            score += 0.25
        if (
            words
            and words[-1]
            in (
                "label",
                "lbl",
                "name",
                "nm",
                "mc",
                "text",
                "title",
                "desc",
                "meaning",
                "cn",
                "zh",
                "display",
                "value",
                "description",
            )
        ) or any(w in column for w in ("名", "含义", "说明", "标签")):
            score += 0.3
        if p.mean_length <= 2:
            score -= 0.5  # one or two signs are a code, whatever the column is called
        if words and words[-1] in (
            "code",
            "cd",
            "bm",
            "dm",
            "key",
            "id",
            "color",
            "colour",
            "email",
            "icon",
            "abbr",
            "slug",
        ):
            score -= 0.5
        if score > best_score + 1e-9:
            best, best_score = column, score
    return best


def _is_family(profile: Profile, rows: int, column: str) -> bool:
    words = words_of(column)
    named = (
        any(
            w in ("type", "dict", "family", "group", "category", "kind", "domain", "field", "enum", "class", "table")
            for w in words
        )
        or "类" in column
    )
    return (
        named
        and rows >= 4
        and 1 <= profile.distinct <= rows // 2
        and profile.filled >= 0.95 * rows
        and profile.share(profile.strings) > 0.9
    )


def _key_column(
    columns: Sequence[str],
    profiles: Mapping[str, Profile],
    label: str | None,
    family: str | None,
    rows: Sequence[Mapping[str, Any]],
) -> str | None:
    best, best_score = None, 0.0
    for place, column in enumerate(columns):
        p = profiles[column]
        if (
            column in (label, family)
            or p.filled < 0.98 * p.rows
            or p.share(p.phrases) > 0.1
            or p.fractions
            or p.vectors
            or p.lists
            or p.blobs
            or (p.mean_length > 4 and p.share(p.numbers + p.digits + p.ids + p.slugs + p.han) < 0.8)
        ):
            continue
        if family is None and p.distinct < 0.99 * p.filled:
            continue
        if family is not None and len({(as_key(r.get(family)), as_key(r.get(column))) for r in rows}) < 0.99 * len(
            rows
        ):
            continue
        words = words_of(column)
        score = 1.0 - 0.05 * place + 0.5 * name_scores(column).get(Role.ID, 0)
        if (
            (words and words[-1] in ("code", "cd", "bm", "dm", "key", "val", "value", "no"))
            or "码" in column
            or column == "$key"
        ):
            score += 0.45
        if words and words[-1] in ("order", "sort", "seq", "color", "email", "phone"):
            score -= 0.8
        if score > best_score:
            best, best_score = column, score
    return best


def _value_hints(labels: Iterable[str]) -> set[str]:
    """What the labels themselves say they are labels of."""
    given = [label.strip().lower() for label in labels]
    if not given:
        return set()
    hints = set()
    if sum(label.replace(" ", "_") in TASK_STATES or bool(_STATE.match(label)) for label in given) >= 0.5 * len(given):
        hints.add("status")
    if sum(label in RANKS for label in given) >= 0.5 * len(given):
        hints.add("priority")
    if sum(type_of_kind(label) not in (None, "vague") for label in given) >= 0.5 * len(given):
        hints.add("type")
    return hints
