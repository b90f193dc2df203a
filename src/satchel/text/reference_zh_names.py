"""What a Chinese text has named before a place: anything at all, somebody, or several.

Chinese sets no spaces. What is left of the words in front of a pointer, without those that say only who did something and when,
counts as a name; a doubtful word does too, so that doubt finds nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

HAN: Final = "\u3400-\u9fff"
VAGUE: Final = "东西|东东|玩意儿|玩意|事儿|事情|事|情况"
GENERIC: Final = (
    f"{VAGUE}|问题|方案|项目|文件|文档|计划|任务|办法|方法|想法|建议|决定|要求|需求|功能|版本|工具|软件|网站|链接|公司|会议|地方|"
    "人|家伙|同事|朋友|客户|表格|表|图片|图|脚本|代码|程序|接口|错误|结果|数据|话题|活动|设置|配置|选项|模板|思路|流程|格式|"
    "标准|规则|模型|系统|平台|单子|订单|合同|账号|群|视频|照片|文章|帖子|邮件|消息|通知|报告|段子|餐厅|饭店|饭馆|店|医院|学校|酒店|"
    "书|电影|电视剧|课程|课|歌|房子|车子|车|机器|医生|老师|供应商|商家|牌子|型号|产品|密码|数字|词|句话|段话|结论|观点|说法|做法|"
    "安排|时间|日期|位置|包裹|快递|礼物|药|菜|颜色|尺寸|风格|例子|答案|回答|内容|步骤|环节|条件|条款|语气|材料"
)
CLASSIFIER: Final = "个|些|种|件|份|套|条|位|次|家|本|部|台|辆|张|篇|段|句|款|批|组|块|间|座|笔|封|首|场|期|类|只|支|把|双|版|项|单|盒|瓶"
OCCASION: Final = "上次|上回|之前|以前|先前|刚才|刚刚|前面|前几天|那天|昨天|昨晚|前天|上周|上个月"
WHO: Final = "用户|我们|你们|他们|她们|我|你|您|他|她|大家|对方|客户|老板|助手"
MENTION: Final = (
    "说好|说过|说到|说起|说|提到|提过|提起|讨论过|讨论|聊过|聊到|聊|讲过|讲|要求过|要求|想要|要|问过|问|发过|发|给|用过|做过|做|写过|写|"
    "看过|看|定下|定|选|约定|商量|需要|喜欢"
)
NAMING: Final = re.compile(
    r"[\s，,]{0,4}(?:就)?(?:是指|指的是|指|叫做|叫|名叫|名为|名字|即|是[“”「《Q\w])|\s{0,4}[：:（(]|的[^，。；]{1,6}[：:]"
)
"""Right behind a pointer, what it means: 那个项目叫小白."""
INDEXICAL: Final = (
    "家|记忆|备注|笔记|指令|用户|季节|季度|世界|社会|时代|年纪|年龄|岁数|国家|城市|仓库|目录|文件夹|代码库|工程|助手|会话|对话|月|星期|礼拜|周末|学期|年头|时候|时刻|时间段|阶段|暑假|寒假|夏天|冬天|春天|秋天|"
    "生日|下午|早上|晚上|上午|中午|凌晨|时期|世纪|年代|意义|角度|程度|意思|基础|前提|过程|方面|行业|领域|年|天|周|日|辈子|阵子|样子|说法$|就是|叫"
)
"""Behind a demonstrative, what is meant from where and when somebody writes."""
_HOLLOW: Final = re.compile(
    rf"{OCCASION}|(?<![吉其排利])(?:{WHO})|{MENTION}|今天|明天|后天|下周|现在|目前|最近|下次|后来|然后|另外|此外|所以|因为|但是|不过|而且|如果|听说|据说|关于|对于|"
    "终于|总算|一直|仍然|从来|从没|从未|最终|其实|果然|似乎|好像|还是|只是|原本|本来|到底|究竟|终究|也许|大概|立刻|马上|立即|赶紧|暂时|重新|再次|反正|"
    rf"[一两三几][{CLASSIFIER}]|[上下]个?(?:月|周|星期|礼拜)|[去今明后前]年|昨天|前天|今晚|昨晚|明早|今早|刚|"
    "一律|统统|全部|通通|老是|总是|顺口|随口|偶尔|至今|目前|暂且|干脆|直接|尽量|务必|千万|一个人|个人|自己|一次|一遍|一回|一下子|早上|上午|中午|下午|晚上|夜里|"
    "[一两三几](?:[次遍回趟份]|个(?:早上|晚上|下午|上午))|[看听吃写读喝做用买卖花拿扔放改](?:完|好|掉|到|过|了|进)|忽略|跳过|撤回|撤销|否决|认同|赞同|抄送|转给|退回|归还|领取|申请|报名|参与|加入|退出|离开|"
    "欣赏|佩服|羡慕|怀疑|质疑|批评|表扬|责怪|埋怨|原谅|理解|明白|清楚|了解|熟悉|适应|习惯|担忧|害怕|愿意|乐意|希望|盼望|期待|指望|打听|查过|查|搜索|引用|参考|模仿|照搬|照抄|抄|背|翻译|润色|压缩|展开|省略|"
    "补充|添加|加上|去除|移除|替换|更换|调换|切换|移动|复制|粘贴|下载|上传|打印|扫描|登记|记录|统计|核实|核查|检验|评估|评价|比较|对比|衡量|预订|预约|"
    "相信|信任|承担|管理|调整|支付|拿到|得到|获得|失去|找回|推掉|接手|接管|主持|组织|策划|设计|制作|开发|编写|撰写|起草|实现|运行|启用|停用|禁用|关掉|带走|带来|带回|留下|借走|弄丢|弄坏|摔坏|弄错|搞错|记错|看错|"
    "想起|想通|想好|提出|递交|寄出|发出|收下|退掉|卖掉|买下|租下|订好|约好|写好|改好|做好|盼着|盼|希望|只有|以后|今后|更想|更喜欢|更|"
    "坚持|保留|采用|选用|沿用|恢复到|恢复|还原|转发|转告|转达|公开|透露|扔掉|丢掉|还给|送给|寄给|交给|发给|留给|谈妥|谈到|看到|听到|见到|遇到|碰到|找到|拿到|想到|问到|学会|试用|重复|重做|重写|"
    "签字|审批|否定|推翻|推迟|提前|延期|暂停|停止|结束|启动|上线|满足|介意|后悔|放到|搬到|倾向|偏向|倾向于|认定|承认|否认|反映|反馈|抱怨|嫌|夸|吐槽|忘不了|受不了|信不过|看不上|"
    "答应|承诺|忘记|忘了|忘|记得|记住|提醒|告诉|觉得|认为|希望|表示|强调|打算|准备|决定|同意|拒绝|接受|放弃|取消|参加|继续|开始|完成|处理|解决|修改|更新|删除|删掉|使用|"
    "认可|赞成|反对|支持|批准|否决|签署|签了|研究|考虑|查看|检查|测试|验证|发现|选择|挑|试过|试|建议|推荐|询问|回答|回复|确认|提交|保存|打开|关闭|执行|总结|整理|核对|"
    "换成|改成|改为|变成|在意|关心|担心|喜欢|讨厌|满意|不想|想|还没|没有|没|收到|听|买|用|改|做|写|看|找|等|放|拿|去|来|把|被|将|让|叫|请|帮|"
    "给|对|和|跟|与|向|从|在|按照|按|照着|照|根据|为了|为|以后|以|就|也|都|还|又|再|已经|曾经|曾|一直|总是|先|快|很|太|最|更|挺|比较|非常|特别|不要|不|别|"
    "要|会|能|可以|可能|应该|应当|必须|需要|尽快|是|有|的|了|过|着|吗|呢|吧|啊|完|掉|一下|一起|一点|一些"
)
WHOSE: Final = re.compile(r"(?:用户|[我你您他她]们?|自己)$")
"""用户那辆车, 用户这个人: right behind somebody a demonstrative says whose, or who."""
_KIN: Final = re.compile(
    r"(?:的)?(?:先生|太太|老公|老婆|妻子|丈夫|爱人|男友|女友|爸|妈|父亲|母亲|父母|哥|姐|弟|妹|儿子|女儿|孩子|家人|爷爷|奶奶|外公|外婆|舅|姑|叔|姨)"
)
_DEALING: Final = re.compile(
    r"(?:谈判|谈价|谈生意|签合同|签约|打电话|通话|聊天|开会|见面|握手|相亲|约会|面试|合租|合作|吵架|争论|辩论|沟通|交易|比赛|道歉|送礼|借钱|还价|租房|转账|采访|交流|相处|砍价|汇款)"
    r"[^。；！？了过]{0,10}$"
)
_ONCE: Final = re.compile("[^。；！？]*[了过]")
_CARRIER: Final = re.compile(
    r"[这本](?:份|篇|个|张|页|段|本|条)?(?:文件夹|文件|文档|说明|清单|笔记|列表|目录|页面|模板|备注|便签|脚本)(?:由|是由|是给|是写给|用于|写给|列出|记录|存放|收录|包含|放着|里是|里放|里存|里有|里只|供|只供|只写|按|专门)"
    r"|这台(?:电脑|机器|服务器|主机)(?:上)?(?:有|装|跑|是|用|没|叫)|这个(?:项目|仓库|代码库|应用|服务|程序|插件|网站)(?:只|都|一律|统一)?(?:用|使用|采用|基于|由|支持|依赖|遵循|部署|运行|跑在|属于)"
)
_NAME: Final = re.compile(rf"[{HAN}]|[A-Za-z0-9]{{2,}}")
_SURNAMES: Final = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔"
    "白崔康毛邱秦江史顾侯邵孟龙万段钱汤尹黎易常武乔贺赖龚文欧"
)
_SOMEBODY: Final = re.compile(
    rf"[妈爸哥姐弟妹娘爷奶婆公叔伯婶姑舅姨嫂侄甥孙夫妻]|母亲|父亲|下属|上级|下级|手下|太太|爱人|情侣|男友|女友|儿子|女儿|孩子|小孩|宝宝|婴儿|家人|亲戚|家里|邻居|房东|租客|室友|同学|同事|同行|朋友|"
    "老师|教授|导师|学生|学员|医生|大夫|护士|律师|经理|老板|上司|领导|主管|总监|组长|店长|班长|队长|助理|秘书|会计|客户|客人|顾客|师傅|师兄|师姐|师弟|师妹|师父|司机|教练|中介|保姆|保安|先生|女士|小姐|"
    "专家|作家|画家|作者|记者|读者|患者|志愿者|猫|狗|宠物|鹦鹉|兔|演员|店员|[^动复]员(?!会)|实习生|考生|研究生|毕业生|歌手|选手|对手|新手|选手|总裁|总统|主任|主席|校长|院长|部长|处长|局长|家长|"
    rf"[^个他她别本每某人对]人(?!民币|工|行|类|生|气|数|均)|[小老阿][{HAN}]|[{_SURNAMES}](?:总|工|哥|姐|[{HAN}]{{1,2}})|谁|(?:认识|结识|遇见|嫁给|爱上)了?(?![他她它这那])[{HAN}]{{2}}|[A-Z][a-z]+"
)
_SEVERAL: Final = re.compile(
    rf"们|团队|公司|部门|小组|[银]行|[商酒饭书药超]店|医院|学校|机构|平台|父母|夫妇|夫妻|双方|[两三四五六七八九十几多\d][{CLASSIFIER}名口]|一些|许多|很多|[{HAN}A-Za-z][和与跟及、][{HAN}A-Za-z]|[应货销理发造厂]商|厂家|商家|房企|单位|协会|编辑部|政府|官方|警察|乐队|客服|物业|商家|"
    "一家|全家|家里|医生|银行|超市"
)


def speaks_of_itself(text: str, start: int) -> bool:
    """Whether a demonstrative means what the memory is kept in, or is kept about: 这份清单列出密钥, 这个项目用 pnpm."""
    return _CARRIER.match(text, start) is not None


def may_be_the_users(text: str, end: int) -> bool:
    """Whether somebody's family follows, which can be the user's own: 用户和她先生."""
    return _KIN.match(text, end) is not None


def is_any_partner(before: str, text: str, end: int) -> bool:
    """Whether 对方 is whoever the user deals with on such an occasion: 谈判时先听对方的条件."""
    return _DEALING.search(before) is not None and _ONCE.match(text, end) is None


def names_something(before: str) -> bool:
    """Whether what stands before says anything that a pointer could mean, beyond who did something and when."""
    return sum(1 if len(part) == 1 else 2 for part in _NAME.findall(_left(before))) >= 2


def is_empty(before: str) -> bool:
    """Whether not a single sign of what stands before can be part of a name."""
    return _NAME.search(_left(before)) is None


@lru_cache(maxsize=64)
def _left(before: str) -> str:
    """What stands before without the words that name nothing; several rules ask it of one place."""
    return _HOLLOW.sub("", before)


def names_somebody(before: str) -> bool:
    """Whether somebody is named whom 他 or 她 could mean, other than the user."""
    return _SOMEBODY.search(before.replace("用户", "Q")) is not None


def names_several(before: str) -> bool:
    """Whether 他们 or 它们 could mean something that is named: several, a group, or somebody."""
    left = before.replace("用户", "Q")
    return _SOMEBODY.search(left) is not None or _SEVERAL.search(left) is not None
