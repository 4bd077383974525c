/**
 * Constraints that two transactions can break by being at work at the same time, though each does
 * what is right. Run again, the one that came second finds what the first has done. A violation of
 * any other constraint is a mistake in the code, and would be one again.
 *
 * Partitions have constraints of the same names, but for the number of the partition.
 */
export const racedConstraints: ReadonlySet<string> = new Set([
  // Someone else was first with the same person, name, address or work.
  'address_fact_standing',
  'credit_entry_end',
  'credit_entry_grant',
  'credit_entry_reserve',
  'enrichment_under_way',
  'enrollment_pkey',
  'list_workspace_id_name_key_key',
  'prospect_list_pkey',
  'prospect_tag_pkey',
  'prospect_workspace_id_email_key_idx',
  'prospect_workspace_id_linkedin_key_idx',
  'prospect_workspace_id_name_key_idx',
  'tag_workspace_id_name_key_key',
  'task_undo',
  'user_email_key',
  // What is referred to has just been deleted.
  'api_token_workspace_id_user_id_fkey',
  'campaign_step_workspace_id_campaign_id_fkey',
  'conversation_workspace_id_campaign_id_fkey',
  'conversation_workspace_id_mailbox_id_fkey',
  'conversation_workspace_id_prospect_id_fkey',
  'enrichment_workspace_id_job_id_fkey',
  'enrollment_workspace_id_campaign_id_fkey',
  'enrollment_workspace_id_prospect_id_fkey',
  'export_piece_workspace_id_task_id_fkey',
  'mailbox_workspace_id_owner_id_fkey',
  'message_workspace_id_conversation_id_fkey',
  'prospect_duplicate_workspace_id_older_id_fkey',
  'prospect_duplicate_workspace_id_prospect_id_fkey',
  'prospect_list_workspace_id_list_id_fkey',
  'prospect_list_workspace_id_prospect_id_fkey',
  'prospect_search_workspace_id_prospect_id_fkey',
  'prospect_tag_workspace_id_prospect_id_fkey',
  'prospect_tag_workspace_id_tag_id_fkey',
  'task_failure_workspace_id_task_id_fkey',
  'task_target_workspace_id_task_id_fkey',
  'task_workspace_id_undo_of_fkey',
  'webhook_hour_workspace_id_webhook_id_fkey',
]);

/** The name of a partition's constraint as its table has it. */
export const tableConstraint = (name: string): string =>
  name.replace(/_p\d\d_/, '_').replace(/(?<=_fkey)\d+$/, '');
