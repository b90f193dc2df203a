"""Names of tables, columns and files: English, Chinese, pinyin, abbreviations, camelCase, and plain bad ones."""

import random
from dataclasses import dataclass, field

STYLES = ("snake", "camel", "zh", "pinyin", "short", "upper")

_COLUMNS: dict[str, dict[str, str]] = {
    "id": {"snake": "id memory_id row_id uuid record_id", "camel": "id memoryId entryId recordId", "zh": "编号 序号 记录号",
           "pinyin": "bianhao xuhao jilu_id", "short": "id mid rid pk _id"},
    "text": {"snake": "content memory text body memory_text note statement value details message",
             "camel": "content memoryText noteBody entryText rawText", "zh": "内容 记忆 正文 记忆内容 文本 备忘",
             "pinyin": "neirong jiyi zhengwen wenben beiwang", "short": "txt msg cont mem val dsc"},
    "time": {"snake": "created_at timestamp created recorded_at added_on create_time logged_at",
             "camel": "createdAt createTime recordedAt addedOn", "zh": "时间 创建时间 记录时间 日期 写入时间",
             "pinyin": "shijian chuangjian_shijian jilu_shijian riqi", "short": "ts ctime crt_tm dt t_add"},
    "updated": {"snake": "updated_at modified last_seen last_accessed", "camel": "updatedAt lastModified lastSeen",
                "zh": "更新时间 修改时间 最后访问", "pinyin": "gengxin_shijian xiugai_shijian", "short": "mtime upd_tm u_ts"},
    "user": {"snake": "user_id owner username user belongs_to", "camel": "userId ownerId userName", "zh": "用户 用户编号 所属用户",
             "pinyin": "yonghu yonghu_id yonghuming", "short": "uid usr u owner_id"},
    "kind": {"snake": "kind type category memory_type entry_kind", "camel": "kind memoryType entryType recordType",
             "zh": "类型 类别 种类 分类", "pinyin": "leixing leibie zhonglei", "short": "typ cat knd tp"},
    "importance": {"snake": "importance weight score salience", "camel": "importance relevanceScore", "zh": "重要度 权重",
                   "pinyin": "zhongyaodu quanzhong", "short": "imp w sc"},
    "source": {"snake": "source channel origin module", "camel": "source sourceModule", "zh": "来源 渠道", "pinyin": "laiyuan qudao",
               "short": "src ch"},
    "session": {"snake": "session_id conversation_id thread_id", "camel": "sessionId threadId", "zh": "会话 会话编号",
                "pinyin": "huihua_id huihua", "short": "sid conv thr"},
    "level": {"snake": "level severity", "camel": "level logLevel", "zh": "级别", "pinyin": "jibie", "short": "lvl"},
    "deleted": {"snake": "is_deleted deleted removed", "camel": "isDeleted deleted", "zh": "已删除 是否删除", "pinyin": "yi_shanchu shanchu",
                "short": "is_del del_flag"},
    "deleted_at": {"snake": "deleted_at removed_at", "camel": "deletedAt removedAt", "zh": "删除时间", "pinyin": "shanchu_shijian",
                   "short": "del_at"},
    "tags": {"snake": "tags labels keywords", "camel": "tags labelList", "zh": "标签 关键词", "pinyin": "biaoqian guanjianci",
             "short": "tg kw"},
    "tokens": {"snake": "tokens token_count", "camel": "tokenCount", "zh": "词元数", "pinyin": "ciyuan_shu", "short": "tok"},
    "hash": {"snake": "content_hash hash md5", "camel": "contentHash", "zh": "哈希", "pinyin": "haxi", "short": "h"},
    "embedding": {"snake": "embedding vector", "camel": "embedding vectorData", "zh": "向量", "pinyin": "xiangliang", "short": "emb vec"},
    "role": {"snake": "role speaker sender", "camel": "role senderRole", "zh": "角色 发言人", "pinyin": "juese fayanren", "short": "role r"},
    "subject": {"snake": "title subject task_name item", "camel": "title taskName subjectLine", "zh": "标题 事项 任务名称 主题",
                "pinyin": "biaoti shixiang renwu_mingcheng", "short": "ttl subj nm"},
    "status": {"snake": "status state status_code stage", "camel": "status stateCode stage", "zh": "状态 阶段 状态码",
               "pinyin": "zhuangtai jieduan", "short": "st stat zt"},
    "next": {"snake": "next_step next_action follow_up", "camel": "nextStep nextAction", "zh": "下一步 后续动作 下一步计划",
             "pinyin": "xiayibu houxu", "short": "nxt next"},
    "priority": {"snake": "priority urgency", "camel": "priority", "zh": "优先级 紧急程度", "pinyin": "youxianji", "short": "prio pri"},
    "assignee": {"snake": "assignee assigned_to responsible", "camel": "assignee assignedTo", "zh": "负责人 经办人",
                 "pinyin": "fuzeren jingbanren", "short": "asg resp"},
    "due": {"snake": "due_date deadline due", "camel": "dueDate deadline", "zh": "截止日期 期限", "pinyin": "jiezhi_riqi qixian",
            "short": "due ddl"},
    "project": {"snake": "project area", "camel": "projectName", "zh": "项目 所属项目", "pinyin": "xiangmu", "short": "proj prj"},
    "code": {"snake": "code value key", "camel": "code codeValue", "zh": "代码 编码", "pinyin": "daima bianma", "short": "cd c"},
    "label": {"snake": "label name meaning description", "camel": "label displayName", "zh": "名称 含义 说明", "pinyin": "mingcheng hanyi",
              "short": "lbl nm"},
    "person": {"snake": "name full_name contact", "camel": "name contactName", "zh": "姓名 联系人", "pinyin": "xingming lianxiren",
               "short": "nm name"},
    "relation": {"snake": "relation relationship who", "camel": "relationToUser", "zh": "关系 与本人关系", "pinyin": "guanxi", "short": "rel"},
    "city": {"snake": "city lives_in place", "camel": "homeCity", "zh": "城市 所在地", "pinyin": "chengshi suozaidi", "short": "cty loc"},
    "remark": {"snake": "remark note comment", "camel": "remark noteText", "zh": "备注 说明", "pinyin": "beizhu shuoming", "short": "rmk nt"},
}  # fmt: skip

