"""Words that say how something is told and not what it is about: no topic is made of them where there are others."""

from __future__ import annotations

import re
from typing import Final

FRAMING_ENGLISH: Final = frozenset(
    """
    able above according add added after again against ago allow allowed almost along already although always another anyone
    anything ask asked asks avoid away back bad because become been before begin beginning behind below best better big bit
    bring called case change changed changes check checked close come comes could date day days dear decide decided different
    done early easily easy else end enough especially even ever every everyone everything example exactly expect fast faster
    fastest few final finally find fine first follow following former found free full fully general get gets getting give given
    gives go goes going good got great half hand happen happened happens hard hate hates help helps high hold hope however idea
    important instead issue item keep keeps kept kind know known knows large last late later learn learned learnt least leave
    less lesson let likely liked likes little live long look looking lot love loves made main make makes making many matter may
    maybe mean means mention mentioned method mind mine moment month months move much need needed needs never new next nice
    noted nothing now number often old once only open order others otherwise out over own part past people perhaps place plan
    planned please point possible prefer preference preferred prefers problem project properly put question quick quickly
    quite rather real really reason remember reminder require required right rule rules said same save say says second see
    seems send set several shall short show simple since situation slow small solution something sometimes soon start started
    state status stay step steps still stop sure take taken takes task tell thing things think three thumb time times today
    together told tomorrow too took top toward tried trick try trying turn turns two type under unless until update updated
    upon use used useful user users uses using usually version want wanted wants way ways week weeks well while whole without
    wonder work worked working works worth would wrong year years yes yesterday yet
    """.split()
)
"""Case-folded. Verbs and adjectives of any sentence, what introduces a rule, a wish or a lesson."""

_HAN: Final = (
    "用户 喜欢 不喜欢 讨厌 偏好 希望 想要 想 要求 需要 必须 应该 应当 不要 不能 不会 不想 不得 可能 最好 尽量 一定 总是 从不 永远 一律 "
    "记住 记得 牢记 注意 切记 经验 教训 技巧 心得 窍门 方法 办法 流程 步骤 规则 规矩 习惯 提醒 备注 说明 "
    "如果 若是 若 当 一旦 遇到 碰到 每次 每当 要是 凡是 的时候 时候 之前 之后 以前 以后 不然 否则 因为 所以 但是 然后 先 再 就 才 也 都 还 会 要 "
    "状态 进度 下一步 优先级 负责人 截止 已完成 进行中 待办 完成 使用 进行 采用 通过 没有 觉得 认为 知道 听起来像 听起来 看起来像 看起来 看上去 好像 似乎 也许 大概 其实 不过 而且 "
    "今天 昨天 明天 现在 目前 最近 提到 时 把 被 让 给 对 用 从 到 向 上 下 里 中 后 前 个 次 条 很 最 更"
).split()
_WORD = "|".join(sorted(_HAN, key=len, reverse=True))
FRAMING_CHINESE: Final = re.compile(
    rf"(?P<telling>(?:(?!{_WORD}).){{2,}})|(?P<framing>..+?(?=$)|(?:{_WORD}|.)+?(?=(?:(?!{_WORD}).){{2,}}|$))"
)
"""Cuts a run of Han at such words, into stretches that tell something and those that do not."""
