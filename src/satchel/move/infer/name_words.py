"""How people name columns: English, Chinese, pinyin and the usual abbreviations, by what the column means.

Words of general use, gathered by meaning. `WHOLE` holds complete names after splitting and joining with `_`; `WORDS`
single words that count wherever they stand in a name, the last word of a name most; `HAN` Chinese words that are
looked for inside a name. Weights are 0 to 1: how much a name alone says before any value was seen.
"""

from __future__ import annotations

from typing import Final

from satchel.move.infer.role import Role

WHOLE: Final[dict[Role, str]] = {
    Role.TEXT: "parts content contents text txt memory memo body note fact statement message msg observation observations detail_text"
    " memory_text memory_content raw_text full_text document page_content data payload_text utterance sentence"
    " description desc remark what insight learning thought entry record value_text new_memory cont ctx_text"
    " neirong nr zw jlnr neirongwenben zhengwen wenben jiyi beiwang m c t mem knowledge main_text details log_text line log_line log_msg log_message",
    Role.TITLE: "title subject topic name headline heading item label thing task_name project_name summary_title caption entity"
    " entity_name subj task todo what_task goal book product biaoti bt mc rwmc xmmc mingcheng zhuti renwu display_name",
    Role.NEXT: "next next_step next_steps next_action todo_next followup follow_up action next_todo xiayibu xyb houxu next_plan nxt next_move pending_action",
    Role.DUE: "due due_at due_date due_on deadline ddl dl target_date finish_by eta jiezhi jzrq jzsj jiezhiriqi jiezhi_riqi jiezhi_shijian qixian daoqi daoqi_ri remind_at reminder_at scheduled_for",
    Role.PROMPT: "prompt question user_message user_msg user_input query q human_message user_text user_said ask user_query human"
    " request_text user_utterance",
    Role.REPLY: "response answer reply assistant_message assistant_msg bot_reply bot_response output a ai_message completion ai_reply"
    " bot_message assistant_text agent_reply agent_response model_output reply_text",
    Role.CREATED: "created created_at created_on created_time create_time creation_time creation_date create_date created_date createdat"
    " ctime crtime crt_tm crt_time cre_time cre_dt add_time added_at added_on added insert_time inserted_at insert_dt gmt_create"
    " gmt_created recorded_at recorded saved_at saved_on stored_at written_at captured_at noted_at logged_at first_seen"
    " first_seen_at date_created date_added createtime c_time create_ts created_ts ts_created born remembered_at learned_at"
    " t0 when_created record_time entry_time in_time chuangjian chuangjianshijian cjsj cj_time lrsj jlsj shijian sj rq riqi fssj",
    Role.UPDATED: "updated updated_at updated_on update_time updated_time last_updated last_updated_at modified modified_at modified_on"
    " mtime upd_tm upd_time gmt_modified gmt_update last_modified last_modified_at date_modified edited_at changed_at"
    " edit_time upd_at m_time update_ts updated_ts ts_updated revised_at touched_at u_ts u_tm u_time u_at u_dt mod_ts last_edit last_edited gengxin gengxinshijian gxsj xgsj gx_time",
    Role.DELETED_AT: "deleted_at delete_time removed_at deleted_on deletion_time del_time gmt_deleted forgotten_at deleted_time erased_at del_at del_ts del_tm del_dt shanchu_shijian scsj",
    Role.EXPORTED: "exported_at export_time dumped_at export_date exported export_ts backup_at snapshot_at export_timestamp",
    Role.EXPIRES: "expires expires_at expiry expire_at expiration expiration_date expire_time valid_until valid_to good_until expired_at"
    " expiry_date exp_at",
    Role.OTHER_TIME: "last_access last_accessed last_accessed_at accessed_at last_used last_used_at last_seen last_seen_at atime last_hit"
    " last_recall last_recalled_at next_run next_run_at last_run last_run_at started_at finished_at ended_at start_time end_time"
    " last_login login_at last_login_at read_at viewed_at last_viewed embedded_at indexed_at synced_at cached_at birthday"
    " heartbeat_at last_heartbeat",
    Role.TTL: "ttl ttl_seconds ttl_s ttl_sec ttl_minutes ttl_hours ttl_days lifetime retention expire_seconds max_age keep_days",
    Role.USER: "user user_id uid userid owner owner_id username user_name usr usr_id u user_key account account_id member member_id"
    " person person_id who customer customer_id client_id profile_id subject_id user_code user_no user_uuid userkey ownerid"
    " openid open_id unionid union_id wxid wx_id wechat_id tg_id telegram_id discord_id chat_user_id from_user_id created_by author author_id yonghu yonghu_id yonghuming yh yhid yh_id yhm yhbh belong_to belongs_to for_user human_id principal",
    Role.AGENT: "agent agent_id agent_name source_agent bot bot_id bot_name assistant_id assistant_name app app_id app_name tool_name"
    " producer written_by actor actor_id source_app client origin_tool model_name llm persona created_by_agent",
    Role.PROJECT: "project project_id project_key proj proj_id repo repository workspace workspace_id workspace_name xiangmu",
    Role.TEAM: "team team_id org org_id organization organization_id organisation tenant tenant_id group group_id department dept",
    Role.SESSION: "session session_id sid conversation conversation_id conv_id thread thread_id chat_id dialog_id dialogue_id run_id"
    " conv convo_id sess sess_id huihua hh hhid room_id channel_id topic_id turn_group session_key",
    Role.SPEAKER: "role sender speaker from author_role message_role sender_type said_by who_said party turn_role speaker_role fayanren shuohuaren juese fyr shr sent_by spoken_by speaker_type",
    Role.KIND: "type kind category cat cate categories class classification memory_type mem_type mtype type_id kind_id entry_type record_type"
    " item_type note_type memory_kind label_type typ tp sort genre bucket section leixing lx fl lb leibie fenlei zhonglei lxdm jllx entity_type layer"
    " memory_category memory_layer rec_type row_type event_type category_id cat_id type_code kind_code subtype event",
    Role.STATE: "status state stat progress stage phase status_code state_code status_id state_id st task_status task_state zhuangtai zt ztdm"
    " jindu status_name lifecycle stage_id phase_id stage_code workflow_state",
    Role.LEVEL: "level lvl log_level severity sev jb rzjb loglevel levelname level_name log_lvl jibie",
    Role.LOGGER: "logger component module source_module logger_name subsystem service service_name pid thread_name hostname host"
    " func function file_name lineno process",
    Role.ID: "pid tid rid fid cid did nid id _id uuid guid pk key_id rowid row_id memory_id mem_id mid record_id rec_id item_id note_id entry_id message_id msg_id oid"
    " object_id uid_memory doc_id document_id node_id nid seq no num bianhao xuhao bh xh hash_id fact_id task_id event_id $key index idx row_no"
    " serial serial_no ulid point_id log_id chunk_id",
    Role.REF: "parent parent_id pid_ref ref ref_id related_id linked_id link_id root_id reply_to reply_to_id prev_id next_id target_id"
    " parent_uuid superseded_by replaces replaced_by trace_id span_id request_id req_id correlation_id embedding_id vector_id",
    Role.SOURCE_REF: "source_id source_ids source_message_id source_message_ids source_msg_id derived_from from_message_id message_ids"
    " source_messages evidence_id evidence_ids episode_id episode_ids source_turn_id origin_message_id src_msg",
    Role.TAGS: "categories category_list tags tag labels keywords keyword tag_list topics hashtags biaoqian bq gjz guanjianci tag_names tagging kw",
    Role.IMPORTANCE: "importance importance_score priority prio weight salience score significance imp rank rating strength zhongyao"
    " zhongyaoxing zyd zyx yxj youxianji pri relevance stars priority_level",
    Role.CONFIDENCE: "confidence confidence_score conf certainty probability prob zhixindu trust",
    Role.KEY: "key k name_key setting setting_key pref_key attribute attr property prop field field_name attribute_name config_key"
    " option option_name slot param parameter parameter_name preference_key pref_name item_key var variable",
    Role.VALUE: "$value value val v setting_value attr_value property_value field_value option_value config_value pref_value data_value"
    " attribute_value slot_value param_value content_value zhi preference_value",
    Role.DELETED: "is_deleted deleted is_del del del_flag delete_flag deleted_flag removed is_removed isdeleted tombstone forgotten"
    " is_forgotten soft_deleted yishanchu sfsc shanchu trashed in_trash invalid is_invalid",
    Role.ARCHIVED: "is_archived archived archive_flag",
    Role.VECTOR: "embedding embeddings vector vec emb embed vectors dense sparse embedding_vector vector_data emb_vec embd",
    Role.HASH: "hash md5 sha sha1 sha256 checksum content_hash digest fingerprint etag signature text_hash simhash crc",
    Role.METRIC: "tokens token_count n_tokens num_tokens total_tokens prompt_tokens completion_tokens latency latency_ms duration"
    " duration_ms elapsed elapsed_ms took_ms cost_ms cost count cnt hits hit_count access_count use_count usage_count"
    " retries retry retry_count attempts attempt size size_bytes bytes dim dims dimension length char_count words version"
    " revision rev recall_count times recalled mention_count views haoshi cpu mem_mb memory_mb rss cost_time time_ms ms"
    " reinforcement decay decay_rate half_life line_no",
    Role.TURNS: "messages chat_messages turns dialogue dialog conversation_history history chat_history transcript exchanges duihua",
    Role.ITEMS: "facts memories notes observations items entries insights points bullet_points learnings preferences",
    Role.PAYLOAD: "payload response_body body_json request_body json raw raw_json html result results response_json stack stacktrace"
    " stack_trace traceback tool_output tool_result arguments args params api_response body_raw data_json input_json output_json"
    " exc_info exception headers http_response",
    Role.COPY: "text_lemmatized lemmatized normalized normalised normalized_text text_lower search_text tokens_text tsv fts excerpt"
    " preview snippet old_memory previous_value original original_text original_message source_text source_message raw_message"
    " quote evidence_text raw_input prev_text old_value old_content summary_short",
    Role.EXTRA: "lang language locale source src origin channel platform device ip ip_address url link href path file_path filepath"
    " file source_file meta metadata extra ext attributes properties options flags flag ver created_ip user_agent scope namespace ns"
    " timezone tz emotion sentiment mood color icon order sort_order position pos sequence enabled active is_active visible"
    " pinned is_pinned starred favorite email phone avatar laiyuan yuyan",
    Role.DETAIL: "assignee owner_name responsible reason why context where place location people person_name who_with amount price quantity"
    " city country brand author_name beizhu bz yuanyin yy fuzeren fzr didian dd comment comments remarks remark notes_extra blocker blockers"
    " risk impact how example examples scenario trigger solution cause root_cause fix lesson outcome decision frequency"
    " relation relationship object predicate company job job_title department_name rationale goal_text",
}
"""Complete names, in `_` form, by role."""

