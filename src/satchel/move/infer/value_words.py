"""What values of well-known columns look like: levels, speakers, states, truths and scales, in English and Chinese."""

from __future__ import annotations

from typing import Final

LEVELS: Final = frozenset(
    "trace debug info information informational notice warn warning error err fatal critical crit severe emergency alert verbose"
    " 调试 信息 警告 错误 严重 致命 提示 告警".split()
)
SPEAKERS: Final[dict[str, str]] = {
    **dict.fromkeys("user human me customer client usr 用户 人类 我 客户 提问者 顾客 u h person".split(), "user"),
    **dict.fromkeys(
        "assistant ai bot agent model gpt claude gemini chatgpt asst llm 助手 助理 机器人 模型 智能体 客服 小助手 a gpt-4 copilot".split(),
        "assistant",
    ),
    **dict.fromkeys("system developer sys 系统".split(), "system"),
    **dict.fromkeys("tool function tool_result tool_call function_call 工具 函数".split(), "tool"),
}
"""Who speaks, by what they are called."""

DELETED_STATES: Final = frozenset(
    "deleted removed del trashed forgotten revoked erased purged void voided retracted discarded soft_deleted softdeleted"
    " withdrawn rescinded annulled tombstoned 已撤销 撤销 已废弃 废弃 已注销 注销 已废止"
    " 已删除 删除 作废 已作废 已移除 已撤回 撤回 已遗忘 已清除".split()
)
ARCHIVED_STATES: Final = frozenset("archived archive 已归档 归档 历史".split())
SUPERSEDED_STATES: Final = frozenset(
    "superseded replaced outdated obsolete stale deprecated 已替换 过时 已过时 被取代 旧版".split()
)
LIFE_STATES: Final = (
    DELETED_STATES
    | ARCHIVED_STATES
    | SUPERSEDED_STATES
    | frozenset(
        "active inactive enabled disabled valid invalid live normal ok published current visible hidden alive 正常 有效 无效 启用 禁用 生效 可用 在用 activated".split()
    )
)
"""States of a row's own life, which say nothing about its subject."""
TASK_STATES: Final = frozenset(
    "todo to_do open new in_progress inprogress doing wip in_review review reviewing blocked waiting on_hold hold paused pending"
    " done finished completed complete closed cancelled canceled resolved planned backlog started not_started testing deployed"
    " draft ready abandoned overdue deferred accepted rejected scheduled ongoing"
    " 待办 未开始 待开始 进行中 开发中 测试中 联调中 评审中 已完成 完成 已关闭 关闭 已取消 取消 阻塞 暂停 挂起 待评审 待上线 已上线 待验收 设计中 规划中 计划中 待处理 处理中"
    " 已解决 待确认 延期 搁置 排期中 验收中 等待 待排期 未完成 已暂停".split()
)
"""States of work."""
TRUE: Final = frozenset(
    "1 true yes y t on 是 有 真 √ ✓ 对 ja wahr oui vrai sí sim verdadero verdadeiro sì vero waar".split()
)
FALSE: Final = frozenset("0 false no n f off 否 无 假 × 错 nein falsch non faux não nao falso nee onwaar".split()) | {
    ""
}
RANKS: Final[dict[str, float]] = {
    **dict.fromkeys("critical urgent highest p0 极高 紧急 最高 非常重要".split(), 1.0),
    **dict.fromkeys("high p1 important 高 重要".split(), 0.8),
    **dict.fromkeys("medium mid normal moderate p2 中 一般 普通 中等".split(), 0.5),
    **dict.fromkeys("low p3 minor 低 次要 不重要".split(), 0.2),
    **dict.fromkeys("lowest trivial p4 极低".split(), 0.1),
}
"""Named degrees of importance."""
OUTCOMES: Final = frozenset(
    "success succeeded failed failure ok error timeout running queued retrying skipped killed aborted completed 成功 失败 超时 运行中 排队中 200 500 404".split()
)
"""How a machine's job ended."""
PERSONAL_KEYS: Final = frozenset(
    """
    name nickname nick birthday birth age gender city country home address job occupation company employer title role school
    language lang tone style theme color colour favorite favourite food drink tea coffee music sport hobby hobbies pet pets diet
    allergy allergies units unit currency timezone family spouse partner wife husband children kids email phone car editor ide
    framework font signature greeting pronouns personality interests interest format verbosity length emoji reply response answer
    seat airline hotel cuisine meal notification notifications wording dislikes likes likes dislike prefers preference preferences habit habits bedtime wakeup wake sleep commute goal goals
    mode dark light prefs pref facts memory memories
    """.split()
)
"""Words in the keys of a profile."""
CONFIG_KEYS: Final = frozenset(
    """
    api base url endpoint host port model temperature top_p topp max tokens timeout retries retry path dir directory file db
    database dsn redis cache ttl log logging level debug version schema batch size threads workers concurrency embedding embedder
    dim dims dimension vector index chunk overlap threshold topk top_k k backend provider engine key token secret password
    credential auth proxy region bucket queue broker cron interval schedule enabled flag feature build commit env environment
    plugin plugins server client webhook callback ssl tls cert telemetry metrics limit quota rate pool driver migration checksum
    session sessions lock csrf counter last sync cursor offset checkpoint seed device gpu stream streaming penalty stop prompt
    """.split()
)
"""Words in the keys of a tool's own settings."""
SECRET_KEYS: Final = frozenset(
    "password passwd pwd secret token apikey api_key accesskey access_key credential credentials private_key authorization cookie 密码 口令 密钥".split()
)
PERSONAL_KEYS_HAN: Final = "姓名|名字|昵称|生日|年龄|性别|城市|住址|地址|职业|公司|学校|语言|语气|风格|主题|爱好|兴趣|喜欢|讨厌|偏好|习惯|饮食|忌口|过敏|宠物|家庭|配偶|妻子|丈夫|孩子|称呼|时区|单位|口味|回复|作息|车|籍贯|家乡|手机|邮箱|星座|颜色|饮料|食物|音乐|运动|目标"
CONFIG_KEYS_HAN: Final = (
    "接口|端口|路径|模型|超时|重试|缓存|日志|数据库|密钥|令牌|版本|批量|线程|阈值|向量|维度|并发|开关|服务|地址前缀"
)

