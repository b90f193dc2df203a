"""The declared fields of Codex's files. Sessions were seen in versions 0.50 to 0.146; the memories folder was not."""

from __future__ import annotations

from satchel.formats.fields import shape

_CLIENT = "how the program ran, not what was said"

SHAPES = {
    "line": shape("timestamp type payload", dropped={"ordinal": _CLIENT}),
    "bare": shape(
        "type role content message created_at timestamp id record_type",
        dropped={
            "model instructions git cwd cli_version originator status": _CLIENT,
            "function arguments name result output call_id action input summary encrypted_content": "a tool's call or result",
        },
    ),
    "message": shape(
        "type role content id", dropped={"phase internal_chat_message_metadata_passthrough metadata end_turn": _CLIENT}
    ),
    "part": shape("type text", dropped={"image_url detail": "a picture", "annotations logprobs": _CLIENT}),
    "event": shape(
        "type message",
        dropped={
            "phase memory_citation client_id kind": _CLIENT,
            "images local_images audio local_audio text_elements": "what was sent beside the words",
        },
    ),
    "session": shape(
        "id forked_from_id cwd source timestamp",
        dropped={
            "session_id originator cli_version model_provider instructions base_instructions thread_source history_mode "
            "memory_mode dynamic_tools context_window git parent_thread_id multi_agent_version agent_nickname agent_path "
            "agent_role": _CLIENT,
        },
    ),
    "skill": shape(
        "name description",
        dropped={
            "argument-hint allowed-tools disable-model-invocation user-invocable context agent model": "how the program "
            "runs it",
        },
        open_because="whoever writes a skill may add what they like",
    ),
    "handbook": shape(
        "rollout_summary_files description keywords task task_group task_outcome cwd",
        open_because="a model writes the front matter of a note, and adds what it likes",
    ),
    "stage1_outputs": shape(
        "thread_id source_updated_at raw_memory",
        dropped={
            "rollout_summary rollout_slug": "the same session in short",
            "generated_at usage_count last_usage selected_for_phase2 selected_for_phase2_source_updated_at": _CLIENT,
        },
    ),
}  # fmt: skip
"""By kind of object. Lines that are no turn are counted by their kind and not looked into."""
