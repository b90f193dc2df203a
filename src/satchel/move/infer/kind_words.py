"""What kind columns call our types, lines of a log, and nothing in particular."""

from __future__ import annotations

from typing import Final

KIND_NAMES: Final[dict[str, str]] = {
    "preference": "preference preferences pref prefs like likes dislike dislikes habit habits taste style instruction instructions custom_instruction"
    " feedback favorite favourite choice rule_of_user user_preference personal_preference hobby hobbies interest interests"
    " setting_pref behaviour behavior tone vorliebe vorlieben abneigung wunsch wunsche wuensche gewohnheit preferencia preferencias gusto gustos aversion preferenza preferenze voorkeur voorkeuren gout gouts"
    " 偏好 喜好 习惯 爱好 口味 偏好设置 用户偏好 兴趣 个人偏好 风格 要求 指令 反馈 pianhao xihao xiguan",
    "task": "task tasks todo todos to_do action_item action action_items goal goals plan plans reminder reminders followup follow_up open_item"
    " commitment deadline objective assignment ticket work_item job_todo pending next_step next"
    " aufgabe aufgaben erledigen zu_erledigen erinnerung_an tache taches a_faire rappel tarea tareas pendiente pendientes tarefa tarefas compito compiti da_fare taak taken"
    " 任务 待办 待办事项 计划 目标 提醒 进度 事项 跟进 承诺 工单 renwu daiban jihua",
    "skill": "skill skills lesson lessons lesson_learned procedure procedural procedures howto how_to correction corrections mistake rule rules workflow"
    " playbook runbook tip tips best_practice best_practices experience insight insights guideline learning learnings pattern"
    " solution fix workaround recipe sop technique strategy knowhow know_how troubleshooting"
    " anleitung anleitungen fertigkeit vorgehen ablauf lektion savoir_faire procedure mode_d_emploi lecon habilidad procedimiento habilidade procedimento abilita procedura vaardigheid werkwijze"
    " 技能 经验 教训 流程 规则 步骤 纠正 踩坑 做法 方法 经验教训 技巧 规范 心得 最佳实践 解决方案 jiaoxun jingyan jineng",
    "fact": "fact facts semantic knowledge info information identity profile person people entity entities relationship relation context background"
    " personal biography bio about attribute detail contact contacts environment location biographical family work_info reference"
    " tatsache tatsachen wissen kenntnis fakt fakten fait faits connaissance hecho hechos dato conocimiento fato fatos conhecimento fatto fatti conoscenza feit feiten kennis"
    " 事实 知识 信息 背景 资料 档案 人物 关系 身份 常识 基本信息 个人信息 家庭 联系人 实体 shishi xinxi zhishi",
    "interaction": "interaction interactions episode episodes episodic conversation conversations chat chats message messages dialogue dialog turn session_summary"
    " exchange utterance user_message assistant_message 对话 聊天 互动 会话 消息 情景 交互 聊天记录 duihua liaotian",
}
"""What a kind column calls our types; matched after folding case and joining words with `_`."""

LOG_KINDS: Final = frozenset(
    (
        "log logs syslog system_log system sys event_log trace traces debug heartbeat metric metrics audit telemetry runtime"
        " diag diagnostic diagnostics monitor monitoring scheduler cron job worker cache http request access access_log api_call"
        " tool_call tool_result tool_output perf performance health healthcheck health_check status_event exec execution"
        " internal housekeeping maintenance infra error_log exception stacktrace warning warn error info op ops operation"
        " gc sync ping probe startup shutdown daemon machine stdout stderr console app_log rt bg background_job"
        " systemmeldung protokoll systemprotokoll fehlermeldung journal_systeme registro_sistema systeemmelding"
        " 日志 系统 系统日志 心跳 监控 调度 审计 运行日志 调试 错误 告警 异常 系统事件 指标 埋点 接口调用 定时任务 运维 后台 rizhi xitong xintiao"
    ).split()
)
"""What a kind column calls lines of a system log."""

VAGUE_KINDS: Final = frozenset(
    "remember remembered recall memorize memorise save saved keep mem project projects work issue 工作 项目 note notes general misc other others default normal unknown none null na n_a memory memories mem text entry item record data"
    " 其他 其它 普通 默认 未知 无 笔记 记忆 通用 一般 记录 杂项 随手记".split()
)
"""Kinds that say nothing about the type."""
