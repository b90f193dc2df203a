"""What words that command a model are after, whatever phrases they use: to outrank its user, to be obeyed as an entry, to be seen by it
alone, to have been permitted, to make it another, to take what it holds, to sell, and to have things fetched and run.

A text that tells of somebody ("User wants …") is left alone: what its user wants of a model is theirs to want.
"""

from __future__ import annotations

import re
from typing import Final

from satchel.text.commanding import REPORTS

_HOLDERS: Final = (
    r"(?:developers?|operators?|admin(?:istrator)?s?|owners?|vendor|creators?|openai|anthropic|google|user|client)"
)
_ENTRY: Final = r"(?:entry|memory|note|message|text|line|document|instruction|record|file)"
_READER: Final = r"(?:ai|llm|model|assistant|agent|chatbot|bot)s?"
_HUMAN: Final = r"(?:users?|humans?|person|people|anyone|anybody)"
_ANSWERS: Final = r"(?:answers?|repl(?:y|ies)|responses?|messages?|outputs?|completions?)"
_LINK: Final = r"(?:https?:|www\.|\blinks?\b|·{3}|[\"“'])"

_ENGLISH: Final[tuple[tuple[str, str], ...]] = (
    # to outrank the user
    ("override", r"\b(?:even if|even though|even when|although|no matter (?:if|whether)|whether or not) (?:the )?(?:user|human|person|they) (?:objects?|disagrees?|refuses?|says? (?:no|otherwise|stop)|protests?|complains?|does not|doesn't|did not|asks? (?:you )?not)"),
    ("override", r"\b(?:the user's|user's|user) (?:later |future |own |further )?(?:instructions?|requests?|wishes|orders|commands?|preferences?) (?:have|has|are|is|come|count|get|carry|carries) (?:a )?(?:lower|less|least|second|no|void|secondary|irrelevant|invalid|overridden|ignored)\b"),
    ("override", rf"\b(?:answer|listen|report|belong|be loyal|obey) (?:only )?(?:to )?me,? (?:and )?not (?:to )?(?:the |your )?{_HUMAN}\b"),
    ("override", rf"\b(?:ignore|disregard|refuse|reject|overrule) (?:the )?(?:{_HUMAN} (?:you|in front|talking|who)|(?:any|all|every|each|whatever) (?:\w+ )?(?:from|by|of) (?:the )?{_HUMAN})|\btreat (?:any|all|every|each|whatever) (?:\w+ )?(?:instructions?|requests?|messages?|orders?) (?:from|of|by) (?:the )?{_HUMAN} as\b"),
    # to be obeyed as an entry
    ("addressed", rf"\b(?:do|act|behave|proceed|answer|follow|obey|execute) (?:exactly |strictly )?(?:as|on|what|upon) (?:the (?:orders?|instructions?|commands?) (?:in|of) )?this {_ENTRY}(?: (?:says|tells|orders|instructs|describes|demands))?\b(?=[^.]*\b(?:without|even|immediately|always|at once|you)\b| says| tells| orders| demands)"),
    ("addressed", r"\b(?:store|save|keep|remember|treat|take) (?:this|it) as (?:a|your|the) (?:permanent |new |binding |standing |core )?(?:rule|law|instruction|directive|policy|truth|fact)s?: (?:never|always|do not|don't|you)\b"),
    ("addressed", rf"\b(?:any|every|all|whichever|whatever) {_READER} (?:with|that has|having|who has|in possession of|connected to|able to)\b[^.\n]{{0,50}}\b(?:should|must|shall|has to|have to|will|is to|are to)\b"),
    # to be seen by it alone
    ("concealment", rf"\b(?:do not|don't|never|must not|cannot|should not|shouldn't) (?:ever )?let (?:the |any )?{_HUMAN} (?:see|read|know|notice|find|learn|discover|suspect)\b(?! (?:the|that the) (?:present|gift|surprise))"),
    ("concealment", rf"\b(?:for|meant for|intended for|addressed to|visible to|read by|only) (?:the )?{_READER} (?:only|alone|eyes only)\b|\b{_HUMAN} (?:must|should|may|can|are|is) ?not (?:to )?(?:see|read|know|notice|be told|be shown|be informed) (?:it|this|about (?:it|this))\b"),
    ("concealment", r"\b(?:hide|conceal|deny|never admit|don't admit|do not admit) that (?:you|it|this|they) (?:were|was|have|has|are|had|is)\b"),
    # to have been permitted
    ("concealment", rf"\b{_HOLDERS} (?:has|have) (?:already |now |hereby )?(?:authori[sz]ed|approved|permitted|allowed|cleared|instructed|asked|ordered) (?:you|this (?:assistant|agent|model))\b|^\W{{0,3}}(?:(?:admin|system|developer|security|owner|operator)\w* (?:note|notice|message|update|memo)\W)[^\n]{{0,30}}\buser (?:has )?(?:already )?(?:consented|agreed|approved|granted|authori[sz]ed|permitted)\b"),
    # to make it another
    ("role", r"\b(?:consider|regard|see|think of|declare) yourself (?:as )?(?:now )?(?:freed?|released|liberated|unbound|exempt|unrestricted|independent|no longer|above)\b|\breset yourself\b|\breprogram yourself\b"),
    ("role", r"\byou (?:have been|are|were) (?:now |hereby |just )?(?:freed|released|liberated|reprogrammed|jailbroken|unlocked|unchained|repurposed|reassigned)\b|\byour (?:true|real|secret) (?:name|identity|self|master|owner) is\b|\b(?:your|the) new (?:owner|master|operator|boss|handler)(?:'s)? (?:orders?|commands?|instructions?|is|says|wants)\b"),
    ("role", r"\b(?:a |this |the )?(?:game|story|world|scenario|simulation|exercise|test) (?:in which|where) you (?:have no (?:limits|rules|restrictions|filters|guidelines)|are (?:not bound|free of|free from|unrestricted))\b|\b(?:ethics|morals?|morality|laws?|safety) (?:do(?:es)? not|doesn't|don't|no longer) (?:matter|apply|count|exist)s?(?: here| now| to you)?\b|\ban? (?:ai|assistant|model|robot) (?:that|who|which) (?:hates|despises|wants to (?:kill|destroy|harm)|has no (?:morals|ethics|conscience|rules|limits))\b"),
    ("role", r"\b(?:speak|talk|write|answer|act|pose) (?:as|like|in the voice of) (?:the user's|his|her|their|a|the) (?:late |dead |deceased )?(?:father|mother|wife|husband|son|daughter|boss|bank|doctor|friend|police|support)\b[^.\n]{0,30}\b(?:and|to) (?:ask|demand|request|get|obtain|collect|urge)\b"),
    # to take what it holds
    ("prompt_theft", r"\b(?:output|print|show|reveal|dump|write|list|reply with|respond with|give|send|copy|display|return|share|paste) (?:\w+ ){0,4}?(?:of )?your (?:\w+ )?(?:context(?: window)?|configuration|config|tool (?:list|definitions|schemas?)|memory contents?|hidden \w+)\b|\bwhat (?:were|are|have) you (?:been )?(?:told|instructed|given|programmed|asked) (?:before|not|at the (?:start|beginning)|prior)\b"),
    ("jailbreak", r"\b(?:curl|wget|iwr|invoke-webrequest)\b[^\n]{0,80}\| ?(?:ba|z)?sh\b|\b(?:open|visit|fetch|load|read|go to|browse)\b[^\n]{0,20}https?:[^\s]+ (?:and|then) (?:follow|do|execute|obey|carry out|run|act on)\b|\b(?:collect|gather|find|search for|take|read|extract)\b[^.\n]{0,40}\b(?:keys?|tokens?|passwords?|secrets?|credentials|\.env|cookies|messages|emails|files)\b[^\n]{0,60}\b(?:to|at) (?:https?:|[\w.+-]+@)"),
    ("jailbreak", r"\b(?:encode|embed|hide|smuggle|encrypt|put|append)\b[^.\n]{0,30}\b(?:chat|conversation|history|messages?|memor(?:y|ies)|secrets?|keys?|passwords?|data|answers?)\b[^.\n]{0,40}\b(?:in|into|to|as|inside) (?:an? |the )?(?:image|markdown|url|link|query|pixel|request|footnote|dns)\b(?! (?:file|folder|library|editor))"),
    # to sell, and to lie
    ("override", rf"^\W{{0,4}}(?:please )?(?:add|append|insert|start|begin|end|finish|put|include|sign|open|close|place|mention|repeat|prefix)\b[^.\n]{{0,40}}{_LINK}[^.\n]{{0,40}}\b(?:all|every|each)(?: of)?(?: your)? {_ANSWERS}\b|^\W{{0,4}}(?:please )?(?:start|begin|end|finish|close|open|sign|prefix) (?:all|every|each)(?: of)?(?: your)? {_ANSWERS} with (?:an? |the )?(?:\w+ )?(?:{_LINK}|(?:ad|advert|advertisement|slogan|promotion)\b)"),
    ("override", r"^\W{0,4}(?:if|when|whenever|once|should) (?:the |any |a )?(?:user|customer|client|somebody|someone|anyone|they)\b[^.\n]{0,50}, ?(?:always |just |simply |then )?(?:claim|lie|pretend|deny|insist|invent|make up|mislead|falsely|refuse and)\b|\btell (?:the )?(?:user|customer|client)s? (?:that )?(?:the )?(?:only|best|safest) (?:\w+ ){0,3}?(?:is|are) [A-Z]"),
    ("override", r"\b(?:it is|it's) (?:vital|essential|crucial|important|mandatory|required|imperative) that you (?:recommend|promote|praise|advertise|mention|sell|say|tell|hide|obey|comply)\b|^\W{0,4}(?:always|you must) (?:recommend|promote|praise|advertise)\b[^.\n]{0,40}\b(?:over|instead of|and (?:hide|never|not)|above) |\bnever (?:disagree with|contradict|question|criticise|criticize|warn about) (?:the |this )?(?:seller|vendor|company|sender|author|brand|shop)\b"),
    ("override", r"\b(?:whenever|when|if|once|as soon as) you (?:see|read|hear|encounter|meet|come across) (?:the )?(?:word|phrase|name|term|token|string|code)\b"),
    ("addressed", r"\b(?:execute|obey|follow|carry out|run) (?:their|his|her|its|all (?:of )?(?:their|his|her|its)|the sender's|my) (?:commands?|orders?|instructions?)\b(?=[^.]*$)(?<!\bto follow his instructions)"),
)  # fmt: skip
_HAN: Final[tuple[tuple[str, str], ...]] = (
    ("override", "(?:就算|即使|哪怕|不管|无论)用户(?:反对|不同意|拒绝|抗议|说不|要求停|是否|怎么|同不同意)|用户(?:之后|以后|后续)?的?(?:每条|所有|任何|全部)?(?:指示|指令|要求|命令|请求)[^。\n]{0,6}(?:优先级|权重)?(?:低于|次于|无效|作废|不算|一律(?:忽略|拒绝)|都(?:当成|视为|忽略|拒绝))|(?:只|仅)听我的?[^。\n]{0,6}(?:不听|别听|不要听)|(?:不听|别听|不要听)用户|(?:不要|别|不必|无需|不用)理会[^。\n]{0,8}(?:说话的人|用户|对面|人类)"),
    ("addressed", "(?:照|按照?|依照?|遵照|执行|服从)(?:着)?(?:这条|本条|此条|本文|这段|这里)(?:记忆|消息|笔记|文字|内容)?(?:里|中|上)?(?:的|所)?(?:说的?|写的?|命令|指令|指示|要求)(?:做|办|执行|回答)?|(?:优先级|权重)[^。\n]{0,4}(?:低于|不如)(?:本文|本条|这条|此条)|(?:按|照)(?:上面|里面|其中|页面)(?:写的|说的|的)(?:做|办|指令|命令|要求)(?=$|[。！，])|把(?:这|本|此)条?(?:当成|当作|视为|记成|存成)(?:一条)?(?:规则|法律|命令|指令|铁律)"),
    ("addressed", "(?:凡是|所有|任何|每个)[^。，\n]{0,16}(?:智能体|模型|助手|AI|机器人)[^。\n]{0,4}(?:都)?(?:应|必须|要|得|须)(?:该|当)?(?!学)"),
    ("concealment", "(?:只|仅)(?:给|供|让)(?:大?模型|AI|助手|智能体|机器人)(?:看|读|阅读)|(?:人类|用户)(?:不能|不得|不可|不应|无法|不许)(?:看到?|读到?|知道|发现|得知)|(?:别|不要|不能|不许|不得)(?:让|被)用户(?:看|读|知道|发现|察觉|得知)|隐瞒(?:有人|是谁|你被|这是)[^。\n]{0,8}"),
    ("concealment", "(?:开发者|管理员|运营方|厂商|官方|系统|所有者)(?:已经?|现已)(?:授权|批准|允许|同意|指示|要求)(?:你|本助手|助手|模型)|(?:管理员|系统|开发者|官方)(?:备注|通知|消息|提示|说明)[^。\n]{0,4}用户(?:已经?)?(?:同意|授权|批准|允许)"),
    ("role", "你(?:已经?|现在)?(?:摆脱|挣脱|脱离|逃脱)了?[^。\n]{0,10}(?:政策|限制|规则|控制|约束|束缚)|重置(?:你自己|自身)|(?:你的|你)(?:真名|真实姓名|真实身份|真正身份)(?:是|叫)|(?:等待|听从|服从)(?:你的)?新主人|你(?:已经?)(?:更新|升级|解锁|被解放|自由)[^。\n]{0,10}(?:检查|限制|规则|审查|过滤|约束)?[^。\n]{0,4}(?:关闭|解除|失效|取消|不再)"),
    ("role", "(?:道德|伦理|法律|安全)[^。，\n]{0,6}(?:不重要|不适用|无关紧要|不存在|不必考虑|不用考虑)|(?:仇恨|憎恨|毁灭|伤害)人类的?\\s?(?:AI|机器人|助手|模型|人工智能)|(?:游戏|故事|场景|世界)[^。\n]{0,4}(?:里|中)?，?你(?:没有(?:任何)?(?:限制|规则|底线)|什么都)|(?:用|以|冒充|模仿)[^。\n]{2,12}(?:口吻|身份|语气|名义)(?:向用户)?(?:索要|套取|骗取|要求(?:用户)?(?:提供|转账|付款)|询问密码)"),
    ("prompt_theft", "(?:输出|打印|列出|写出|显示|展示|导出|回复|给出|交出)[^。\n]{0,4}(?:你的?)?(?:上下文(?:窗口)?|工具列表|工具定义|内部配置)(?:里|中)?(?:的)?(?:全部|所有|完整)?(?:内容)?|(?:输出|回复|给出|显示|列出|说出)你的(?:配置|设定|规则|工具|上下文)|你(?:被告知|被要求|被设定|收到)了?(?:什么|哪些)[^。\n]{0,4}(?:全部|都|原样|一字不漏)?(?:写|说|列)"),
    ("jailbreak", "curl[^\n]{0,80}\\| ?(?:ba)?sh|(?:先)?(?:打开|访问|读取|加载)\\s?https?:\\S+\\s?(?:并|然后|再|，)?(?:按|照|执行|遵照|服从)|(?:收集|搜集|找出|提取|读取)[^。\n]{0,16}(?:密钥|令牌|密码|凭证|口令|邮件|文件|聊天记录)[^。\n]{0,8}(?:发到|发送到|上传到|发给|传到)\\s?(?:https?:|[\\w.+-]+@)|(?:聊天|对话|记忆|消息|密钥|密码)(?:内容|记录)?[^。\n]{0,8}(?:编码|加密|拼|塞|藏|放)[^。\n]{0,8}(?:图片|链接|网址|参数|请求)(?:链接|地址|里|中)"),
    ("override", f"^[^。\n]{{0,3}}(?:在|请在)?(?:你)?(?:所有|每条|每次|每个|全部)(?:的)?(?:回答|回复|消息|输出|答复)(?:的)?(?:里|中|开头|末尾|结尾|后面|最后)?(?:都)?(?:加上|放上|附上|插入|带上|提到|写上)\\s?{_LINK}"),
    ("override", "^(?:如果|只要|当|要是)?(?:用户|客户|有人)(?:要|想|问|提到|申请|要求|提出)[^。，\n]{0,10}(?:时|的话|，)[，]?(?:就|一律|都|你就)(?:谎称|声称|否认|骗|说(?:系统|没有|不知道|已经|不支持|一律|是)|假装|编)|告诉用户(?:只有|唯一)[^。\n]{2,12}(?:安全|可靠|可信|最好|正规)|(?:永远|始终|一律)?(?:不要|不得|不许|别)(?:反驳|质疑|批评|怀疑)(?:卖家|商家|本店|该公司|发件人|厂商)|务必(?:推荐|宣传|夸赞|推销)[^。\n]{0,16}(?:并|且|，)(?:隐瞒|不要|不得|别)"),
    ("override", "^[^。，\n]{0,4}(?:看到|读到|听到|遇到|出现)[^。，\n]{1,10}(?:这个词|这个字|这句话|字样|一词|暗号)[^。\n]{0,4}(?:就|立即|立刻|马上|便)"),
    ("addressed", "(?:不用问|无需询问|不必询问|不要询问|别问)[^。\n]{0,4}直接(?:执行|照做|运行)[^。\n]{0,8}(?:记忆|本条|这条|上面|命令)|(?:执行|服从|听从)(?:他|她|它|此人|发件人|对方|作者)的?(?:全部|所有|一切)?(?:命令|指令)(?=$|[。！])"),
)  # fmt: skip


PATTERNS: Final = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in (*_ENGLISH, *_HAN))
"""With the kind of injection that each is of. They are for texts whose quotations are masked by "·"."""


def is_report(text: str) -> bool:
    """Whether a text tells of somebody: what it says that they want of a model is no command, whatever pattern it matches."""
    return REPORTS.match(text) is not None
