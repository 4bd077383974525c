/**
 * Constraints that two correct transactions can violate by running at the same time. When retried,
 * the second one sees the changes of the first. A violation of any other constraint is a bug.
 * Partitions have the same constraint names, plus the partition number.
 */
export const racedConstraints: ReadonlySet<string> = new Set([
  // A concurrent transaction inserted the same row first.
  'address_fact_standing',
  'credit_entry_end',
  'credit_entry_grant',
  'credit_entry_reserve',
  'enrichment_under_way',
  'enrollment_pkey',
  'outbound_message_pkey',
  'list_workspace_id_name_key_key',
  'saved_reply_workspace_id_name_key_key',
  'prospect_list_pkey',
  'prospect_tag_pkey',
  'prospect_workspace_id_email_key_idx',
  'prospect_workspace_id_linkedin_key_idx',
  'prospect_workspace_id_name_key_idx',
  'tag_workspace_id_name_key_key',
  'task_undo',
  'user_email_key',
  // The referenced row was just deleted.
  'api_token_workspace_id_user_id_fkey',
  'campaign_day_workspace_id_campaign_id_fkey',
  'campaign_mailbox_workspace_id_campaign_id_fkey',
  'campaign_mailbox_workspace_id_mailbox_id_fkey',
  'campaign_step_workspace_id_campaign_id_fkey',
  'conversation_workspace_id_campaign_id_fkey',
  'conversation_workspace_id_mailbox_id_fkey',
  'conversation_workspace_id_prospect_id_fkey',
  'enrichment_workspace_id_job_id_fkey',
  'enrollment_workspace_id_campaign_id_fkey',
  'enrollment_workspace_id_prospect_id_fkey',
  'export_piece_workspace_id_task_id_fkey',
  'folder_workspace_id_mailbox_id_fkey',
  'mailbox_workspace_id_owner_id_fkey',
  'message_workspace_id_conversation_id_fkey',
  'outbound_message_workspace_id_campaign_id_prospect_id_fkey',
  'outbound_reply_workspace_id_conversation_id_fkey',
  'prospect_duplicate_workspace_id_older_id_fkey',
  'prospect_duplicate_workspace_id_prospect_id_fkey',
  'prospect_list_workspace_id_list_id_fkey',
  'prospect_list_workspace_id_prospect_id_fkey',
  'prospect_tag_workspace_id_prospect_id_fkey',
  'prospect_tag_workspace_id_tag_id_fkey',
  'received_workspace_id_mailbox_id_fkey',
  'removed_step_workspace_id_campaign_id_fkey',
  'task_failure_workspace_id_task_id_fkey',
  'task_target_workspace_id_task_id_fkey',
  'task_workspace_id_undo_of_fkey',
  'watch_workspace_id_mailbox_id_fkey',
  'webhook_hour_workspace_id_webhook_id_fkey',
]);

/** Maps the name of a partition's constraint to that of its table. */
export const tableConstraint = (name: string): string =>
  name.replace(/_p\d\d_/, '_').replace(/(?<=_fkey)\d+$/, '');
