import pg from 'pg';
import { ApiError } from '../error.ts';

/** The SQLSTATE, if the error came from the server. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/**
 * The transaction changed nothing and may succeed when retried: a serialization failure, a
 * deadlock, or a constraint that concurrent transactions can violate.
 */
export const isRetryable = (error: unknown): boolean => {
  const state = sqlState(error) ?? '';
  if (state === '40001' || state === '40P01') return true;
  const { constraint = '' } = error as pg.DatabaseError;
  return ['23503', '23505'].includes(state) && racedConstraints.has(constraint);
};

/** The workspace has used the storage of its plan: see `schema/storage.sql`. */
export const isStorageFull = (error: unknown): boolean => sqlState(error) === 'OC001';

/** Statement or lock timeout, disk full, or too many connections. */
const isOverload = (state: string) =>
  state === '57014' || state === '55P03' || state.startsWith('53');

/** Another transaction held a lock for longer than the lock timeout. */
export const isLockTimeout = (error: unknown): boolean =>
  sqlState(error instanceof ApiError ? error.details.cause : error) === '55P03';

/** Connection exceptions, operator intervention, or an idle timeout. */
const isDisconnected = (state: string) =>
  state.startsWith('08') || state.startsWith('57P') || state === '25P03';

export const isDatabaseUnavailable = (error: unknown): boolean => {
  const state = sqlState(error);
  if (state !== undefined) return isOverload(state) || isDisconnected(state);
  return isConnectionLoss(error);
};

/** The connection was lost, so it is unknown whether a running statement took effect. */
export const isConnectionLoss = (error: unknown): boolean => {
  const state = sqlState(error);
  if (state !== undefined) return isDisconnected(state);
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return true;
  return /connection (terminated|error)|not queryable|timeout|Connection ended/i.test(
    error.message,
  );
};

/** The database itself is unreachable, not only this connection or statement. */
export const isDatabaseUnreachable = (error: unknown): boolean => {
  const state = sqlState(error);
  if (state !== undefined) return state === '57P03';
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNREFUSED' || /timeout.*connect|connect.*timeout/i.test(error.message);
};

/** The driver stopped waiting for an answer. */
export const isAnswerTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/** The driver knew that the connection was broken and did not send the statement. */
export const wasNotSent = (error: unknown): boolean =>
  error instanceof Error && error.message.endsWith('not queryable');

/**
 * Constraints that two correct transactions can violate by running at the same time. When retried,
 * the second one sees the changes of the first. A violation of any other constraint is a bug.
 */
export const racedConstraints: ReadonlySet<string> = new Set([
  // A concurrent transaction inserted the same row first.
  'address_fact_standing',
  'credit_entry_end',
  'credit_entry_grant',
  'credit_entry_reserve',
  'enrichment_under_way',
  'enrollment_pkey',
  'notification_subject',
  'outbound_message_pkey',
  'list_workspace_id_name_key_key',
  'saved_reply_workspace_id_name_key_key',
  'saved_view_name',
  'view_pin_pkey',
  'prospect_list_pkey',
  'prospect_tag_pkey',
  'prospect_email',
  'prospect_linkedin',
  'prospect_name',
  'tag_workspace_id_name_key_key',
  'task_undo',
  'user_email_key',
  // The referenced row was just deleted.
  'api_token_workspace_id_user_id_fkey',
  'campaign_count_workspace_id_campaign_id_fkey',
  'campaign_day_workspace_id_campaign_id_fkey',
  'campaign_mailbox_workspace_id_campaign_id_fkey',
  'campaign_mailbox_workspace_id_mailbox_id_fkey',
  'campaign_step_workspace_id_campaign_id_fkey',
  'connect_grant_workspace_id_user_id_fkey',
  'conversation_workspace_id_campaign_id_fkey',
  'conversation_workspace_id_mailbox_id_fkey',
  'conversation_workspace_id_prospect_id_fkey',
  'enrichment_workspace_id_job_id_fkey',
  'enrollment_workspace_id_campaign_id_fkey',
  'enrollment_workspace_id_prospect_id_fkey',
  'export_piece_workspace_id_task_id_fkey',
  'folder_workspace_id_mailbox_id_fkey',
  'follow_up_workspace_id_assignee_id_fkey',
  'follow_up_workspace_id_prospect_id_fkey',
  'mailbox_workspace_id_owner_id_fkey',
  'message_workspace_id_conversation_id_fkey',
  'note_workspace_id_prospect_id_fkey',
  'notification_workspace_id_prospect_id_fkey',
  'notification_workspace_id_user_id_fkey',
  'outbound_message_workspace_id_campaign_id_prospect_id_fkey',
  'outbound_reply_workspace_id_conversation_id_fkey',
  'prospect_list_workspace_id_list_id_fkey',
  'prospect_list_workspace_id_prospect_id_fkey',
  'prospect_tag_workspace_id_prospect_id_fkey',
  'prospect_tag_workspace_id_tag_id_fkey',
  'prospect_workspace_id_owner_id_fkey',
  'received_workspace_id_mailbox_id_fkey',
  'removed_step_workspace_id_campaign_id_fkey',
  'saved_view_workspace_id_owner_id_fkey',
  'saved_view_workspace_id_private_to_fkey',
  'task_failure_workspace_id_task_id_fkey',
  'task_target_workspace_id_task_id_fkey',
  'task_workspace_id_undo_of_fkey',
  'view_pin_workspace_id_user_id_fkey',
  'view_pin_workspace_id_view_id_fkey',
  'watch_workspace_id_mailbox_id_fkey',
  'webhook_hour_workspace_id_webhook_id_fkey',
]);