WORDS: Final[dict[Role, str]] = {
    Role.TEXT: "content text memory body message sentence utterance statement fact document observation txt msg insight remembered wording",
    Role.TITLE: "title subject topic headline heading name caption",
    Role.NEXT: "next followup upcoming",
    Role.DUE: "due deadline ddl",
    Role.PROMPT: "prompt question query",
    Role.REPLY: "response answer reply completion",
    Role.CREATED: "created create creation added inserted recorded saved stored captured remembered crt cre born noted written",
    Role.UPDATED: "updated update modified edited changed revised upd mod",
    Role.DELETED_AT: "deleted removed forgotten erased del delete",
    Role.EXPORTED: "exported export dumped backup snapshot",
    Role.EXPIRES: "expires expire expiry expiration expired",
    Role.OTHER_TIME: "accessed access used seen run login started finished ended viewed indexed synced cached heartbeat birthday",
    Role.TTL: "ttl lifetime retention",
    Role.USER: "user usr uid owner account member customer username person userid",
    Role.AGENT: "agent bot assistant",
    Role.PROJECT: "project proj repo repository workspace",
    Role.TEAM: "team org tenant organization organisation",
    Role.SESSION: "session conversation thread dialog dialogue chat conv sess",
    Role.SPEAKER: "role speaker sender",
    Role.KIND: "type kind category categories class cat typ classification genre",
    Role.STATE: "status state stage phase progress",
    Role.LEVEL: "level lvl severity",
    Role.LOGGER: "logger module component subsystem host hostname pid",
    Role.ID: "id uuid guid pk ulid oid",
    Role.REF: "ref parent fk link trace span",
    Role.TAGS: "tags tag labels keywords hashtags",
    Role.IMPORTANCE: "importance priority weight salience significance prio",
    Role.CONFIDENCE: "confidence certainty probability",
    Role.KEY: "key attribute property setting",
    Role.VALUE: "value val",
    Role.DELETED: "deleted removed del trashed",
    Role.ARCHIVED: "archived",
    Role.VECTOR: "embedding vector vec emb embeddings",
    Role.HASH: "hash md5 sha256 sha1 checksum digest fingerprint",
    Role.METRIC: "tokens latency duration elapsed count cnt hits retries attempts bytes dims dimension ms cpu usage num total size",
    Role.TURNS: "messages turns transcript",
    Role.ITEMS: "facts memories observations",
    Role.PAYLOAD: "payload json raw html stacktrace traceback headers",
    Role.COPY: "lemmatized normalized normalised preview snippet excerpt original previous old",
    Role.EXTRA: "lang language locale url link path file meta metadata extra ip flag timezone",
    Role.DETAIL: "assignee reason why context place location people comment remark notes note blocker solution cause lesson example",
}
"""Single words, by role."""

