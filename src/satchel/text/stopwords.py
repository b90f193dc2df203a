"""Words that ask or bind and say nothing about what is asked. They are dropped from queries, never from the index."""

from __future__ import annotations

import re

ENGLISH = frozenset(
    """
    a about again all also am an and any are as at be because been before being both but by can cannot cant could
    couldnt did didnt do does doesnt doing done dont each either every few for from had has hasnt have havent having he
    hed her here hers herself hes him himself his how i id if ill im in into is isnt it its itself ive just lets like
    may me might more most much must my myself no nor not of on once only or other our ours ourselves please shall she
    should shouldnt so some such tell than that thats the their theirs them themselves then there theres these they
    theyre this those through to too under until up upon us very was wasnt we were werent what whats when where which
    while who whom whose why will with wont would wouldnt yes you your youre yours yourself yourselves
    """.split()
)
"""Case-folded, without apostrophes, accents and stems."""

_PROTECTED = (
    "目的 的确 的士 标的 了解 了结 了断 了不起 为了 除了 明了 罢了 自我 忘我 我国 他人 其他 吉他 人们 哥们 "
    "于是 但是 可是 还是 总是 就是 要是 或是 凡是 是非 存在 现在 正在 实在 所在 潜在 旨在 好在 在线 在职 在校 在读 内在 自在 "
    "在乎 在意 呢绒 毛呢 酒吧 吧台 网吧 贴吧 哪吒 请求 请假 请教 请柬 请帖 邀请 申请 聘请 请客 宴请 几何 几乎 茶几 "
    "和平 和谐 和解 和睦 温和 暖和 总和 共和 柔和 饱和 和尚 和服 和牛 参与 涉及 及时 及格 普及 埃及 来不及 来得及 刹那"
).split()
_FUNCTION = (
    "为什么 什么时候 什么样 怎么样 怎么办 是什么 有什么 什么 甚么 怎么 怎样 如何 为何 何时 何地 多少 几个 几点 几时 "
    "哪里 哪儿 哪个 哪些 哪位 哪种 哪天 哪年 哪 谁 是不是 有没有 能不能 可不可以 会不会 要不要 是否 能否 可否 "
    "请问 请 告诉我 告诉 帮我 想知道 知不知道 你知道 记得吗 还记得 有哪些 有几 几 "
    "我们 你们 他们 她们 它们 咱们 我 你 您 他 她 它 这个 那个 这些 那些 这里 那里 这样 那样 这 那 "
    "的 了 吗 呢 吧 啊 呀 嘛 么 们 是 在 和 与 及 以及 或者 关于 一下 一个 可以"
).split()
_CHINESE = re.compile(
    "(" + "|".join(sorted(_PROTECTED, key=len, reverse=True)) + ")|"
    "(?:" + "|".join(sorted(_FUNCTION, key=len, reverse=True)) + ")"
)


def content_runs(run: str) -> list[str]:
    """Cut a run of Han characters at its question and function words.

    Args:
        run: Folded text of one CJK run.

    Returns:
        What stands between them, in order; empty when nothing else is there. 我喜欢喝什么茶 gives 喜欢喝 and 茶.
    """
    return [piece for piece in _CHINESE.sub(lambda found: found[1] or " ", run).split(" ") if piece]
