export type Privilege = 'select' | 'insert' | 'update' | 'delete';

const read: Privilege[] = ['select'];
const readAndAdd: Privilege[] = ['select', 'insert'];
const readAddAndDelete: Privilege[] = ['select', 'insert', 'delete'];
const readAndChange: Privilege[] = ['select', 'update'];
const readAndWrite: Privilege[] = ['select', 'insert', 'update'];
const everything: Privilege[] = ['select', 'insert', 'update', 'delete'];

/**
 * Tables whose rows belong to one workspace each, with what outcrop_app may do to them. They carry
 * the policy own_workspace, and each of their keys begins with the workspace.
 */
export const tenantTables = {
  workspace: readAndWrite,
  member: everything,
  api_token: everything,
  invitation: everything,
  connect_grant: readAddAndDelete,
  workspace_usage: readAndWrite,
  import_day: readAndWrite,
  credit_account: readAndWrite,
  credit_entry: readAndAdd,
  credit_day: readAndWrite,
  stored_bytes: read,
  prospect: everything,
  prospect_word: everything,
  forgotten_person: readAddAndDelete,
  note: everything,
  follow_up: everything,
  saved_view: everything,
  view_pin: readAddAndDelete,
  notification: everything,
  list: everything,
  tag: everything,
  prospect_list: everything,
  prospect_tag: everything,
  board_count: everything,
  campaign: everything,
  campaign_step: everything,
  removed_step: everything,
  campaign_day: everything,
  enrollment: everything,
  suppression: everything,
  address_fact: readAndWrite,
  mailbox: everything,
  campaign_count: everything,
  campaign_mailbox: everything,
  mail_settings: everything,
  outbound_message: everything,
  saved_reply: everything,
  folder: everything,
  watch: readAndChange,
  received: everything,
  company_day: everything,
  conversation: everything,
  message: everything,
  message_body: everything,
  message_word: readAddAndDelete,
  outbound_reply: readAndWrite,
  event: everything,
  idempotency: everything,
  queue_position: readAndWrite,
  audit_entry: readAndAdd,
  request_log: read,
  webhook: everything,
  delivery: everything,
  delivery_attempt: everything,
  webhook_hour: everything,
  task: everything,
  task_target: everything,
  task_failure: everything,
  import_file: readAndWrite,
  import_row: readAddAndDelete,
  export_piece: readAndWrite,
  enrichment_job: everything,
  enrichment: everything,
  ai_settings: everything,
};
export type TenantTable = keyof typeof tenantTables;

/**
 * Tables that also carry the policy `audience`: their column `visible_to` is a member who alone sees
 * the row, or the workspace.
 */
export const tablesWithAudience: TenantTable[] = [
  'conversation',
  'message',
  'message_body',
  'message_word',
  'outbound_reply',
];

/** A workspace is its own tenant. */
export const workspaceColumn = (table: string): string =>
  table === 'workspace' ? 'id' : 'workspace_id';

/**
 * Tables that belong to no workspace. Those of the schema `auth` are closed to outcrop_app, and the
 * only ones that outcrop_sign_in sees.
 */
export const globalTables: Record<string, Privilege[]> = {
  plan: read,
  cell_secret: readAndAdd,
  queue_clock: readAndChange,
  job_claim: everything,
  watcher: [],
  // Has rows only inside of a transaction.
  stored_change: [],
  connect_request: [],
  migration: [],
};
export const globalSchemas = ['auth'];
export const signInTables: Record<string, Privilege[]> = {
  user: readAndChange,
  account: readAndWrite,
  session: everything,
  verification: everything,
  twoFactor: everything,
};

/**
 * The queue's own tables, in the schema `pgboss`, as far as outcrop_app may touch them. They hold
 * jobs of every workspace without a policy, and therefore ids and nothing else. Beside them each
 * queue has a partition of `job`, which pg-boss speaks to by name.
 */
export const engineSchema = 'pgboss';
export const engineTables: Record<string, Privilege[]> = {
  version: readAndChange,
  queue: readAndChange,
  job: everything,
  job_dependency: ['select', 'delete'],
};
export const queueTable = everything;

/**
 * What runs with the rights of the owner: before a workspace is known, or across all of them.
 */
export const definerFunctions = [
  'acquire_watches(uuid,timestamp with time zone,timestamp with time zone,integer)',
  'add_connect_request(bytea,bytea,text,text,integer)',
  'add_stored_changes()',
  'add_user(uuid,text,text,boolean,text)',
  'authenticate_session(text,uuid)',
  'authenticate_token(bytea)',
  'count_running_workers()',
  'count_watches(uuid,timestamp with time zone)',
  'deny_connect_request(bytea)',
  'drop_old_event_partitions(timestamp with time zone)',
  'drop_old_deliveries(timestamp with time zone)',
  'drop_old_requests(timestamp with time zone)',
  'drop_old_messages(timestamp with time zone)',
  'due_mailboxes(timestamp with time zone,integer)',
  'due_replies(timestamp with time zone,integer)',
  'end_absences(timestamp with time zone,integer)',
  'end_watcher(uuid)',
  'find_connect_request(bytea)',
  'find_connect_status(bytea)',
  'find_invitation(bytea)',
  'hold_enrollments_of_removed_mailboxes(integer)',
  'is_claimed()',
  'mailboxes_with_unknown(timestamp with time zone,integer)',
  'make_delivery_partitions(timestamp with time zone)',
  'make_event_partitions(timestamp with time zone)',
  'make_message_partitions(timestamp with time zone)',
  'make_request_log_partitions(timestamp with time zone)',
  'notification_mail_due(timestamp with time zone,integer)',
  'notify_of_follow_ups(timestamp with time zone,integer)',
  'offer_claim(text)',
  'people_of_workspace()',
  'prospects_by_domain(text[])',
  'purge_audit(integer)',
  'purge_company_days(timestamp with time zone,integer)',
  'purge_connect_requests(integer)',
  'purge_enrichments(integer)',
  'purge_exports(integer)',
  'purge_idempotency(integer)',
  'purge_imports(integer)',
  'purge_invitations(integer)',
  'purge_message_texts(timestamp with time zone,integer)',
  'purge_notifications(integer)',
  'purge_sign_ins(integer)',
  'purge_tasks(integer)',
  'purge_webhook_hours(integer)',
  'record_member_use(uuid[],uuid[],timestamp with time zone[])',
  'record_requests(json)',
  'record_stored_bytes()',
  'record_synced(uuid,uuid[],bigint[],timestamp with time zone[])',
  'record_token_use(uuid[],uuid[],timestamp with time zone[],integer)',
  'release_watches(uuid,uuid[],bigint[],timestamp with time zone)',
  'removed_mailboxes_to_settle(timestamp with time zone,integer)',
  'renew_watches(uuid,timestamp with time zone,timestamp with time zone)',
  'restart_queue_positions()',
  'revoke_tokens_of_user(uuid,text)',
  'take_claim(text)',
  'take_connect_request(bytea)',
  'user_by_email(text)',
  'due_webhooks(integer)',
  'workspaces_of_user(uuid)',
  'workspaces_with_overdue_enrichment(integer)',
];