RELATIONSHIPS = frozenset(
    "friend|best friend|old friend|school friend|colleague|former colleague|coworker|co-worker|workmate|boss|manager|mentor|neighbour|neighbor|landlord|landlady|tenant"
    "|flatmate|roommate|housemate|partner|running partner|training partner|business partner|wife|husband|spouse|ex|girlfriend|boyfriend|fiance|fiancee|mother|father|mum"
    "|mom|dad|sister|brother|son|daughter|aunt|uncle|cousin|niece|nephew|grandmother|grandfather|grandson|granddaughter|godson|goddaughter|mother-in-law|father-in-law"
    "|brother-in-law|sister-in-law|teacher|piano teacher|tutor|coach|trainer|student|pupil|classmate|doctor|dentist|vet|therapist|accountant|lawyer|plumber|electrician"
    "|babysitter|nanny|cleaner|supplier|client|customer|acquaintance|family|relative"
    "|朋友|好友|老友|闺蜜|发小|同事|前同事|老同事|上司|老板|经理|导师|邻居|房东|租客|室友|大学室友|合租|伴侣|妻子|丈夫|老婆|老公|对象|女友|男友|母亲|父亲|妈妈|爸爸|姐姐|妹妹|哥哥|弟弟"
    "|儿子|女儿|姑姑|阿姨|舅舅|叔叔|表姐|表妹|表哥|表弟|堂姐|堂妹|堂哥|堂弟|侄子|侄女|外甥|外甥女|奶奶|爷爷|外婆|外公|岳父|岳母|婆婆|公公|老师|教练|学生|同学|医生|牙医|会计|律师|保姆|供应商|客户|亲戚".split(
        "|"
    )
)
"""What one person is to another: a column of these tells about somebody, it names nobody."""
