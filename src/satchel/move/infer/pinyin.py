"""Names of columns in pinyin, read back as the Chinese words that they spell."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice, product
from typing import Final

from satchel.move.infer.name_words import HAN, HAN_TIME

_SPELLINGS: Final = (
    "ban办版 bao保 bei备背 ben本 bi笔 bian变编 biao标表 bie别 bu步补部 can参 cang仓 chan产 chang场长 cheng成称程 chong充重"
    " chu出除 chuang创 chuo戳 ci次词 cun存 da大答 dai代待 dang档 dao到导道 de的 deng登等 di地 dian点 dong动 du度 duan段"
    " dui堆对队 e额 fa发法 fan返 fang方访 fei废 fen份分 feng风 fou否 fu复服父负 gai改 ge格 gen跟 geng更 gong工 guan关 gui归"
    " guo果过 ha哈 hao号耗 hou后 hu户 hua划话 hui会回 huo活 ji急机级计记辑 jia价加 jian件建键间 jiao教角校 jie截接结解阶"
    " jin紧近进金 jing径景经 jiu旧 ju句据 jue决角 kai开 ke刻可客 ku库 kuai块 kuo扩 lai来 lan览 lei类 li例理立 lian联链"
    " liang量 liao聊 lie列 ling令 liu流留 lu录路 lv率 men门 miao描秒 ming名命明 mo模 mu目 nei内 neng能 pai牌 pei配"
    " pin品频 ping平 qi器期 qian嵌签 qing情请 qiu求 qu区取渠 quan权 que确 ren人任 ri日 rong容 ru入 sai塞 se色 shan删 shang上"
    " she设 shei谁 sheng生 shi事使失始实时是示识试 shou手 shu书属数束输述 shui谁水 shuo说 song送 suo所 tai台态 ti体提题 tian天添"
    " tiao条 tong同 tuan团 wan完晚 wen文纹问 wu务物 xi希息系 xia下 xian先线限险 xiang向响相详项 xiao小效消 xie写 xin信新"
    " xing型姓性行醒 xiu修 xu序续 xun训 yan严言验 yao要 yi一依已忆意移 yin因引 ying应影 yong用 you优有 yu与于语预 yuan元原员源"
    " yun运 ze责 zeng增 zhai摘 zhan展栈 zhang账 zhe者 zheng正 zhi值址志执指智止织置质 zhong中种重 zhu主助注 zhuang状 zi子字"
    " zu租组阻 zui最 zuo作"
)
"""Syllable without tone, then the signs of `name_words.HAN` that are read so."""
_LONGEST = 40
_FEWEST_LETTERS = 4
"""Fewer spell too much by chance."""
_MOST_READINGS = 4


def _readings_of_signs() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for group in _SPELLINGS.split():
        syllable = "".join(char for char in group if char.isascii())
        for sign in group[len(syllable) :]:
            found.setdefault(sign, []).append(syllable)
    return found


def _spelled_words() -> dict[str, tuple[str, ...]]:
    """Pinyin without blanks → the Chinese words that are read so."""
    signs = _readings_of_signs()
    found: dict[str, tuple[str, ...]] = {}
    words = dict.fromkeys([*(word for listed in HAN.values() for word in listed.split()), *HAN_TIME])
    for word in words:
        for reading in product(*(signs.get(sign, ()) for sign in word)):
            spelled = "".join(reading)
            found[spelled] = (*found.get(spelled, ()), word)
    return found


_WORDS: Final = _spelled_words()


@lru_cache(maxsize=4096)
def spelled(name: tuple[str, ...]) -> tuple[str, ...]:
    """The Chinese names that the words of a name spell: `jilu_shijian` → 记录时间; empty where it is no pinyin.

    All letters must belong to words that columns are called by. Words that sound alike are all given, at most four.
    """
    letters = "".join(word for word in name if not word.isdigit())
    if not _FEWEST_LETTERS <= len(letters) <= _LONGEST or not letters.isascii() or not letters.isalpha():
        return ()
    # Of the ways to spell the letters up to each place, the one of fewest words: its length, and its words.
    best: dict[int, tuple[int, tuple[str, ...]]] = {0: (0, ())}
    for end in range(1, len(letters) + 1):
        ways = [(best[at][0] + 1, at) for at in range(end) if at in best and letters[at:end] in _WORDS]
        if ways:
            count, at = min(ways)
            best[end] = count, (*best[at][1], letters[at:end])
    if len(letters) not in best:
        return ()
    choices = product(*(_WORDS[word] for word in best[len(letters)][1]))
    return tuple("".join(choice) for choice in islice(choices, _MOST_READINGS))