TIME_WORDS: Final = frozenset(
    "at time ts date timestamp dt tm datetime day when on epoch millis ms_ts utc gmt shijian riqi sj rq ctime mtime unix t stamp".split()
)
"""Words that say `a time` and nothing about which."""

HAN: Final[dict[Role, str]] = {
    Role.TEXT: "内容 正文 文本 记忆 记录内容 描述 原话 消息 信息 事实 说明 笔记 详情 记忆点 要点 日志内容 记下",
    Role.TITLE: "标题 主题 名称 事项 任务名 项目名 名字 姓名 条目 书名 任务 品名 目标",
    Role.NEXT: "下一步 后续 下步 待跟进 接下来 后续动作 跟进",
    Role.DUE: "截止 到期日 期限 最晚 预计完成 计划完成 提醒时间",
    Role.PROMPT: "用户输入 提问 问题 用户消息 用户说",
    Role.REPLY: "回复 回答 答复 助手消息 模型输出 机器人回复",
    Role.CREATED: "创建 新增 录入 记录时间 写入 添加 登记 入库 保存时间 建立 记录日期 生成时间 产生时间 发生时间",
    Role.UPDATED: "更新 修改 变更 编辑时间 改动",
    Role.DELETED_AT: "删除时间 删除日期 移除时间",
    Role.EXPORTED: "导出 备份时间",
    Role.EXPIRES: "过期 失效 有效期 到期时间",
    Role.OTHER_TIME: "访问时间 上次访问 最近访问 最后使用 登录时间 开始时间 结束时间 上次运行 下次运行 同步时间 生日",
    Role.TTL: "保留天数 存活 有效天数 有效秒",
    Role.USER: "用户 用户名 所属人 归属 账号 账户 所有者 主人 会员 客户 属于谁 谁的 使用者",
    Role.AGENT: "代理 智能体 机器人 助手名 来源应用 应用",
    Role.PROJECT: "项目编号 所属项目 项目id 仓库 工作区",
    Role.TEAM: "团队 组织 租户 部门",
    Role.SESSION: "会话 对话编号 对话id 线程",
    Role.SPEAKER: "角色 发言人 说话人 发送者 发送方",
    Role.KIND: "类型 分类 类别 种类 类 性质 属性类",
    Role.STATE: "状态 进度 阶段 进展",
    Role.LEVEL: "级别 等级 日志级别 严重",
    Role.LOGGER: "模块 组件 来源模块 服务名 主机",
    Role.ID: "记录号 编号 序号 主键 标识 流水号",
    Role.REF: "父级 关联 上级 引用",
    Role.TAGS: "标签 关键词 关键字",
    Role.IMPORTANCE: "重要 优先级 权重 重要度 重要性 紧急",
    Role.CONFIDENCE: "置信 可信 确信",
    Role.KEY: "键 属性名 配置项 字段名 参数名 项",
    Role.VALUE: "值 属性值 配置值 参数值 取值",
    Role.DELETED: "已删除 是否删除 删除标志 删除标记 作废",
    Role.ARCHIVED: "已归档 是否归档",
    Role.VECTOR: "向量 嵌入",
    Role.HASH: "哈希 校验 摘要值 指纹",
    Role.METRIC: "耗时 次数 数量 长度 大小 访问次数 命中 令牌数 字数 重试 版本号 版本",
    Role.TURNS: "消息列表 对话记录 聊天记录",
    Role.PAYLOAD: "响应体 请求体 返回结果 原始数据 堆栈",
    Role.COPY: "原文 预览 旧内容 原始消息 原句",
    Role.EXTRA: "语言 来源 渠道 平台 设备 链接 路径 扩展 元数据 时区 地址链接",
    Role.DETAIL: "负责人 原因 地点 备注 场景 人物 相关人 金额 价格 频率 参与人 阻塞 风险 影响 依据 示例 补充 背景 注意 联系人 经手人 解决 办法 教训 执行人",
}
"""Chinese words that count wherever they stand in a name; the longest match wins."""

HAN_TIME: Final = ("时间", "日期", "时刻", "时间戳", "日子")
