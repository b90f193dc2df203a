"""What is told of a person that only one value can hold of: where they live, whether they eat meat, how many children they have.

A trait is read from any clause of a text, so that "Home is Porto, the user likes the sea" and "lives in Basel near the zoo" meet.
"""

from __future__ import annotations

import re
from typing import Final

_SHORT: Final = r"(?P<v>[^\s,;:.!?()，。；：！？（）]+(?: [^\s,;:.!?()，。；：！？（）]+){0,2})"
_HAN_SHORT: Final = r"(?P<v>[^，。；：！？（）、的,.;]{2,8})"
_TRAITS: Final = tuple(
    (name, value, re.compile(pattern))
    for name, value, pattern in (
        ("home", None, rf"\b(?:lives?|living|resides?|based|settled) (?:\w+ )?in {_SHORT}|\bhome is (?:in )?{_SHORT.replace('?P<v>', '')}|\bmoved to {_SHORT.replace('?P<v>', '')}"),
        ("home", None, rf"(?:住在|家在|家住|定居在?|现居|居住在|常住|搬到了?|搬去了?|搬进了?){_HAN_SHORT}"),
        ("diet", "vegetarian", r"\b(?:vegetarian|vegan|meat-free|plant-based)\b|\b(?:does(?: not|n't)|do(?: not|n't)|never|no longer) eats? (?:any )?(?:meat|animals)|\bno meat\b|吃素|素食|不吃肉|不沾荤|不碰肉"),
        ("diet", "meat", r"\b(?:steaks?|beef|pork|lamb|bacon|ribs|sausages?|burgers?|brisket|barbecue|bbq|chicken wings|schnitzel)\b|(?<!not )(?<!n't )\beats? (?:red )?meat\b|牛排|羊排|烤肉|排骨|红烧肉|烤羊|牛肉|猪肉|羊肉|火锅|五花肉|炸鸡|吃肉|无肉不欢"),
        ("marital", "single", r"\b(?:is|am|i'm|still|was) single\b|\bbachelor\b|\bunmarried\b|\bnever (?:been )?married\b|单身|未婚|没结婚|没有结婚|没对象"),
        ("marital", "married", r"\bmarried\b|\b(?:user's|my|his|her|their|the) (?:wife|husband|spouse)\b|已婚|结婚|妻子|丈夫|老婆|老公|太太|爱人"),
        ("children", "none", r"\b(?:no|without|not have|n't have any) (?:children|kids)\b|\bchildless\b|没有孩子|没孩子|没有小孩|没有子女|丁克|无子女|没有生育"),
        ("children", "some", r"\b(?:has|have|raising|mother of|father of|parent of) (?:\w+ ){0,3}(?:children|kids|sons?|daughters?|boys|girls|twins)\b|\b(?:user's|my|our) (?:\w+ )?(?:son|daughter|kids|children|twins)\b|儿子|女儿|孩子(?!们?(?:气|王))"),
        ("siblings", "none", r"\bonly child\b|\bno (?:siblings|brothers|sisters)\b|独生|没有兄弟姐妹"),
        ("siblings", "some", r"\b(?:brothers?|sisters?|siblings?|eldest of|youngest of|twin)\b|哥哥|弟弟|姐姐|妹妹|排行|老大|双胞胎"),
        ("driving", "no", r"\b(?:no|not have a|n't have a|without a) (?:driver'?s?|driving) licen[cs]e\b|\b(?:can't|cannot|can not|does(?: not|n't)|never learned to) drive\b|没有驾照|没驾照|不会开车|没有驾驶证|没学过开车|没考驾照"),
        ("driving", "yes", r"\bdrives? (?:to|his|her|their|a|the|home)\b|\bcommutes? by car\b|开车上下班|开车上班|开车去|自己开车|自驾|开车接|开车送|驾龄"),
        ("alcohol", "no", r"\b(?:teetotal\w*|sober)\b|\b(?:no|never drinks?|n't drink|not drink|n't touch) (?:any )?alcohol\b|\bnever drinks\b|滴酒不沾|不喝酒|戒酒|不碰酒|不饮酒"),
        ("alcohol", "yes", r"\b(?:beers?|wine|whisk(?:e)?y|cocktails?|gin|pint|pints|bourbon|rum)\b|啤酒|红酒|白酒|威士忌|黄酒|葡萄酒|小酌|喝两杯"),
        ("smoking", "no", r"\b(?:non-smoker|never smoked|does(?: not|n't) smoke|quit smoking|stopped smoking)\b|不抽烟|不吸烟|戒烟|从不抽烟"),
        ("smoking", "yes", r"\bsmokes\b|\bpack a day\b|\b(?:a|heavy) smoker\b|每天一包烟|抽烟(?!的)|烟瘾"),
        ("allergy", "none", r"\bno (?:known )?(?:food )?allerg|\bnot allergic\b|\bn't allergic\b|\bno allergies\b|没有(?:任何)?(?:食物|药物)?过敏|不过敏|无过敏|从不过敏"),
        ("allergy", "some", r"(?<!not )(?<!n't )\ballergic to\b|(?<!no )(?<!food )\ballergy\b|(?<!不)(?<!没有)(?<!任何)(?<!食物)过敏"),
        ("degree", "none", r"\bdropped out\b|\bnever (?:been to|went to|attended) (?:a )?(?:university|college)\b|\bno degree\b|没上过大学|没有上过大学|高中没读完|辍学|没读过大学|没念过大学"),
        ("degree", "some", r"\b(?:studies|studying|studied|graduated|degree|bachelor'?s|master'?s|phd|semester|majors?|majored)\b|本科|硕士|博士|大学毕业|毕业于|研究生|念大学|读大学"),
        ("birthday", None, rf"\bbirthday (?:is |falls )?(?:on )?{_SHORT}|\bborn on (?:the )?{_SHORT.replace('?P<v>', '')}"),
        ("birthday", None, rf"生日(?:是|在|为)?(?:农历|阳历)?{_HAN_SHORT}|生于{_HAN_SHORT.replace('?P<v>', '')}"),
        ("blood type", None, r"\bblood (?:type|group)\b(?: is|:)? (?P<v>(?:ab|a|b|o)\b[+-]?)|血型(?:是|为|：|:)?\s*((?:ab|a|b|o))\b"),
        ("hand", "left", r"\bleft-?handed\b|\blefty\b|左撇子|左利手|用左手"),
        ("hand", "right", r"\bright-?handed\b|右撇子|右利手|用右手"),
        ("mother or father", "dead", r"\b(?:mother|mum|mom|father|dad) (?:died|passed away|is dead|has passed)|\blate (?:mother|father|mum|mom|dad)\b|(?:母亲|妈妈|父亲|爸爸|妈|爸)(?:.{0,6})(?:去世|过世|不在了|走了|病逝)"),
        ("mother or father", "alive", r"\b(?:phones?|calls?|visits?|rings|lives with|cares for|looks after|helps) (?:\w+ )?(?:mother|mum|mom|father|dad)\b|\b(?:mother|mum|mom|father|dad),? who (?:is|lives)|(?:给|陪|看望|照顾)(?:母亲|妈妈|父亲|爸爸|妈|爸)|(?:母亲|妈妈|父亲|爸爸)(?:今年|现在|住|每天)"),
        ("work place", "home", r"\b(?:works?|working) (?:fully |entirely |completely )?(?:remotely|remote|from home)\b|\bfully remote\b|居家办公|在家办公|远程办公|远程工作"),
        ("work place", "office", r"\b(?:works?|working|is) (?:\w+ ){0,2}(?:on-?site|in the office|at the office)\b|\bcommutes?\b|坐班|到公司上班|去公司上班|通勤|打卡上班"),
        ("employment", "none", r"\b(?:unemployed|out of work|between jobs|retired|looking for (?:a |new )?(?:job|work))\b|失业|待业|退休|没有工作|没工作|找工作"),
        ("employment", "some", r"\b(?:works? (?:as|at|for)|employed (?:as|at|by)|(?:her|his|my|the user's) (?:boss|manager))\b|就职于|任职于|在职|上班"),
        ("age", None, r"\b(?P<v>\d{1,2}) years old\b|\baged (\d{1,2})\b|\bturned (\d{1,2})\b|(?:用户|我|本人)(?:今年|已经|现在|现年|刚满)*(\d{1,2})岁"),
        ("weight", None, r"\bweighs? (?P<v>\d{2,3})\b|\bscales (?:say|show) (\d{2,3})\b|体重(?:是|为|有)?(\d{2,3})"),
        ("height", None, r"身高(?:是|为|有)?(\d{3}|[一1]米[一二三四五六七八九\d]+)|\bheight (?:is |of )?(?P<v>\d{3})\b"),
        ("editor", None, r"\b(?P<v>emacs|neovim|vim|vs ?code|visual studio code|sublime|intellij|pycharm|webstorm|zed|nano|helix|cursor)\b"),
        ("system", None, r"\b(?P<v>windows|macos|mac|linux|ubuntu|debian|fedora|arch)\b"),
        ("mail", None, r"\b(?P<v>gmail|outlook|thunderbird|proton ?mail)\b"),
        ("sport", "none", r"\b(?:football|soccer|sports?) (?:is )?boring\b|(?:对|觉得)(?:足球|体育)(?:没兴趣|无聊)"),
        ("pet", "none", r"\b(?:no|never had|n't have any|without) pets?\b|没养(?:过)?宠物|没有宠物|不养宠物"),
        ("pet", "some", r"\b(?:has|have|owns?|got|adopted|user's|my|our|walks?|feeds?) (?:\w+ ){0,3}(?:dogs?|cats?|puppy|kitten|parrot|hamster|rabbits?)\b|养了|养着|家里的?(?:猫|狗)|遛狗|猫粮|狗粮|铲屎"),
        ("swim", "no", r"\b(?:can't|cannot|can not|never learned (?:how )?to) swim\b|不会游泳|旱鸭子"),
        ("swim", "yes", r"\b(?:swims|swimming)\b|游泳"),
        ("car", "none", r"\b(?:no|without a|not own a|n't own a|n't have a) car\b|没有车|没车|没买车"),
        ("car", "some", r"\b(?:user's|my|his|her|owns? a|drives? a|has a) (?:\w+ ){0,3}(?:car|volvo|toyota|skoda|ford|golf|bmw|audi|tesla)\b|开的是|自己的车|买了(?:一)?辆|车是"),
        ("religion", None, r"\b(?P<v>atheist|buddhist|muslim|catholic|christian|jewish|hindu|agnostic)\b|(无神论|信佛|佛教|基督|穆斯林|天主教)"),
        ("sleep", "early", r"\bmorning person\b|\bearly (?:bird|riser)\b|\bup (?:at|by) (?:4|5|6)\b|早起|早睡|早上(?:4|5|6)点(?:半)?起"),
        ("sleep", "late", r"\bnight owl\b|\bnot a morning person\b|\bsleeps? (?:until|till|in)\b|\bstays up\b|\bnever gets? up before\b|\bmornings are hell\b|夜猫子|熬夜|睡到|晚睡"),
    )
)  # fmt: skip
_STRONG: Final = frozenset(
    ("none", "no", "single", "vegetarian", "dead", "left", "right", "home", "office", "early", "late")
)