_TABLES: dict[str, str] = {
    "mixed": "memories memory_stream agent_memory events entries brain journal store_items 记忆流水 记录总表 jiyi_liushui zongbiao MEMLOG "
             "memTable longTerm stm_ltm kb_rows allItems 大杂烩 everything inbox_all",
    "unsorted": "scratch stuff dump notes_raw misc backlog 未分类 杂项 zaxiang linshi tmpRows capture feed raw_lines 随手记录 wfl",
    "list": "facts remembered profile_notes user_notes things_learned insights kept pinned 要点 笔记 用户画像 biji yaodian huaxiang savedItems "
            "coreMem keepers long_notes 备忘录 beiwanglu hints learned snippets",
    "chat": "messages chat_history turns dialogue conversations transcript 对话 聊天记录 duihua liaotian chatMsg talk sessions_log 会话消息",
    "tasks": "tasks todo_items work_items tickets plans 任务表 待办事项 renwu daiban workItem jobs_open t_task issue_list 工作项",
    "codes": "task_status status_codes sys_dict lookup states code_list 状态码 字典 zhuangtai_zidian statusMap dict_items enum_values",
    "contacts": "contacts people_known relations address_book 联系人 人脉 lianxiren renmai contactCard who_is_who",
    "settings": "user_preferences profile preferences_kv likes 用户偏好 偏好设置 yonghu_pianhao userPrefs pref_kv taste",
    "audit": "http_audit request_log access_records api_calls 请求日志 qingqiu_rizhi auditTrail req_log gateway_hits",
    "metrics": "metrics perf_samples telemetry 指标 zhibiao perfData mtr usage_samples",
    "users": "users accounts members 用户表 yonghu_biao userInfo usr_list 账号",
    "kinds": "kind_codes entry_types categories 类型字典 leixing_zidian typeMap cat_def",
    "payload": "store kv_store documents items_json payloads 存储 cunchu docStore blobs objs",
    "copy": "export backup snapshot old_copy archive 备份 导出 beifen daochu dumpAll sync_copy mirror",
    "loose": "a data1 sheet1 untitled new_file 新建文件 1 temp final_final xx list 未命名 wenjian out",
    "vectors": "index embeddings vec_store 向量库 xiangliang emb_index faiss_idx dense",
    "config": "config settings agent options 配置 peizhi runtime app_conf",
    "response": "response api_reply last_call completion 接口返回 fanhui resp debug_call",
}  # fmt: skip

_SUFFIX = ("", "", "_v2", "2", "_old", "_bak", "_2025", "-new", "_{agent}", "_main", "_tmp")


@dataclass(slots=True)
class Namer:
    """Hands out names for one world; no file name and no table name comes twice."""

    rng: random.Random
    agent: str
    _taken: set[str] = field(default_factory=set)

    def style(self) -> str:
        """A style of column names for one table."""
        return self.rng.choice(STYLES)

    def column(self, concept: str, style: str, taken: set[str]) -> str:
        """A column name for `concept` that is not in `taken` (compared without case), which it joins."""
        options = _COLUMNS[concept].get("snake" if style == "upper" else style, _COLUMNS[concept]["snake"]).split()
        self.rng.shuffle(options)
        options += [f"{options[0]}_{number}" for number in range(2, 9)]
        name = next(option for option in options if option.casefold() not in taken)
        taken.add(name.casefold())
        return name.upper() if style == "upper" else name

    def stem(self, concept: str) -> str:
        """A name for a table, a folder or a file without its ending."""
        base = self.rng.choice(_TABLES[concept].split())
        while True:
            name = base + self.rng.choice(_SUFFIX).format(agent=self.agent.lower())
            if name.casefold() not in self._taken:
                self._taken.add(name.casefold())
                return name
            base = self.rng.choice(_TABLES[concept].split()) + str(self.rng.randint(2, 99))

    def table(self, concept: str) -> str:
        """A table name; now and then with a prefix."""
        prefix = self.rng.choice(("", "", "", "t_", "tbl_", f"{self.agent.lower()}_"))
        return prefix + self.stem(concept).replace("-", "_")
