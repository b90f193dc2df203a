"""Sentences of made-up people and their machines, labelled by hand before any of them was run through the product."""

from __future__ import annotations

PREFERENCES = """
Mira takes her espresso without sugar and gets grumpy when it arrives late
Bullet lists tire him; he would much sooner read two plain paragraphs
Never send voice notes, she reads everything on the train
Dark backgrounds only, bright screens give him migraines
Prefers metric units in every report
He can't concentrate when the radio is on
Wants commit messages in the imperative mood
She finds emoji in work mails childish
Answers should start with the conclusion, details after
Oskar swears by mechanical keyboards
Hates being called before nine in the morning
Likes window seats, even on short flights
Please keep code samples under twenty lines
Long meetings drain her energy, short written updates suit her far better
The user is a big fan of hiking and avoids crowded beaches
No exclamation marks in customer letters please
Tends to order the vegetarian option
Spreadsheets with merged cells drive her mad
Favourite tea is a smoky lapsang
Would rather get one long mail a day than ten short ones
用户讨厌在表格里看到英文缩写
喝咖啡只喝手冲，速溶的一口都不碰
开会纪要希望控制在一页以内
她看不惯花里胡哨的配色
回复里别加表情符号
阿宁习惯晚上写代码，白天别催他
更喜欢先看结论再看推导
代码注释一律用中文写
不吃香菜，点外卖记得备注
电话太打扰，他宁愿收邮件
图表比长篇文字更合他胃口
深色主题用着顺眼，浅色的晃眼
周报要短，超过三段他就没耐心看
坐飞机一定选靠窗的位置
对敬语很在意，客户邮件里要用您
老陈偏爱纸质书，电子书看着累
听歌只听纯音乐，有人声就分心
讲解技术问题时请多举例子
最烦别人半夜发消息
比起视频，她更愿意读文档
""".strip().splitlines()

TASKS = """
Submit the visa paperwork by 14 March
Still waiting for legal to sign the data processing agreement
Migrate the billing cron to the new cluster before Friday
The onboarding guide is half written, chapters four and five are missing
Remind me to renew the domain in May
Need to call the dentist about the invoice
Follow up with Petra on the hardware quote
Landing page redesign is blocked on the new logo
Book train tickets for the Hamburg workshop
TODO: rotate the staging certificates
Quarterly numbers are due to finance next Tuesday
Has to prepare slides for the board meeting
Plans to finish the Rust course this month
Review the pull request for the retry logic
The garage contract expires soon, cancel it in writing before June
Order new filters for the water purifier
Waiting on translations for the settings screen
Draft the job posting for a second designer
Test coverage of the importer is still missing for CSV
Pay the kindergarten fee by the end of the month
月底前把年度预算表交给财务
支付模块的联调还没做完
等法务回复合同第三版的意见
下周三要给客户演示新版后台
提醒我周五买猫粮
准备在四月把博客迁到新服务器
登录页改版进行中，还差移动端适配
需要补交体检报告
待办：更新对外接口文档
约牙医复诊，时间还没定
正在整理去日本的签证材料
搜索优化方案写到一半，缺性能数据
跟进一下供应商的报价单
下个月要续签房租合同
毕业论文第二章还没动笔
计划下季度把报表系统拆出来
周一之前完成数据库巡检脚本
答应了小米周末帮她搬家
面试题库剩下算法部分没整理
把旧手机里的照片备份到硬盘，本周内弄完
""".strip().splitlines()

SKILLS = """
Before every release, run the smoke tests against a copy of production data
If the container refuses to start, delete the stale lock file first
Lesson: never rename a column while the old workers are still running
The fix for the blank screen was to clear the browser's service worker
When the printer hangs, unplug it for a minute and it recovers
Always take a snapshot before touching the volume
To rebuild the search pages, stop ingestion, then run reindex twice
Correction: the invoice template lives in the shared drive, not in the repo
Use the staging token instead of the personal one, otherwise the audit fails
Turns out the VPN drops when the laptop sleeps, so reconnect after every break
Don't deploy on Fridays without a second pair of eyes
Make sure to export the calendar as ICS, the CSV loses time zones
First warm the cache, then switch traffic
Next time ask for the budget before drawing any screens
Whenever numbers look off by a cent, check the rounding in the tax module
Root cause of the slow dashboard was a missing composite index
How to restart the gateway: drain it, wait two minutes, then start
Double-check the currency when copying quotes from the old sheet
A workaround for the login loop is to open a private window
Tag the commit only after the changelog has been merged
发版之前务必先冻结配置
遇到证书报错，先检查系统时间
上次教训：改索引要避开白天高峰
网关重启前要先摘流量，再等两分钟
如果导出乱码，就把编码换成带 BOM 的
以后给老人订票要选大字版行程单
清理磁盘前先确认备份已经同步
踩坑记录：时区不写清楚，报表就会差八小时
下次谈价格先问对方预算
打印机卡纸时断电一分钟再开
数据对不上多半是汇率表没更新
合并分支之前必须跑一遍全量测试
正确的做法是用事务包住两次写入
更正：发票抬头应为分公司名称
不要直接在生产库上改数据，先写脚本评审
登录循环的解决办法是清掉浏览器缓存
每次升级完都要重新导入字体
先把大文件拆开再上传，否则会超时
接口联调时要固定版本号，不然前端会报错
改表结构踩过坑，一定要先备份
""".strip().splitlines()

