"""Who the old agent served, with whom, on what, and when. All names are made up."""

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

_FIRST = (
    "Ines Marek Tuva Oskar Leila Piotr Nadia Ruben Sanne Emil Greta Tomas Alma Jonas Freya Bruno Wanda Felix Odile Anton "
    "Carla Henrik Yasmin Lukas Petra Milan Sofie Karel Hanne Dario Elin Viktor Noemi Stefan Britta Ilan"
).split()
_SURNAME = "林周沈陆顾许韩邵贺程方孟唐秦白江温叶夏汪"
_GIVEN = "小满 知遥 一帆 雨桐 子墨 若溪 明远 安然 思齐 晓岚 书言 景行 念慈 云舒 嘉树 清和 望舒 星野 予安 南乔 沐阳 可心".split()
_PINYIN = {
    "林": "lin", "周": "zhou", "沈": "shen", "陆": "lu", "顾": "gu", "许": "xu", "韩": "han", "邵": "shao", "贺": "he",
    "程": "cheng", "方": "fang", "孟": "meng", "唐": "tang", "秦": "qin", "白": "bai", "江": "jiang", "温": "wen",
    "叶": "ye", "夏": "xia", "汪": "wang",
}  # fmt: skip
_ADJECTIVE = (
    "Amber Blue Quiet Copper Northern Silver Paper Little Rapid Velvet Winter Hidden Stone Golden Distant".split()
)
_NOUN = "Heron Harbour Lantern Meadow Compass Orchard Signal Bridge Kite Anvil Pebble Comet Thicket Ferry Gable".split()
_ZH_FIRST = "青鹭 云帆 晨星 银杏 远山 灯塔 海棠 流萤 白鹿 石榴 北斗 松果 墨竹 飞鱼 秋水".split()
_ZH_LAST = "项目 计划 平台 工程 系统".split()
_HOST = "atlas birch cedar delta ember fjord grove heath islet jetty knoll ledge".split()
_AGENT = "Pilot Moth Sextant Ferret Quill Beacon Tinder Wren Marlin Juno Pixel Tapir".split()
_NICK = "Joy Ray Vera Leo Mia Kit Dora Max Iris Theo".split()


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """One person who used the agent, in the forms in which tables name people."""

    handle: str
    uid: str
    number: int
    name: str
    email: str

    def form(self, form: str) -> str | int:
        """This user as a table writes it; `form` is the name of a field."""
        value: str | int = getattr(self, form)
        return value

    def scopes(self) -> list[str]:
        """Every scope that a reader who knows the table of users could name."""
        return [f"user:{value}" for value in (self.handle, self.uid, self.number, self.name, self.email)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """The people, projects, machines and months of one world."""

    agent: str
    me: dict[str, str]
    """The main user's display name by language."""
    nick: str
    users: tuple[User, ...]
    """The main user first, then the others in the household or team."""
    people: dict[str, tuple[str, ...]]
    projects: dict[str, tuple[str, ...]]
    hosts: tuple[str, ...]
    start: datetime
    """First moment of the three months, UTC."""

    def moment(self, rng: random.Random) -> datetime:
        """A moment within the three months, mostly in waking hours, with microseconds."""
        day = self.start + timedelta(days=rng.randrange(92))
        hour = rng.choice((rng.randrange(24), rng.randrange(7, 23), rng.randrange(7, 23)))
        return day + timedelta(hours=hour, seconds=rng.randrange(3600), microseconds=rng.randrange(1_000_000))


_FAMILY = (
    "Aldous Bergman Castell Dufour Ekholm Farrow Giordano Halvorsen Ibarra Jansen Kessler Lindqvist Moreau Novak Okafor Petrov "
    "Quist Rossi Sandberg Thorne Ulrich Varga Weller Zielinski"
).split()


def stranger(rng: random.Random, lang: str) -> str:
    """A full name that need not belong to the cast."""
    if lang == "zh":
        return rng.choice(_SURNAME) + rng.choice(_GIVEN)
    return f"{rng.choice(_FIRST)} {rng.choice(_FAMILY)}"


def cast_for(rng: random.Random) -> Cast:
    """Draw one world's cast."""
    english = rng.sample(_FIRST, 16)
    chinese = [surname + rng.choice(_GIVEN) for surname in rng.sample(_SURNAME, 15)]
    projects = [f"{left} {right}" for left, right in zip(rng.sample(_ADJECTIVE, 8), rng.sample(_NOUN, 8), strict=True)]
    zh_projects = [first + rng.choice(_ZH_LAST) for first in rng.sample(_ZH_FIRST, 8)]
    users = tuple(_user(rng, index, english[index], chinese[index]) for index in range(rng.randint(3, 5)))
    start = datetime(2024, 6, 1, tzinfo=UTC) + timedelta(days=rng.randrange(760))
    return Cast(
        agent=rng.choice(_AGENT),
        me={"en": english[0], "zh": chinese[0]},
        nick=rng.choice(_NICK),
        users=users,
        people={"en": tuple(english[5:]), "zh": tuple(chinese[5:])},
        projects={"en": tuple(projects), "zh": tuple(zh_projects)},
        hosts=tuple(f"{host}-{rng.randint(1, 29)}" for host in rng.sample(_HOST, 6)),
        start=start,
    )


def _user(rng: random.Random, index: int, english: str, chinese: str) -> User:
    handle = rng.choice(
        (english.lower(), f"{_PINYIN[chinese[0]]}.{english.lower()}", f"{english.lower()}{rng.randint(2, 98)}")
    )
    return User(
        handle=handle,
        uid=f"{rng.choice(('u', 'usr_', 'U-'))}{rng.randint(1000, 9899) + index}",
        number=rng.randint(10_000, 98_000) + index,
        name=chinese,
        email=f"{handle}@example.{rng.choice(('org', 'com', 'net'))}",
    )
