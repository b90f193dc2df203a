"""Wording of machines and of people, in English and Chinese: what tells a log line from something remembered."""

from __future__ import annotations

from typing import Final

MACHINE_NOUNS: Final = frozenset(
    """
    heartbeat cache scheduler worker thread process queue index embedding embeddings vector vectors socket connection connections
    pool request requests response session token tokens batch checkpoint snapshot daemon cron job jobs handler endpoint webhook
    payload shard replica node cluster gc heap cpu memory_mb latency throughput timeout backoff lock mutex buffer stream pipeline
    plugin module config configuration schema database db sqlite redis postgres kafka http https api rpc grpc tcp dns ssl tls
    retry retries attempt attempts rows records chunk chunks bytes kb mb hits misses watchdog dispatcher executor listener
    poller consumer producer broker middleware router gateway migration upsert vacuum wal fsync collection ingest ingestion
    shutdown restart startup summarizer autosave dedupe agent build telemetry audit stream snapshot upload download websocket ws lock transaction letter cron boot prefetch warmup tokenizer prompt completion inference rerank reranker recall retriever subprocess container pod service server client
    exit code pid uptime ttl eviction quota ratelimit rate limit telemetry metrics trace span event events hook cursor sync watcher
    tool plugin disk usage store model fallback weights space compaction rollup flusher reaper loop tick interval pong ping probe health healthcheck maintenance segment refresh
    """.split()
)
"""Things that logs are about."""

MACHINE_STARTS: Final = frozenset(
    """
    started starting stopped stopping completed finished failed retrying reconnecting reconnected connected connecting disconnected
    loaded loading reloaded reloading flushed flushing initialized initialised initializing initialising shutting booting booted
    scheduled queued enqueued dequeued dispatched dispatching polling polled skipped skipping acquired releasing released spawned
    spawning evicted evicting rebuilt rebuilding indexed indexing reindexed fetched fetching received sent sending processed
    processing executing executed invoking invoked calling returned returning wrote writing read reading opened opening closed
    closing saved saving persisted persisting compacted compacting vacuumed cleaned cleaning pruned pruning purged purging expired
    refreshed refreshing synced syncing synchronized registered registering unregistered subscribed listening binding bound
    warming warmed downloaded downloading uploaded uploading parsed parsing validated validating generated generating
    embedded embedding computed computing merged inserted inserting updated deleted deduplicated timeout timed exception unhandled
    uncaught heartbeat cache request response worker scheduler session connection unable cannot could got rotating rotated
    throttled throttling backing ingested ingesting dropped dropping killed terminated terminating restarted restarting resumed
    suspended checkpoint committed rolled trimmed trimming sweep sweeping swept resolved tick job task_id gc health probe
    autosave dedupe dedup truncated migrated migrating drained deploying switched upserted attached detached mounted watching triggered triggering fired firing ping pong no-op noop
    """.split()
)
"""First words of log lines: a machine tells what it did, without a subject."""

MACHINE_ENDS: Final = frozenset(
    "skipped complete locked scheduled moved deployed drained uploaded waiting rebuilding truncated resumed queue sleep gracefully removed sent dropped rejected applied saved created deleted completed finished started failed ok done success succeeded exceeded expired closed opened loaded ready stopped skipped timeout"
    " restarted refreshed flushed rebuilt rotated synced connected disconnected refused terminated acquired released initialized"
    " initialised requested passed missed hit idle running queued healthy unhealthy alive received reset elapsed exhausted reached".split()
)
"""Last words of log lines."""

HUMAN_WORDS: Final = frozenset(
    """
    i my me mine we our us he his him she her they their them you your user's who someone people family wife husband daughter son
    mother father friend colleague boss manager team customer client lives likes prefers wants hates loves enjoys dislikes always
    never should must please because want need needs prefer remember don't doesn't can't isn't favourite favorite birthday weekend
    morning evening coffee tea lunch dinner holiday vacation trip meeting weekly monday tuesday wednesday thursday friday saturday
    sunday instead rather when whenever before
    """.split()
)
"""Words of people about people."""

FUNCTION_WORDS: Final = frozenset(
    "the a an of to in on at by with and or but for from that this these those it its is are was were be been has have had as than so if then not very really also still yet about into over under after until while".split()
)

MACHINE_NOUNS_HAN: Final = (
    "心跳|任务队列|缓存|线程|进程|队列|索引|向量|嵌入|连接池|数据库连接|连接|接口|服务端|服务|定时任务|后台任务|任务调度|调度器?|配置|模型调用|模型|请求|响应|会话|令牌|token|批次|节点|内存|磁盘|cpu|健康检查|"
    "守护|日志文件|日志|快照|检查点|主从|副本|延迟|吞吐|状态码|网关|消息总线|分片|gc|垃圾回收|心跳包|落盘|插件|工具|数据库|redis|mysql|sqlite|文件句柄|端口|证书|锁|条记录|条数据|系统|作业|写入|读取|召回|检索|推理|embedding|worker|api|http|事务|数据包|探针|监听|看门狗|水位|磁盘|空间|重试队列|死信|上下文|摘要任务|记忆库|临时文件|定时器|websocket|配置项|去重|自检|主节点|退出码|会话恢复|数据同步|限流|流水线|脚本任务|备用|通道|轮询|批处理|预热|埋点|采样|分词|词表|权重|显存|带宽|网络"
)
MACHINE_VERBS_HAN: Final = (
    "启动|停止|重启|加载|初始化|执行|完成|完毕|成功|失败|超时|重试|刷新|清理|命中|未命中|释放|获取|断开|重连|连接|轮转|触发|退出|返回|耗时|积压|切换|同步|备份|回收|写入|入队|出队|上报|检测|正常|异常|就绪|"
    "结束|开始|过期|失效|重建|关闭|打开|注册|注销|提交|回滚|限流|熔断|降级|告警|占用|拒绝|丢弃|跳过|已满|更新|校验|通过|登录|登出|收到|发送|调用|监听|扫描|压缩|合并|淘汰|驱逐|恢复|心跳|落盘|超过阈值|空闲|截断|休眠|降级|续期|恢复|断开|调整为|删除|生成|限速|排空|拉取|推送|解析|超限|就位|唤醒|为空|等待新|挂起|中断|终止|已停"
)
HUMAN_HAN: Final = (
    "喜欢|讨厌|希望|偏好|习惯|不爱|想要|想|觉得|认为|住|家里|老婆|妻子|丈夫|女儿|儿子|孩子|父母|爸|妈|朋友|同事|老板|领导|客户|生日|周末|早上|晚上|下午|咖啡|茶|吃|喝|旅行|假期|会议|开会|"
    "记得|不要|别|务必|一定|应该|必须|需要|最好|建议|因为|所以|否则|不然|如果|每次|以后|下次|教训|先|还没|还差|待(?:办|处理|确认|完成|跟进|定|补)|打算|计划|负责|我|他|她|您|你|咱|大家|主力|老师|叫|养|爱|每天|每周|每月|每晚|凌晨|白天|会(?![话员])|(?<![摘主重需必纪概简])要(?!求)|用(?![户时量])|里(?!程)|比(?!对)|更(?!新)|太|都|也|用户(?:的|是|在|对|会|说|不|更|要|用|平时|经常|每)"
)
