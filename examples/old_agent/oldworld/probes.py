"""The three questions: memories planted so that each has one right answer, and the words to ask with."""

from .entries import Entry, World
from .text import squeeze

TABLE_QUERY = "表格里可以写英文吗"

_TABLES = (
    "{me}(不喜欢|很不喜欢|不爱)在表格里(看到|见到|读)英文",
    "用户(讨厌|反感|受不了)表格里(出现|夹着|冒出)英文(单词|缩写|)，(要全部换成中文|都得换成中文)",
    "表格(一律|必须|只能)写中文，(不要|别)夹英文，{me}看着(难受|费劲)",
    "做表格(的时候|时)(别|不要)写英文，{me}说(了两遍|过好几次)",
    "{me}要求表格里的英文都翻成中文，英文(表头|缩写|列名)也不行",
    "用户看到表格里有英文就会(退回|不看)，只(收|认)中文的",
    "给{me}的表格里不能有英文，{doc}除外",
    "凡是表格，{me}都(不接受|不收)英文，(列名|表头)也要中文",
    "表格里一(见|看到)英文，{me}就(皱眉|要求重做)，请用中文",
)

_ENGLISH = (
    (
        "what does the user drink before the first meeting",
        "Before the first meeting the user drinks (nothing but|only) {drink}( and {drink}|), (never|no) soda.",
    ),
    (
        "may I put emoji into commit messages",
        "Commit messages (stay|must be) free of emoji; (the user|{me}) (rejects|reverts) every emoji (in them|there).",
    ),
    (
        "which seat should I book on a night train",
        "On a night train {me} wants the (lower|upper) berth seat (next to|far from) the door.",
    ),
    (
        "how should invoices be named",
        "Invoices should be named by customer and (month|quarter), (never|not) by number alone, or {me} cannot find them.",
    ),
    (
        "does the user like surprise calls from suppliers",
        "Surprise calls from suppliers (annoy|irritate) {me}; (they should|let them) write to {channel} first.",
    ),
    (
        "how long may a stand-up talk be",
        "A stand-up talk (longer than|above) {n1} minutes (tires|bores) {me}; keep it (shorter|below).",
    ),
    (
        "what colour should the dashboard warnings have",
        "Dashboard warnings should have the colour (orange|violet|amber), {me} cannot (stand|bear) red there.",
    ),
)

_STATE = {
    "en": ("what is the state of: {}", "how far along is {}", "status and next step of {}"),
    "zh": ("{}现在什么状态", "{}进展如何", "{}做到哪一步了，下一步是什么"),
}


def planted(world: World) -> list[Entry]:
    """The memories that answer the Chinese and the English question, to be hidden in one of the sources."""
    rng = world.rng
    chinese = world.speech.fixed(rng.choice(_TABLES), "preference", "zh")
    query, pattern = rng.choice(_ENGLISH)
    english = world.speech.fixed(pattern, "preference", "en")
    entries = [world.entry(chinese, users=0.5, probe="tables"), world.entry(english, users=0.5, probe=query)]
    rng.shuffle(entries)
    return entries


def ask(world: World) -> None:
    """Write the three questions into the truth, once all sources are made."""
    for name, line in world.answers.items():
        if name == "tables":
            world.ledger.probe(query=TABLE_QUERY, memory=line, about="a preference, in Chinese")
        else:
            world.ledger.probe(query=name, memory=line, about="a preference, in English")
    line, subject = _only_one(world)
    query = world.rng.choice(_STATE[str(line["lang"])]).format(subject)
    world.ledger.probe(query=query, memory=line, about="the state of a task")


def _only_one(world: World) -> tuple[dict[str, object], str]:
    """A task whose subject no other memory repeats, so that the question about it has one answer."""
    texts = [squeeze(str(line["text"])) for line in world.ledger.memories]
    candidates = [
        (line, subject) for line, subject in world.askable if sum(squeeze(subject) in text for text in texts) == 1
    ]
    return world.rng.choice(candidates)
