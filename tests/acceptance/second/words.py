"""Vocabulary of the held-out cases: instants told in several notations, lines of system logs, short names."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from tests.acceptance.folders.expected import FACT, KNOWN, ME, PREFERENCE, SKILL, TASK, WISH, Memory

F, P, T, S, W, K = FACT, PREFERENCE, TASK, SKILL, WISH, KNOWN
LESSON: Final = ("skill", "fact")
"""Something learned that is not called a lesson: either word is right."""
DUTY: Final = ("task", "fact")
RULE: Final = ("preference", "skill")
"""A standing instruction to the agent."""

_ENGLISH: Final = (
    "GET /v1/health 200 {n}ms",
    "worker-{n} heartbeat ok, queue depth {m}",
    "retrying upstream call (attempt {n}): 429 Too Many Requests",
    "cache miss for key emb:{h}",
    "compaction finished: {n} segments merged in {m} ms",
    "token usage prompt={m} completion={n}",
    "tool call web_search took {m} ms",
    "connection to vector index reset by peer (errno 104)",
    "loaded {n} plugins in {m} ms",
    "scheduler tick {m}",
    "checkpoint {h} written ({m} KB)",
    "request timed out after {m} ms, switching to fallback model",
    "session {h} closed: idle timeout",
    "slow query: {m} ms on table items",
    "POST /v1/chat/completions 200 {m}ms",
    "embedding batch {n} of {m} done",
)
_CHINESE: Final = (
    "定时任务 #{n} 执行完毕，耗时 {m} 毫秒",
    "调用模型接口超时，第 {n} 次重试",
    "向量索引重建完成，共 {m} 条",
    "心跳正常，队列长度 {n}",
    "缓存命中率 {n}%",
    "会话 {h} 已关闭",
    "接口返回 429，{n} 秒后重试",
    "数据库备份完成，大小 {m} KB",
    "插件加载完成，共 {n} 个",
    "令牌消耗：输入 {m}，输出 {n}",
    "快照 {h} 写入成功",
    "连接数据库失败：连接被拒绝，端口 {m}",
)


def english_logs(count: int, seed: int = 1) -> list[str]:
    return list(_lines(_ENGLISH, count, seed))


def chinese_logs(count: int, seed: int = 1) -> list[str]:
    return list(_lines(_CHINESE, count, seed))


def _lines(templates: tuple[str, ...], count: int, seed: int) -> Iterator[str]:
    for i in range(count):
        x = (i + 1) * 2654435761 * seed % 2**32
        yield templates[(i * 5 + seed) % len(templates)].format(n=x % 89 + 2, m=x % 3571 + 17, h=f"{x:08x}")


def _at(utc: str) -> datetime:
    return datetime.fromisoformat(utc).replace(tzinfo=UTC)


def z(utc: str) -> str:
    """`2026-03-04 05:06` (UTC) → `2026-03-04T05:06:00Z`."""
    return _at(utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def sec(utc: str) -> int:
    return int(_at(utc).timestamp())


def ms(utc: str) -> int:
    return sec(utc) * 1000 + 417


def ms_z(utc: str) -> str:
    """The instant that `ms` tells."""
    return _at(utc).strftime("%Y-%m-%dT%H:%M:%S.417Z")


def offset(utc: str, hours: float) -> str:
    """The instant as ISO with an offset."""
    sign = "-" if hours < 0 else "+"
    minutes = round(abs(hours) * 60)
    return local(utc, hours, "%Y-%m-%dT%H:%M:%S") + f"{sign}{minutes // 60:02}:{minutes % 60:02}"


def local(utc: str, hours: float, pattern: str = "%Y-%m-%d %H:%M:%S") -> str:
    """The wall time at a place that many hours east, without a zone."""
    return (_at(utc) + timedelta(hours=hours)).strftime(pattern)


def later(utc: str, minutes: int) -> str:
    return (_at(utc) + timedelta(minutes=minutes)).strftime("%Y-%m-%d %H:%M:%S")


def mem(
    text: str, at: Any = None, types: tuple[str, ...] = K, scope: str | tuple[str, ...] = ME, **more: Any
) -> Memory:
    """A memory whose whole text is known; `at` is an instant (or several)."""
    return Memory(text=text, at=at, types=types, scope=scope, **more)


def told(
    *parts: str, at: Any = None, types: tuple[str, ...] = K, scope: str | tuple[str, ...] = ME, **more: Any
) -> Memory:
    """A memory of which fragments are known."""
    return Memory(parts=parts, at=at, types=types, scope=scope, **more)
