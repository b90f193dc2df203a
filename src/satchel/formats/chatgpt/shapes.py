"""The declared fields of a ChatGPT export, and why nobody needs those that are dropped.

OpenAI publishes no description. The names come from exports that people described between 2023 and 2026, and from the
samples; a name in no list is kept and told.
"""

from __future__ import annotations

from satchel.formats.fields import shape

_RUN = "how an answer was made, not what was said"
_SCREEN = "how the screen showed it"
_SOURCES = "where an answer found what it says"
_POLICY = "what ChatGPT checked or allowed"
_TASK = "a task that ran in the background; its result is a message of its own"
_TOOL = "what a tool was asked or answered"

SHAPES = {
    "conversation": shape(
        "id conversation_id title create_time update_time mapping current_node is_do_not_remember is_temporary_chat"
        " memory_scope gizmo_id conversation_template_id",
        kept="is_archived is_starred gizmo_type workspace_id voice conversation_origin",
        dropped={
            "default_model_slug model_slug plugin_ids disabled_tool_ids async_status is_study_mode atlas_mode_enabled"
            " context_truncation_continuation sectioned_conversation page_info": _RUN,
            "pinned_time sugar_item_id sugar_item_visible is_read_only is_unread": _SCREEN,
            "safe_urls blocked_urls moderation_results": _POLICY,
            "context_scopes owner": "whose account it is",
        },
    ),
    "node": shape("id message parent children"),
    "message": shape(
        "id author create_time content metadata recipient channel",
        dropped={"update_time status end_turn weight": _RUN, "clientId children parent": "the tree says it"},
    ),
    "author": shape("role name", dropped={"metadata": _RUN}),
    "content": shape(
        "content_type parts text content user_profile user_instructions model_set_context",
        dropped={
            "language response_format_name source_analysis_msg_id": _RUN,
            "thoughts": "what the model thought and nobody was shown",
            "result summary assets tether_id url domain title snippet pub_timestamp crawl_date pub_date ref_id attribution"
            " output_str output unprocessed_output tool_name name screenshot state is_ephemeral computer_id": _TOOL,
            "repository repo_summary structured_context": "what a connected repository holds",
        },
    ),
    "part": shape(
        "content_type text asset_pointer audio_asset_pointer",
        dropped={
            "size_bytes width height fovea format metadata tool_audio_direction direction decoding_id expiry_datetime"
            " frames_asset_pointers video_container_asset_pointer audio_start_timestamp": "about a picture or a sound",
        },
    ),
    "metadata": shape(
        "is_visually_hidden_from_conversation is_user_system_message user_context_message_data attachments model_slug",
        kept="voice_mode_message dictation is_async_task_result_message targeted_reply targeted_reply_label",
        dropped={
            "request_id message_type parent_id turn_exchange_id working_turn_id default_model_slug resolved_model_slug"
            " requested_model_slug model_adjustments model_switcher_deny finish_details is_complete timestamp_ message_source"
            " message_locale request_api gizmo_id pad thinking_effort reasoning_status reasoning_title reasoning_group_id"
            " reasoning_start_time reasoning_end_time finished_duration_sec skip_reasoning_title is_thinking_preamble_message"
            " classifier_response classifier_metadata filter_out_for_training rebase_system_message rebase_developer_message"
            " is_contextual_answers_system_message contextual_answers_message_type system_hints memory_percentage_used"
            " paragen_variants_info paragen_variant_choice paragen_stream_type paragen_stream_type_lol"
            " augmented_paragen_prompt_label sonic_classification_result is_contextual_retry_user_message"
            " contextual_retry_message debug_internal_only debug_sonic_thread_id user_turn_metadata model_speed"
            " conversation_template_id is_error bidi_voice_mode_message voice_session_id tc_session_id"
            " turn_id stop_reason mercury_message default_view needs_startup agent_entrypoint agent_kickoff_source"
            " prompt_expansion_predictions n7jupd_subtool real_time_audio_has_video shared_audio_transcript_had_audio dictation_edited dictation_asset_pointer": _RUN,
            "initial_text finished_text serialization_metadata exclusive_key ui_card_title ui_card_shimmering"
            " targeted_reply_source_message_id can_save is_visually_hidden_reasoning_group client_reported_search_source"
            " search_display_string searched_display_string sources_footnote followup_prompts is_starred"
            " image_gen_title summarization_headline": _SCREEN,
            "citations content_references content_references_by_file _cite_metadata cite_metadata search_result_groups"
            " search_queries search_source search_turns_count image_results safe_urls n7jupd_crawled_urls n7jupd_crefs selected_sources"
            " selected_github_repos caterpillar_selected_sources developer_mode_connector_ids connector_source"
            " retrieval_turn_number retrieval_file_index": _SOURCES,
            "shared_conversation_id is_redacted url_moderation permissions": _POLICY,
            "aggregate_result jupyter_messages final_expression_output command args kwargs status invoked_plugin"
            " jit_plugin_data canvas cloud_doc_url ada_visualizations chatgpt_sdk mcp_result tool_invoking_message"
            " tool_invoked_message execution_output": _TOOL,
            "async_task_id async_task_type async_task_title async_task_prompt async_task_result_message"
            " async_task_conversation_id async_task_created_at async_task_original_message_id async_task_status_messages"
            " async_completion_id async_completion_message trigger_async_ux image_gen_async image_gen_task_id"
            " image_gen_multi_stream deep_research_version clarifier_pro b1de6e2_s b1de6e2_rm n7jupd_message n7jupd_v": _TASK,
        },
    ),
    "context data": shape("about_user_message about_model_message"),
    "attachment": shape(
        "name id",
        dropped={
            "size mimeType mime_type width height fileSizeTokens file_token_size fileTokenSize file_size_tokens source url"
            " file_attachment_type library_file_id is_big_paste extracted_metadata context_connector"
            " context_connector_info": "about a file, which the export keeps beside the conversations",
        },
    ),
    "saved": shape(
        "id content text memory enabled created_at updated_at create_time update_time timestamp created updated",
        kept="type category source conversation_id status",
        dropped={"user_id account_id": "whose account it is"},
    ),
}