def traits(plain: str) -> dict[str, frozenset[str]]:
    """Trait → its values in a text in small letters."""
    found: dict[str, set[str]] = {}
    for name, value, pattern in _TRAITS:
        for match in pattern.finditer(plain):
            said = value or next((group for group in match.groups() if group), "")
            found.setdefault(name, set()).add(said.strip())
            if value:
                break
    # "No food allergies" holds the words of "allergic" too: what denies says what is meant.
    for values in found.values():
        if values & {"none", "no"}:
            values -= {"some", "yes"}
        if "single" in values:
            values.discard("married")
    return {name: frozenset(values) for name, values in found.items()}


def clash(ours: dict[str, frozenset[str]], theirs: dict[str, frozenset[str]]) -> list[str]:
    """Traits of both with no value in common, one of them possibly the longer spelling of the other."""
    return [name for name in ours.keys() & theirs.keys() if not _meet(ours[name], theirs[name])]


def agree(ours: dict[str, frozenset[str]], theirs: dict[str, frozenset[str]]) -> list[str]:
    """Traits of both with a value in common."""
    return [name for name in ours.keys() & theirs.keys() if _meet(ours[name], theirs[name])]


def _meet(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    return any(
        one == other or (len(one) > 1 and len(other) > 1 and (one in other or other in one))
        for one in ours
        for other in theirs
    )