FACTS = """
Mira grew up in Porto and moved to Ghent five years ago
The warehouse system is written in Elixir
His daughter Lena turns six in August
Petra is the contact at the printing company
The office door code changes on the first of each month
Oskar plays the cello in an amateur orchestra
Their staging environment has two nodes and 16 GB of memory each
The car is a grey Skoda with winter tyres in the cellar
Team Falcon consists of four engineers and one designer
Allergic to penicillin
The wedding took place on 12 September 2020
Graduated from the technical university in Delft
Invoices are numbered by year and quarter
Her manager is called Ingrid
The flat has three rooms and a balcony to the south
Speaks Portuguese, Dutch and some French
The shop ships to Austria and Switzerland
Works as a translator for a museum
The backup server stands in the basement of the Ghent office
Mira's brother runs a bakery
小米养了两只猫，一只叫煤球
老家在绵阳，现在住在成都高新区
公司主站用的是 Vue 和 Go
他女儿今年上小学三年级
客户的对接人是周工，电话只在工作日接
生日是农历八月初三
办公室在科技园三号楼十二层
对花生过敏
毕业于西安的一所理工大学
团队一共七个人，两个做前端
车牌尾号是 7，周四限行
家里网络是电信千兆
仓库系统部署在自建机房
太太是中学语文老师
身高一米七八，穿 43 码的鞋
常用的打车地址是东门
会议室在二楼尽头
他的英文名叫 Leo
父母住在乡下，每年秋天来成都
阿宁负责仓库系统的后端
""".strip().splitlines()

MACHINE = """
[{t}] INFO  memory.store - loaded {n} entries in {ms}ms
cache miss for key session:{h}
scheduler: next tick in {n}s
POST /v1/embeddings 200 {ms}ms
worker-{d} picked up job {h}
Retrying in {d}s (attempt {d}/5)
WARN queue depth {n} exceeds threshold
heartbeat from node-{d}
connection to redis lost, reconnecting
tokens used: prompt={n} completion={n}
flushed {n} rows to disk
Exception in thread main: TimeoutError
session {h} opened
vector index rebuilt ({n} items)
plugin weather v1.{d}.{d} loaded
GC pause {ms} ms
checkpoint {n} written
rate limit hit, sleeping {d}s
Embedding batch {d}/{d} done
config reloaded from /etc/agent/agent.toml
DEBUG tool call finished status=ok elapsed={ms}
health check ok
Worker {d} exited with code 0
sync finished: {d} added, {d} updated
failed to parse response, status code 502
model switched to fallback
memory usage {n} MB
job nightly_compact started
job nightly_compact finished in {ms}ms
http client timeout after 30s url=https://api.example.net/v2
心跳正常 node={d}
缓存刷新完成，共 {n} 条
任务 {h} 开始执行
任务 {h} 执行完毕，耗时 {ms}ms
[WARN] 队列积压 {n} 条
向量库连接成功
第 {d} 次重试，等待 {d} 秒
加载插件 weather 成功
接口响应 200，耗时 {ms} 毫秒
会话 {h} 已关闭
定时任务触发：daily_summary
写入数据库失败：timeout
内存占用 {n}MB，正常
模型调用完成 tokens={n}
索引重建中 {d}%
重新连接消息队列
清理过期会话 {d} 个
配置热更新完成
embedding 服务不可用，切换到备用节点
线程池已满，拒绝任务 {h}
日志轮转完成
磁盘剩余空间 {d}%
上下文压缩：{n} -> {n} tokens
开始加载模型权重
守护进程启动，pid={n}
检索耗时 {ms}ms，命中 {d} 条
""".strip().splitlines()
"""Templates of log lines; `{n} {d} {ms} {h} {t}` are filled with numbers, hex and times."""

TRICKY_MEMORIES = {
    "Wants error logs summarised once a day": "preference",
    "用户希望系统日志用中文显示": "preference",
    "Always retry the upload after clearing the cache": "skill",
    "The heartbeat monitor belongs to grandmother's room": "fact",
    "缓存失效导致的重复扣款还没修完": "task",
    "The API times out on Sundays because of the provider's maintenance window": "fact",
    "Retry the payment webhook only after checking the ledger": "skill",
    "心跳包间隔改成三十秒之前要先通知运维": "skill",
    "His sleep tracker says he wakes at 6:10 every day": "fact",
    "会议记录请按时间戳排序": "preference",
    "Server room key is with the janitor": "fact",
    "重试队列的监控面板下周五前要上线": "task",
    "Wants alerts only for 5xx errors, never for timeouts": "preference",
    "Redis is used for sessions and Postgres for everything else": "fact",
    "线上日志保留三十天": "fact",
}
"""Memories about logs, caches and heartbeats."""
