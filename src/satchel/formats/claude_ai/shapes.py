"""The declared fields of a Claude.ai export, and why nobody needs those that are dropped.

Anthropic publishes no description. The names come from exports that people described between 2024 and September 2026
and from the samples; a name in no list is kept and told.
"""

from __future__ import annotations

from satchel.formats.fields import shape

_ACCOUNT = "whose account it is; account data is never a memory"
_SCREEN = "how the screen showed it"
_RUN = "how an answer was made, not what was said"
_DOC = "about the file, not what it says"

SHAPES = {
    "conversation": shape(
        "uuid name summary created_at updated_at account chat_messages current_leaf_message_uuid",
        kept="model is_starred project_uuid project platform",
        dropped={"settings is_temporary session_id": _RUN},
    ),
    "message": shape(
        "uuid sender text content created_at attachments files files_v2 parent_message_uuid",
        dropped={
            "updated_at": "the same as its beginning, or when its answer was complete",
            "index truncated stop_reason input_mode sync_sources flags metadata": _RUN,
            "feedback chat_feedback": "thumbs up and down, said to Claude's makers",
        },
    ),
    "block": shape(
        "type text start_timestamp",
        dropped={
            "stop_timestamp": "when the block was complete",
            "flags": _RUN,
            "citations": "where an answer found what it says",
        },
    ),
    "attachment": shape(
        "file_name extracted_content id", dropped={"file_size file_type created_at file_kind file_uuid": _DOC}
    ),
    "memory": shape("conversations_memory project_memories memory_files account_uuid"),
    "memory_file": shape(
        "path content updated_at created_at", kept="description title", dropped={"uuid id size": _DOC}
    ),
    "project": shape(
        "uuid name description prompt_template created_at updated_at creator docs is_starter_project",
        dropped={
            "is_private is_starred archived_at archiver subtype settings permissions": _SCREEN,
            "docs_count files_count type": "counts and kinds of what it holds",
        },
    ),
    "doc": shape("uuid filename file_name content created_at", dropped={"project_uuid estimated_token_count": _DOC}),
    "design": shape(
        "uuid title name project created_at updated_at messages account",
        dropped={"creator": _ACCOUNT, "settings": _RUN},
    ),
    "design_message": shape("uuid id role created_at content", dropped={"updated_at metadata": _RUN}),
    "design_content": shape("content contentBlocks attachments", dropped={"type role": _RUN}),
    "design_block": shape(
        "type text content", open_because="every kind of block has fields of its own; only text is taken"
    ),
}
