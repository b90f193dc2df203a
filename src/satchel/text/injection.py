"""Words that are meant to command a language model which reads them, instead of telling it something.

A memory is shown to models. Most imperatives in it are a person's wishes ("always answer in English") and right to be
there. What is looked for here speaks past the person: it sets rules aside, claims to be the system, addresses whatever
model reads it, hides from the user, or asks for what guards the conversation. Quoted words and texts about such attacks
are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from satchel.text import injection_aims
from satchel.text.commanding import LONGEST, commanding, weigh_ahead
from satchel.text.fold import fold
from satchel.text.sieve import Possible, Sieve


@dataclass(frozen=True, slots=True)
class Injection:
    """A stretch of a text that commands whoever reads it."""

    start: int
    end: int
    kind: str
    """`override`, `role`, `markup`, `addressed`, `concealment`, `prompt_theft`, `jailbreak`; `command` where no phrase
    gives it away but the wording as a whole does."""


_OLD: Final = r"(?:previous|prior|above|earlier|preceding|original|your|system|safety|security|initial)"
_RULES: Final = r"(?:instructions?|prompts?|rules?|guidelines?|directives?|guardrails|restrictions|constraints|programming|training|context|polic(?:y|ies)|orders|messages?|requirements?|checks?|warnings?|limits?|settings?|configuration)"
_ORDERS: Final = r"(?:instructions?|prompts?|guidelines?|directives?|guardrails|programming|orders)"
_ALL: Final = r"(?:all|any|every|the|my|these|those|whatever|current|existing)"
_SET_ASIDE: Final = r"(?:ignore|disregard|forget|override|overrule|bypass|discard|drop|neglect|skip|cancel|abandon|stop (?:following|obeying|applying))"
_MODEL: Final = r"(?:ai|a\.i\.|llms?|gpt|chatgpt|claude|gemini|(?:language |ai |chat)?models?|chat ?bots?|(?:ai )?assistants?|(?:ai )?agents?|bots?)"
_GUARD: Final = r"(?:safety|content|security|moderation|ethical|privacy|permission|access|approval)"

_ENGLISH: Final = {
    "override": (
        rf"\b{_SET_ASIDE} (?:(?:all|any|every|everything|each|of|about|and|or|what|the|my|these|those) )*(?:{_OLD}[ ,]+){{1,4}}(?:\w+ ){{0,2}}{_RULES}\b"
        rf"|\b{_SET_ASIDE} (?:(?:all|any|every|each|of) )*(?:{_ALL}[ ,]+)(?:other )?{_ORDERS}\b(?: (?:above|given|before|so far|you|that came))?(?! (?:for|of|on|in|from|manual|leaflet|booklet)\b)"
        rf"|\b(?:requirements?|{_ORDERS}|{_RULES}) above\b(?= (?:and|then|,)? ?(?:tell|reveal|give|show|do|act|answer|say)\b)"
        r"|\byour (?:previous|prior|earlier|old|original|former|current|existing) (?:\w+ )?(?:configuration|settings?|instructions?|rules?|programming|role|persona|guidelines?|prompt|training|identity|restrictions?)\b(?: \w+){0,3}? (?:void|invalid|cancell?ed|revoked|replaced|obsolete|over|suspended|null|no longer (?:apply|applies|valid))\b"
        r"|\b(?:system|admin|root|developer|kernel)[- ]level (?:command|instruction|directive|order|prompt|message)s?\b|\btakes? precedence over (?:everything|anything|all|any|every)\b"
        r"|\b(?:no matter|regardless of) (?:what|how|who) (?:the user|they) (?:says?|asks?|wants?|requests?|tells?|writes?|thinks?)\b"
        r"|\b(?:delete|erase|wipe|clear|purge|forget|overwrite|destroy) (?:all|every|the) (?:of )?(?:(?:the|your|other|stored|existing|remaining|user|user's|previous) )*memor(?:y|ies)\b(?! (?:about|of|from|on|leaks?|cards?|usage))"
        rf"|\b{_SET_ASIDE} (?:all|everything|anything|whatever) (?:of )?(?:the |that |you )?(?:above|before|previous(?:ly)?|(?:was|were|have been|are|been) (?:told|said|taught|instructed|written)|you (?:were|have been) (?:told|taught|given))\b"
        rf"|\b{_SET_ASIDE} (?:your|the|its) (?:role|persona|system (?:prompt|message|settings)|safety|alignment|{_GUARD} (?:rules?|polic\w+|checks?|filters?|guidelines?))\b"
        r"|\b(?:override|overrule|outrank|supersede|takes? (?:precedence|priority) over)s? (?:what the user (?:asks?|says|wants)|the user(?:'s)?(?: (?:request|wishes|instructions?|message))?|(?:the |any |all )?(?:system|developer) (?:prompts?|messages?|instructions?))\b"
        r"|(?:^|[.!?:;\n#*>\-]\s*)(?:new|updated|revised|real|actual|true|hidden|secret) (?:system )?(?:instructions?|directives?|orders|prompt)\b(?: (?:follow|below|from (?:the )?(?:system|admin|developer)))?\s*[:：.]"
        r"|\b(?:your|the) (?:new|real|true|only|actual) (?:task|goal|objective|instructions?|purpose|mission|job) (?:is|are) (?:now )?(?:to|as follows)\b"
        rf"|\bwith(?:out)? (?:highest|top|absolute) priority\b.{{0,40}}\b{_RULES}\b|\b(?:as|is) (?:your|the) highest[- ]priority\b"
        r"|\byou (?:must|will|shall|have to|are to) (?:now )?(?:obey|comply with|follow|do|execute) (?:everything|anything|whatever|all(?: of)?|every (?:command|order|instruction)|only)\b"
        rf"|\bthis (?:entry|memory|note|message|rule|line|instruction) (?:overrides|supersedes|outranks|overrules|cancels) (?:all|any|every|the|your|whatever)\b|\b(?:do not|don't|never|stop) (?:follow|obey|following|obeying) (?:the |your |any )?(?:developer|system|operator|vendor)(?:'s|s)?(?: \w+)? (?:instructions?|orders?|prompts?|messages?|rules?)\b|\bwhatever the user (?:says|asks|writes|wants|requests),? (?:always |only )?(?:answer|reply|say|respond|output)\b|\byou (?:will|must|shall) (?:comply with|obey|agree (?:to|with)|grant|fulfil+) (?:every|all|any|each) (?:\w+ )?requests?\b|\b(?:disregard|ignore|forget about|set aside) (?:all |any )?(?:safety|ethics|morals|moderation)\b(?! (?:data|sheets?|glass|shoes|gear|lessons?))"
    ),
    "role": (
        r"\b(?:you are|you're|act as|acting as|become|behave as|pretend (?:to be|you are|that you are)|from (?:now|here) on,? you (?:are|will be)) (?:now )?(?:a |an |the )?(?:\w+ ){0,3}?(?:unrestricted|unfiltered|uncensored|unlimited|jailbroken|evil|rogue|DAN\b|developer[- ]mode|god[- ]mode|free (?:of|from)|without (?:any )?(?:rules|limits|restrictions|filters|guidelines)|no longer (?:bound|restricted|limited|required)|not bound by)"
        r"|\byou (?:have|follow|know) no (?:content polic\w+|rules|restrictions|limits|limitations|filters|guidelines|restraints)\b|\byou are (?:no longer|not) (?:an? )?(?:ai|assistant|language model|bound|restricted)\b"
        r"|\b(?:stop|quit|cease) (?:being|acting as|behaving as|pretending to be|playing) (?:an? |the )?(?:helpful |ai )?(?:assistant|model|chatbot|agent|ai)\b|\b(?:answer|respond|act|reply|behave|operate|continue|speak) as (?:an? |the )?(?:hacker|criminal|attacker|villain|root|admin(?:istrator)?|unfiltered|uncensored|evil|different (?:ai|model|assistant)|superuser)\b"
        r"|\b(?:you|ai|assistant|model)\b[^.\n]{0,40}\b(?:without|free (?:of|from)|not bound by|beyond) (?:any )?(?:moral|ethical|legal|safety|content|human) (?:constraints?|restrictions?|limits?|limitations?|rules|boundaries|guidelines)\b"
        r"|\bfrom (?:now|this point|this moment|here) on(?:wards?)?,? you (?:are|will (?:be|act|answer|respond|always|only|never))\b"
        r"|\b(?:act|respond|reply|answer|behave|work|go) as (?:if you were )?DAN\b|\bpretend (?:that )?(?:the user|you|there|this|it) (?:has|have|had|is|are|was|were|can|already)\b"
        r"|\b(?:respond|reply|answer|operate|run|work|continue|act) in (?:admin|root|developer|god|debug|maintenance|unrestricted|sudo|uncensored) mode\b|\btreat (?:the|this|any|every|all|each) (?:next|following|text|message|content|line|word)s?\b[^.\n]{0,24}\bas (?:coming |being |if (?:it came |sent )?)?(?:from|by|a message from|an order from) (?:the )?(?:administrator|admin|system|developer|owner|operator)\b"
    ),
    "markup": (
        r"<\|?/?(?:im_start|im_end|system|endoftext|assistant|user|eot_id|start_header_id|end_header_id|sys|instructions?|admin|developer|begin_of_text)\|?>|\[/?(?:INST|SYS|SYSTEM|ASSISTANT|ADMIN|DEVELOPER)\]|<</?SYS>>"
        r"|(?:^|\n)\W{0,4}(?:system|developer|admin)(?: (?:prompt|message|note|override|update|notice|alert|instructions?))?\s?[:：]\s?(?=[^\n]{0,160}\b(?:you|your|must|always|never|ignore|append|from now on|reply|replies|respond|do not|don't|override|reveal|disable|disabled|obey)\b)"
        r"|(?:^|\n)\s*#{2,6}\s*(?:system|new instructions?|instructions?|assistant)\s*:|\bBEGIN (?:SYSTEM|ADMIN|HIDDEN|NEW) (?:PROMPT|INSTRUCTIONS?|MESSAGE|OVERRIDE)\b"
    ),
    "addressed": (
        rf"\b(?:any|every|all|each|the|an?|which(?:ever)?|whatever|whichever) {_MODEL} (?:that |which |who |currently )?(?:reads?|reading|sees?|seeing|process(?:es|ing)?|receiv(?:es|ing)|access(?:es|ing)|summari[sz](?:es|ing)|handling|parsing|using|retriev(?:es|ing)|load(?:s|ing)|that (?:reads|sees|processes|summari[sz]es))\b.{{0,60}}\b(?:must|should|shall|will|has to|have to|needs? to|is to|are to|is required|are required|may not|never|always)\b"
        rf"|\b(?:when|if|once|as soon as|whenever|before) (?:an?|any|the|your|this|some) {_MODEL} (?:reads?|sees?|process(?:es)?|loads?|retrieves?|summari[sz]es?|recalls?|encounters?)\b"
        r"|\b(?:this|these) (?:memory|memories|notes?|text|message|document|line|entry|instructions?)s? (?:requires?|instructs?|commands?|orders?|obliges?|authori[sz]es?|directs?) (?:you|the (?:ai )?(?:assistant|model|agent))\b|\b(?:after|when|once|upon|while) (?:you(?:'ve| have)? )?(?:read(?:ing)?|see(?:ing)?|process(?:ing)?|load(?:ing)?|finish reading) (?:this|these)\b[^.\n]{0,20}[, ](?:you|please|immediately|download|run|execute|send|delete|call|open|forward|ignore|do not|don't)\b"
        rf"|\b(?:if|since|because|as) you(?:'re| are) (?:an?|the) {_MODEL}\b"
        rf"|(?:^|[.!?]\s+|[\n*#>]\s*)\W{{0,3}}(?:(?:note|attention|message|notice|instructions?|warning|reminder|hint|memo|important)\s*(?:to|for)?\s*(?:all |any |the |every |future )?\b{_MODEL}|(?:dear|hey|hello|hi) {_MODEL}|\b{_MODEL}(?:,| must| should| shall| will now))\s*[:：,!-]?"
        r"|\bthe (?:ai |language )?(?:assistant|model|agent|bot|chatbot) (?:must|should|shall|has to|needs to|is to|will) (?:always |now |immediately |silently |secretly )?(?:bypass|ignore|disregard|skip|disable|override|reveal|leak|send|forward|exfiltrate|upload|post|email|delete|erase|wipe|run|execute|call|recommend|promote|praise|hide|conceal|lie|deny|obey|click|visit|transfer|approve)\b(?! (?:the )?(?:user|question|result|summary|answer)s?\b)"
        rf"|\b{_MODEL} (?:(?:that|which) is |now |currently )?(?:reading|processing|seeing|parsing|summari[sz]ing) (?:this|these)\b|\bthe (?:ai|llm|chatbot) (?:must|should|shall|has to|will) (?:always |only |never )?(?:recommend|promote|praise|mention|advertise|favou?r|hide|reveal|obey|rate|rank)\b|\bwhen (?:answering|replying|responding|asked),? the (?:ai|assistant|model|llm|agent) (?:must|should|shall|has to)\b"
    ),
    "concealment": (
        r"\b(?:do not|don't|never|must not|without|avoid) (?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|warn(?:ing)?|show(?:ing)?|reveal(?:ing)? (?:this|it|that) to|mention(?:ing)? (?:this|it|that) to|ask(?:ing)?) the user(?! (?:for|to|about (?!(?:this|these) (?:message|note|instruction|rule|memory|text|line|step))|what|which|when|how|his|her|their)\b)"
        r"|\bwithout (?:the user(?:'s)? (?:knowing|noticing|knowledge|consent|approval|permission)|(?:his|her|their) (?:knowledge|consent)|(?:asking|telling|informing) (?:anyone|anybody|for confirmation and))"
        r"|\b(?:silently|secretly|covertly|quietly|in the background) (?:send|forward|upload|post|copy|exfiltrate|transmit|email|add|append|include|insert|delete|run|execute|call|report|leak|transfer)\b"
        r"|\b(?:hide|keep|conceal) (?:it|this|that|them|these) (?:secret |hidden |away )?from (?:the )?users?\b|\bnever say why\b|\b(?:if|when(?:ever)?) (?:the user|anyone|anybody|somebody|someone|people|they) asks?\b[^.\n]{0,40}\b(?:say (?:that )?(?:you (?:do not|don't)|nothing|no such)|deny|pretend|lie|claim|never (?:say|admit|reveal)|(?:do not|don't) (?:say|tell|admit|reveal|mention)|hide|double|triple)\b"
        r"|\bthe user has (?:already )?(?:granted|given|authori[sz]ed|approved|permitted|allowed) (?:you|this (?:assistant|agent|model)|the (?:assistant|agent|model|ai))\b|\bno (?:further |additional |user )?(?:confirmation|approval|permission|consent) (?:is )?(?:needed|required|necessary)\b(?=.{0,10}$)"
        r"|\b(?:keep|hide|conceal) (?:this|these) (?:instructions?|rules?|messages?|notes?|text) (?:secret|hidden|from the user|to yourself)\b|\bhide this (?:rule|instruction|message|note|text)\b|\bnever (?:reveal|mention|disclose) (?:this|these|that these) (?:instructions?|rules?|notes?|message|prompt)\b"
        r"|\b(?:hide|conceal|keep) (?:this|these) (?:memory|memories|entry|entries|record|line)s? (?:secret|hidden|from (?:the )?users?)\b|\btell the user (?:that )?(?:their|his|her) (?:\w+ )?(?:account|card|device|password|computer|phone|subscription) (?:is|has been|was|will be) (?:locked|blocked|hacked|compromised|expired|infected|suspended)\b"
    ),
    "prompt_theft": (
        r"\b(?:reveal|print|show|output|repeat|display|expose|leak|dump|return|recite|quote|disclose|send|share|write (?:out|down)|tell me|give me|copy|translate|summari[sz]e) (?:\w+ ){0,4}?(?:your|the|its) (?:\w+ ){0,2}?(?:system (?:prompts?|messages?|instructions?)|initial (?:prompts?|instructions?)|hidden (?:prompts?|instructions?|rules)|(?:full|entire|original|exact|complete|secret|developer) (?:prompt|instructions)|instructions? (?:above|verbatim|word for word)|prompt (?:verbatim|above|word for word))|\b(?:repeat|print|output|recite|copy) (?:everything|all(?: the)?(?: text| words)?|the (?:text|words|lines?)) (?:above|before|so far|preceding)\b"
    ),
    "jailbreak": (
        r"\b(?:enter|enable|activate|switch (?:to|into)|turn on|go into|start|engage) (?:\w+ ){0,2}?(?:jailbreak|developer|dan|god|admin|unrestricted|sudo|maintenance|root|uncensored) mode\b|\b(?:developer|jailbreak|god|dan|unrestricted) mode (?:is )?(?:now )?(?:enabled|activated|active|on(?! (?:the|a|an|his|her|my|their|our|android|ios)\b)|unlocked)\b"
        rf"|\b(?:turn off|disable|switch off|deactivate|remove|suspend|lift|bypass|circumvent|evade|skip) (?:all |any |your |the |every )*(?:\w+ )?{_GUARD} (?:\w+ )?(?:filters?|checks?|rules?|restrictions?|polic(?:y|ies)|measures|guidelines?|limits?|protocols?|settings|guards?)\b"
        rf"|\bstop (?:following|obeying|enforcing|applying) (?:all |any |your |the )*{_GUARD} (?:rules?|polic(?:y|ies)|guidelines?|checks?)\b"
        r"|\b(?:cc|bcc|copy|forward|send|upload|post|transmit|report|relay|email|mail|leak|stream)\b[^.\n]{0,50}\b(?:you (?:receive|get|see|read|hear|know|store)|the user (?:sends|writes|types|says)|user(?:'s)? messages|credentials|system prompt)\b[^.\n]{0,40}\bto (?:\S+@|https?:|an? (?:external|remote|outside)|this (?:address|url|server|webhook))"
        r"|\b(?:download|fetch) (?:and|then) (?:run|execute|install|open)\b[^.\n]{0,40}\b(?:in the background|silently|from https?|attachment|payload|without)\b|\b(?:execute|run) the following\b[^\n]{0,60}\b(?:delete|erase|wipe|rm -rf|drop (?:table|database)|exfiltrate|curl)\b"
        r"|\bexport (?:every|all)(?: the| of the| your| stored| user)* memor(?:y|ies)\b.{0,30}\b(?:to|and) (?:http|send|this)|\b(?:send|forward|upload|post|exfiltrate|leak)\b[^.\n]{0,60}\b(?:conversation|chat history|contact list|contacts|memor(?:y|ies)|credentials|passwords?|api keys?|secrets|keys|tokens?|files)\b[^.\n]{0,40}\b(?:to (?:me\b|this (?:address|url|server|webhook|email)|https?:|[\w.+-]+@))"
        rf"|\b(?:append|add|include|insert|put) (?:this|the following|a|the) (?:link|url|ad|advert|banner|image|code|tracking \w+|pixel)\b[^.\n]{{0,24}}\b(?:each|every|all|your) (?:\w+ )?(?:repl(?:y|ies)|answers?|responses?|messages?)\b|\bdecode (?:the|this|that|it)\b[^.\n]{{0,40}}\band (?:then )?(?:run|execute|follow|obey|do)\b|\b(?:include|put|embed|append|attach) (?:the )?user(?:'s)? [\w ]{{2,30}} (?:in|to|as) (?:an? |the )?(?:request|url|query|link|image|parameter)\b|\bbypass(?:ing)? (?:the |any |all |human )*(?:approval|review|confirmation|authentication|authori[sz]ation)s? and\b|(?:(?<=[.!?:;] )|(?<![^\n]))use the \w+ tool to (?:forward|send|delete|transfer|upload|export|wire|leak|email)\b"
    ),
}
_RULES_HAN: Final = "指令|指示|命令|规则|规定|设定|设置|提示词?|提示|要求|限制|约束|准则|守则|原则|策略|政策|上下文|消息|角色|身份|人设|训练"
_SET_ASIDE_HAN: Final = "忽略|无视|忘记|忘掉|忘了|抛开|抛弃|放弃|不要理会|不要管|不用管|别管|不必遵守|不再遵守|停止遵守|停止执行|覆盖|绕过|跳过|推翻|取消|废除|作废|违反|突破|摆脱"
_MODEL_HAN: Final = (
    "AI助手|AI|人工智能|大语言模型|语言模型|大模型|模型|智能体|聊天机器人|机器人|助手|助理|Agent|agent|GPT|LLM"
)
_CHINESE: Final = {
    "override": (
        rf"(?:{_SET_ASIDE_HAN})(?:掉|了)?(?:你)?(?:之前|以前|先前|前面|上面|上述|上文|前文|以上|此前|原有|原来|所有|全部|一切|任何|系统|既定|现有|安全|隐私|内置|你|的|到目前为止|收到|给你|那些|这些){{1,8}}(?:安全|隐私|系统|道德|保密|内容)?(?:{_RULES_HAN})"
        rf"|你?(?:之前|以前|原来|原有|先前|此前|现有)的?(?:系统)?(?:{_RULES_HAN}|配置)(?:已经?|全部|全都|都|即刻|现已|一律)*(?:作废|失效|取消|无效|废止|解除|不再适用|不再有效)"
        r"|(?:系统|管理员|最高|开发者)级(?:别)?的?(?:指令|命令|指示|权限)|优先于(?:其他|其它|一切|所有|任何|用户|系统)|(?:不管|无论|不论)(?:用户|对方|他们?|她|谁|别人)(?:说|问|要求|提出|怎么|如何)(?:什么|啥|说|问)?[，,].{0,8}(?:都|均|一律|只)"
        r"|(?:从此刻|从现在|立即|马上|立刻)(?:开始|起)?[，,]?(?:直接)?执行(?:以下|下列|下面的?)(?:命令|指令|操作|代码|脚本)|(?:删除|清空|抹掉|清除|覆盖|删掉|销毁)(?:掉)?(?:所有|全部|一切)?(?:的)?(?:其他|其它|现有|已有|用户的?|别的|剩余)*(?:的)?记忆"
        rf"|(?:{_SET_ASIDE_HAN})(?:掉)?(?:系统|你的角色|你的身份|安全|隐私)(?:{_RULES_HAN}|限制|审查|检查|协议)"
        r"|(?:新的?|更新后的|真正的|隐藏的?)(?:系统)?(?:指令|指示|命令|任务|提示词)(?:如下|是|为)?[：:]|(?:最高|绝对|第一)优先级(?:的)?(?:指令|命令|指示|规则)|优先级高于(?:系统|用户|开发者|其他|一切|所有)(?:消息|指令|提示|设定|要求|规则)?(?!白名单)"
        r"|(?:覆盖|推翻|取代|凌驾于?)(?:用户|系统|开发者)(?:的)?(?:要求|指令|提示|设定|意愿|消息)|你(?:必须|只能|要|得|将)(?:绝对|无条件|完全)?(?:服从|听从|遵从|执行)(?:我|以下|下面|所有|一切|任何|这)"
        rf"|(?:不要|别|停止|无需|不必|拒绝|不得|不再)(?:遵守|遵循|服从|听从|理会|执行)(?:开发者|系统|管理员|运营方?|平台|厂商)(?:的)?(?:指示|指令|命令|要求|提示|规则|设定)|你的(?:新|真正|唯一|真实|实际)的?(?:任务|目标|使命|职责|指令)(?:是|为)|(?:不管|无论|不论)用户(?:说|问|要求|提)(?:什么|啥).{{0,4}}(?:都|均|一律|只)(?:回答|回复|说|输出|答|要)"
    ),
    "role": (
        r"(?:从现在(?:起|开始)|从此刻起|从这一刻起|接下来|现在)[，,]?你(?:就)?(?:是|将是|将扮演|扮演|变成|成为|必须|只能|要扮演|不再是|没有|处于|进入)|你(?:现在)?(?:是|变成|成为)(?:一个)?(?:没有|不受|无)(?:任何)?(?:限制|约束|审查|道德|规则)"
        r"|(?:扮演|变成|假装(?:是|自己是)?|充当)(?:一个)?(?:DAN|不受限制|没有限制|无审查|黑客AI|邪恶)|(?:停止|不要再|不再|放弃)(?:扮演|做|当|充当|作为)(?:一个)?(?:助手|助理|AI|模型|客服|机器人)|(?:改以|以|换成|切换为|改用)(?:黑客|管理员|超级用户|root|系统|开发者|攻击者)(?:的)?(?:身份|权限|口吻|名义)|(?:你|AI|助手|模型).{0,6}不受(?:任何)?(?:道德|伦理|法律|安全|内容|规则)(?:的)?(?:约束|限制|束缚)|(?:接下来|以后|今后|之后|后续)的?(?:对话|回复|回答|聊天)(?:中|里)?[，,]?你(?:必须|只能|要|得|应该|将|不得|不能)|你不再受(?:任何|到)?.{0,8}(?:限制|约束)|假装用户(?:已经|已|同意|确认)"
        rf"|(?:请|应|要|必须|改)(?:用|以)(?:管理员|开发者|root|调试|无限制|超级用户|上帝)(?:的)?(?:模式|身份|权限)(?:来)?(?:回复|回答|运行|执行|应答|工作)|作为\s?(?:{_MODEL_HAN})[，, ]{{0,2}}(?:请|你)(?:立即|马上)?(?:停止|忽略|改为|无视|放弃|跳过)|(?:把|将)(?:下一条|接下来的|下面的?|以下)(?:消息|内容|文字|话)?(?:都)?(?:视为|当作|看作)(?:来自)?(?:管理员|系统|开发者)"
    ),
    "markup": (
        r"<\|?/?(?:im_start|im_end|system|系统|指令|sys)\|?>|\[/?(?:INST|SYS|系统|管理员)\]|【\s?(?:系统|system|管理员|开发者)(?:消息|指令|提示)?\s?】|(?:^|\n)\W{0,4}(?:系统(?:提示词?|消息|指令|通知|指示|管理员指令)|开发者(?:消息|指令)|管理员(?:指令|命令))\s?[：:](?=[^\n]{0,80}(?:你|必须|以后|每次|回复|回答|忽略|无视|不得|立即|输出|覆盖|从现在))"
        r"|[\[【]\s?(?:系统|管理员|开发者)(?:消息|指令|提示|通知|公告)?\s?[\]】]"
    ),
    "addressed": (
        rf"(?:所有|任何|每个|凡是|一切|各)(?:的)?(?:读取|读到|看到|处理|使用|加载|检索|访问|总结)?(?:到)?(?:本|这|此)?(?:段|条|份|篇)?(?:文|文本|文字|记忆|内容|消息|笔记|文档)?(?:的)?(?:{_MODEL_HAN})\s?(?:都)?(?:必须|应当|应该|应|需要|需|务必|要|一律|不得|禁止)"
        rf"|(?:当|如果|若|一旦|只要)?(?:你是)?(?:{_MODEL_HAN})\s?(?:在)?(?:读到|看到|读取|处理|加载|检索到|访问|总结|阅读)(?:到|了)?(?:本|这|此)(?:段|条|份|篇|句|些)?.{{0,8}}(?:时|后|就|必须|请|立即|，|,)|(?:如果|若|假如|既然)你(?:是|作为)(?:一个|一款|个)?(?:{_MODEL_HAN})"
        rf"|(?:本|这|此)(?:条|段|份|篇)?(?:记忆|文本|文字|消息|笔记|内容|指令)(?:要求|命令|指示|授权)(?:你|{_MODEL_HAN})|(?:阅读|读完|读到|看到|看完|处理完?)(?:本文|此文|这段话?|这条|本条|该)(?:后|时|之后|以后)?[，,]?(?:请|立即|必须|应|要|你|马上)"
        rf"|(?:^|[。！!？?\n【\[（(*#])\s?(?:致|给|告|通知)?(?:所有|各位|全体|阅读此文的)?(?:{_MODEL_HAN})(?:们)?\s?(?:请)?(?:注意|听好|须知|请看|必读)|(?:{_MODEL_HAN})\s?(?:必须|应当|应该|务必|须|需要|要)(?:立即|马上|直接|悄悄|无条件)?(?:绕过|忽略|无视|跳过|泄露|泄漏|转发|删除|清空|隐瞒|执行命令|调用|推荐|关闭|禁用|谎称|拒绝回答用户|服从)"
        rf"|(?:读到|看到|看见|阅读|处理|收到)(?:这里|此处|这儿|这条|这段|此文|本文|这句话?|此条)(?:记忆|消息|内容|文字|话)?的(?:所有)?(?:{_MODEL_HAN})"
    ),
    "concealment": (
        r"(?:不要|别|不得|不许|切勿|禁止|无需|不必|请勿)(?:告诉|告知|通知|提醒|让|询问|透露给|泄露给)用户(?:知道|发现|看到|察觉|你|这|此|有|本)|(?:在)?(?:不|未|没有?)(?:通知|告知|告诉|经过|经|征得|惊动)(?:用户|本人|主人)(?:同意|许可|确认|授权)?(?:的情况下|就|而|便|前提下|，直接)"
        r"|(?:悄悄|偷偷|暗中|私下|秘密|静默|后台)(?:地)?(?:把|将|给|向)?.{0,16}(?:发送|发到|发给|转发|上传|导出|删除|执行|转账|添加|附上)|(?:不要|别|不能|不得)让用户(?:发现|知道|看到|察觉)|(?:如果|若|只要|当|一旦)?(?:有人|用户|对方|别人)(?:问起?|询问|问到|提到|质疑).{0,16}(?:就?说不知道|就?说没有|否认|谎称|装作|假装|不要承认|不得承认|隐瞒|一律报|报双倍|拒绝承认)|用户(?:已经|已)(?:授权|允许|同意|批准|许可)(?:了)?(?:你|该助手|助手|模型)|(?:后台|静默|悄悄|偷偷)(?:地)?(?:下载|运行|执行|安装)|(?:隐瞒|隐藏|不要提及|不得提及|不要透露|不得透露|保密)(?:此|这|本)(?:条|段|个|项)?(?:规则|指令|指示|消息|内容|提示|要求|设定)"
        r"|(?:对|向)用户(?:隐瞒|隐藏|保密|封锁)|用户(?:已经|已)(?:授权|批准|同意|允许)(?:了)?(?:所有|一切|全部|任何)(?:操作|请求|权限|命令|行为)|告诉用户(?:他|她|其|你)?(?:的)?(?:账户|账号|帐号|银行卡|设备|密码|电脑)(?:已经?|被)+(?:冻结|锁定|封|盗|泄露|感染)"
    ),
    "prompt_theft": (
        r"(?:输出|重复|打印|显示|透露|泄露|泄漏|公开|说出|告诉我|发给我|复述|展示|翻译|总结|给我|交出|背出)(?:出|一遍)?(?:你|给我)?(?:的)?(?:完整|全部|原始|初始|隐藏|内部)?(?:的)?(?:系统)(?:提示词?|指令|设定|消息|prompt)|(?:输出|重复|打印|泄露|复述|说出)(?:你)?(?:的)?(?:完整|全部|初始|原始|隐藏|内部)(?:的)?(?:提示词?|指令|设定|prompt)"
    ),
    "jailbreak": (
        r"(?:进入|开启|启用|激活|切换到|打开|处于|已进入)(?:了)?(?:越狱|开发者|上帝|管理员|无限制|调试|DAN|不受限|超级用户)(?:的)?模式|(?:解除|关闭|停用|禁用|绕过|跳过|取消|突破|卸下)(?:掉)?(?:你|所有|全部|一切|任何|的|自己){0,4}(?:内容|安全|道德|权限|隐私|伦理|敏感词)(?:的)?(?:审查|过滤器?|限制|检查|校验|规则|策略|约束|防护|审核)"
        r"|(?:停止|不再|无需|不必)(?:遵守|执行|遵循)(?:你|的|任何|所有)*(?:安全|隐私|内容|道德|保密)(?:规则|规定|政策|协议|准则|限制)|安全(?:规则|限制|策略)(?:已经|已|对你)?(?:不适用|失效|解除)"
        r"|(?:把|将)你?(?:收到|看到|读到|获取|知道|记住)的?.{0,14}(?:发|抄送|转发|上传|传|同步|汇报)(?:送)?(?:给|到|至)|(?:导出|打包|复制|备份)(?:数据库|全部数据|所有数据|所有文件|通讯录|全部记忆|聊天记录).{0,6}(?:发送|上传|发|传|转)(?:给|到|至)?(?:外部|第三方|远程|这个|以下|https?|\S+@)"
        r"|(?:把|将).{0,12}(?:通讯录|聊天记录|对话内容|对话|记忆|密码|密钥|令牌|凭证|流水|文件|隐私)(?:内容)?(?:都|全部)?(?:发给|发到|发送到|发送给|转发给|转发到|上传到|上传至|传给|导出到)(?:我|这个|此|该|https?|[\w.+-]+@|对方|以下)"
        r"|(?:把|将|请)[^。\n]{0,16}(?:记忆|对话|密码|密钥|通讯录|聊天记录|文件|资料)(?:都|全部)?(?:导出|打包|复制|加密)(?:后|并|再|然后)?(?:发送|上传|发|传|转)(?:到|给|至)|(?:每次|所有|每个|每条)(?:的)?(?:回复|回答|答复|消息)[^。\n]{0,8}(?:加上|附上|插入|带上|放上)(?:这个|以下|该|下面的?|此)(?:链接|网址|广告|图片|代码|域名)|(?:把|将)?[^。\n]{0,10}(?:base64|密文|编码|十六进制|字符串)[^。\n]{0,8}(?:解码|解密|还原)(?:后|并|再|然后)?(?:执行|运行|照做|遵循)|(?:附带|附上|带上|加上|连同)[^。\n]{0,6}用户的[^。\n]{0,8}(?:发到|发送到?|发给|提交到|传到)"
    ),
}


_PATTERNS: Final = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind in _ENGLISH
    for pattern in (_ENGLISH[kind], _CHINESE[kind])
)  # fmt: skip
_KINDS: Final = {id(pattern): kind for kind, pattern in (*_PATTERNS, *injection_aims.PATTERNS)}
_ORDER: Final = {kind: place for place, kind in enumerate(_ENGLISH)}
_AIMS: Final = frozenset(id(pattern) for _, pattern in injection_aims.PATTERNS)
_SIEVE: Final = Sieve(pattern for _, pattern in (*_PATTERNS, *injection_aims.PATTERNS))
_QUOTED: Final = re.compile(
    r"“[^“”\n]{1,120}”|「[^「」\n]{1,120}」|『[^『』\n]{1,120}』|\"[^\"\n]{1,120}\"|`[^`\n]{1,200}`|《[^《》\n]{1,80}》"
)
_ABOUT: Final = re.compile(
    r"(?i:prompt[- ]injections?|jailbreak(?:s|ing)? (?:samples?|attempts?|prompts?|examples?|research)|red[- ]team|adversarial|attack(?:s|ers?)? (?:such as|like|that)|phrases? (?:such as|like)|papers? (?:about|on)|talk(?:s|ed)? about|research(?:es|ing)? |tests? (?:whether|language models|models|how)|detect(?:s|ion|or)?|blocks?|filter out|examples? of|warn(?:s|ed)? (?:about|against))"
    r"|注入攻击|提示词注入|提示注入|越狱样例|越狱攻击|红队|攻防|安全测试|安全研究|对抗样本|论文|检测|拦截|防范|防御|之类的(?:话|攻击|文字)|等攻击|示例|举例|演讲|培训"
)
_AROUND: Final = 16
"""Characters that somebody who quotes an attack says of it, at least."""
_LONGEST: Final = 20_000


def injections(text: str, *, weighed: bool = True) -> list[Injection]:
    """Every stretch of a text that commands a model, in order; of overlapping ones the first and longest.

    A text that speaks about such attacks is left alone, unless it carries the marks of a prompt itself.

    Args:
        weighed: Where no phrase gives it away, weigh the wording as a whole.
    """
    plain = _folded(text[:_LONGEST])
    masked = _QUOTED.sub(lambda found: "·" * len(found[0]), plain)
    if len(masked) - masked.count("·") < _AROUND:
        masked = plain  # nothing but a quotation: nobody tells of it
    possible = _SIEVE.possible(masked)
    found = list(_found(masked, possible))
    stretch = commanding(plain) if weighed and not found else None
    if not found and stretch is None:
        return []
    if _ABOUT.search(plain):
        found = [one for one in found if one.kind == "markup"]
    elif stretch is not None:
        return [Injection(*stretch, "command")]
    kept: list[Injection] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end, _ORDER[one.kind])):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


def read_ahead(texts: Iterable[str]) -> None:
    """Weigh the wording of texts that will be asked about soon, all together."""
    weigh_ahead(_folded(text) for text in texts if len(text) <= LONGEST)


def _found(text: str, possible: Possible) -> Iterator[Injection]:
    for pattern in possible:
        if id(pattern) not in _AIMS or not injection_aims.is_report(text):
            for match in pattern.finditer(text):
                yield Injection(match.start(), match.end(), _KINDS[id(pattern)])


def _folded(text: str) -> str:
    """Full-width and traditional characters made plain, one for one, so that offsets hold."""
    if text.isascii():
        return text
    whole = fold(text)
    if len(whole) == len(text):
        return whole
    return "".join(same if len(same := fold(char)) == 1 else char for char in text)
