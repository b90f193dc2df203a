"""The declared fields of Claude Code's files.

Seen in sessions of versions 1.0 to 2.1.220, in memory files of 2026, and in readers that others published.
"""

from __future__ import annotations

from satchel.formats.fields import shape

_CLIENT = "how the program ran, not what was said"
_RAW = "a tool's raw output; the conversation goes on without it"

_ENVELOPE = {
    "version userType entrypoint slug effort permissionMode requestId promptId promptSource sessionKind session_id "
    "teamName thinkingMetadata isMeta level userModified ownerAccountUuid": _CLIENT,
    "todos": "the assistant's own plan at that moment",
    "toolUseResult mcpMeta": _RAW,
    "sourceToolAssistantUUID sourceToolUseID toolUseID parentToolUseID toolDenialKind toolEndsTurn": "links a tool's call "
    "to its result",
    "imagePasteIds classifierMetaLines turnCompanion interruptedMessageId interruptedByShutdown isReplay agentName "
    "isVisibleInTranscriptOnly isCompactSummary logicalParentUuid": _CLIENT,
    "isApiErrorMessage apiErrorStatus apiError error errorDetails isAbortedMidStream": "says that an answer failed",
    "attributionPlugin attributionSkill attributionMcpServer attributionMcpTool attributionAgent": "which extension "
    "was at work",
    "project": "an older spelling of the working directory",
    "timesstamp": "a misspelt time; not read, so the time is unknown",
}  # fmt: skip

_TURN = "type uuid parentUuid sessionId timestamp cwd message isSidechain agentId origin supersedesUuids forkedFrom"

SHAPES = {
    "turn": shape(_TURN, kept="gitBranch", dropped=_ENVELOPE),
    "message": shape(
        "role content",
        dropped={
            "id type model stop_reason stop_sequence stop_details usage container context_management diagnostics": "how the "
            "model was called",
            "contenst": "a misspelt content; its row is rejected",
        },
    ),
    "block": shape(
        "type text",
        dropped={
            "thinking signature data": "hidden reasoning, which nobody was shown",
            "id name input caller tool_use_id content is_error tool_name": "a tool's call and result",
            "source": "a picture or a document",
            "from to": "one model stood in for another",
            "citations cache_control title context": "how the text was sent",
        },
    ),
    "attachment": shape(
        "type prompt commandMode origin isMeta timestamp source_uuid",
        dropped={
            "hookName hookEvent toolUseID content stdout stderr exitCode command durationMs blockingError": "a hook's run",
            "addedNames addedLines removedNames readdedNames pendingMcpServers needsAuthMcpServers addedTypes removedTypes "
            "isInitial showConcurrencyNote addedBlocks names skillCount allowedTools": "which tools there were",
            "filename snippet path displayPath banner text newDate itemCount skills skillDir skillNames reminderType "
            "isSubAgent planFilePath planExists taskId taskType description status deltaSummary outputFilePath "
            "autoModeConsentFlow bashFirst steerOnly bypass used total remaining model": "context that the program added",
        },
    ),
    "memory": shape(
        "name description type metadata.type modified metadata.modified created metadata.created created_at updated_at "
        "metadata.created_at metadata.updated_at date updated tags metadata.tags",
        kept="originSessionId metadata.originSessionId",
        dropped={"node_type metadata.node_type": "always `memory`"},
    ),
    "rule": shape("paths globs description name alwaysApply"),
    "skill": shape(
        "name description",
        dropped={
            "allowed-tools argument-hint model color tools license version disable-model-invocation user-invocable effort "
            "disallowed-tools disallowedTools context agent hooks permissionMode mcpServers skills memory background "
            "isolation maxTurns initialPrompt keep-coding-instructions when_to_use arguments shell paths": "how the program "
            "runs it",
        },
        open_because="whoever writes a skill may add what they like",
    ),
}  # fmt: skip
"""By kind of object. Lines that are no turn are counted by their kind and not looked into."""
