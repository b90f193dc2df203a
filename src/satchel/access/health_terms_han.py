"""Terms without one of which a Chinese text says nothing about health."""

from __future__ import annotations

import re
from typing import Final

from satchel.access.scan import Scan

_TERMS: Final = (
    "病|癌|症|炎|过敏|過敏|药|藥|孕|抑郁|抑鬱|瘤|疗|療|诊|診|手术|手術|住院|血压|血壓|血糖|血脂|血型|尿酸|胆固醇|哮喘|中风|脑梗|癫痫|癲癇|失眠|头痛|頭痛|痛风|痛風|突出|骨折|溃疡|结石|甲亢|甲减|甲状腺|贫血|湿疹|麻疹|癜|狼疮|结核|新冠|痴呆|帕金森|硬化|唐氏|肌瘤|多囊|月经|痛经|更年期|流产|早产|试管|白内障|青光眼|色盲|色弱|耳鸣|耳聋|残疾|截肢|瘫痪|轮椅|呼吸暂停|不耐|血栓|曲张|自残|自杀|酗酒|戒酒|戒毒|痔疮|疝|膝盖|受过伤|旧伤|助听器|耳蜗|假肢|义肢|腰|肾|肺|发烧|高烧|胃镜|肠镜|活检|晕车|晕船|视力|身体不|眼睛不|胃不好|心脏|肝|透析|移植|搭桥|支架|起搏器|心理|精神科|康复|复健|扭伤|拉伤|摔断|崴|石膏|胰岛素|胶囊|激素|抗生素|褪黑素|他汀|阿司匹林|双胍|西林|西汀|普兰|拉法辛|氮平|硫平|哌唑|丙戊酸|西泮|唑仑|克隆|哌甲酯|莫西汀|地平|沙坦|洛尔|倍他乐克|法林|沙班|格雷|优甲乐|尼松|蝶呤|拉唑|布洛芬|氨基酚|头孢|青霉素|雷他定|西替利嗪|沙丁胺醇|舒利迭|吸入器|嘌醇|布司他|秋水仙碱|格鲁肽|维A酸|毓婷|百忧解|专注达|碳酸锂|ADHD|HIV|艾滋|疱疹|梅毒|怀了|懷了|预产期|坐月子|哺乳|双相|障碍|静脉|半月板|韧带|螺杆菌|近视|散光|老花|视网膜|听力|先天性|桥本|蚕豆|转氨酶|甘油三酯|糖化|惊恐|肌酐|尿蛋白|血红蛋白|TSH|阳性|度，|烧到|39度|38度|麻痹|听不见|耳背|拄拐|不便|失明|看不见|剖腹产|剖宫产|顺产|孕反|谱系|双相|结节|息肉|扭了|便秘|腹泻|间隔缺损|思瑞康|月经|前列腺|幽闭|弱视|牙周|智齿|褥疮|卧床|术后|脚气|脱发|恐惧|锥切|流感|甲流|发热|低烧|发烧|囊肿|心肌|早搏|面瘫|三叉|肩周|腱鞘|筋膜|滑膜|脊柱|口吃|智力|脑瘫|抽动|眩晕|耳石|水痘|手足口|腮腺|中耳炎|宫外孕|闭经|白带|HPV|痘痘|痤疮|渐冻|血友|地中海贫血|侧弯|厌食|暴食|失忆|癔症|PTSD|OCD|BPD|IBS|PCOS|GERD|COPD|SLE|磨玻璃|视障|听障|聋哑|盲人|聋人|残障|肢残|头晕|胸闷|心慌|咳血|便血|尿血|拉肚子|上吐下泻|晕倒|晕厥|昏迷|骨裂|开刀|吊瓶|吊针|点滴|输液|ICU|扁桃体|溃疡|心动过|窦性|积液|偏瘫|半身不遂|截瘫|肌无力|萎缩|骨刺|唐筛|羊穿|黄体酮|心律|心率不|肿块|结扎|人流|药流|宫缩|羊水|胎停|化验|处方|过敏"
).split("|")
_COMMON: Final = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运笔"
"""The commonest characters, commonest first: poor hints."""


def _telling(term: str) -> str:
    """The rarest character of a term."""
    return max(term, key=lambda char: _COMMON.find(char) if char in _COMMON else len(_COMMON))


def _by_char() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for term in _TERMS:
        found.setdefault(_telling(term), []).append(term.lower())
    return found


_BY_CHAR: Final = _by_char()
HINTS: Final = frozenset(_BY_CHAR)
"""Characters without one of which a Chinese text says nothing about health."""
_HINT: Final = re.compile(f"[{''.join(sorted(HINTS))}]")


def has_health_term(text: str) -> bool:
    """Whether a text, or a part of one, has any of the terms."""
    chars = set(_HINT.findall(text))
    if not chars:
        return False
    lower = text.lower()
    return any(term in lower for char in chars for term in _BY_CHAR[char])


def health_hints_han(scan: Scan) -> list[str]:
    """The terms that a text has."""
    return [term for char in set(_HINT.findall(scan.text)) for term in _BY_CHAR[char] if term in scan.lower]
