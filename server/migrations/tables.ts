export type Privilege = 'select' | 'insert' | 'update' | 'delete';

const read: Privilege[] = ['select'];
const readAndAdd: Privilege[] = ['select', 'insert'];
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
  workspace_usage: readAndWrite,
  credit_account: readAndWrite,
  prospect: everything,
  prospect_search: everything,
  list: everything,
  tag: everything,
  prospect_list: everything,
  prospect_tag: everything,
  board_count: everything,
  campaign: everything,
  campaign_step: everything,
  enrollment: everything,
  suppression: everything,
  address_fact: readAndWrite,
  mailbox: everything,
  conversation: everything,
  message: everything,
  event: everything,
  idempotency: everything,
};
export type TenantTable = keyof typeof tenantTables;

/** A workspace is its own tenant. */
export const workspaceColumn = (table: string): string =>
  table === 'workspace' ? 'id' : 'workspace_id';

/** Tables that belong to no workspace. Those of the schema `auth` are closed to outcrop_app. */
export const globalTables: Record<string, Privilege[]> = {
  plan: read,
  cell_secret: readAndAdd,
  migration: [],
};
export const globalSchemas = ['auth'];

/**
 * What runs with the rights of the owner: before a workspace is known, across all of them, or, in
 * the case of the search, in the workspace of the transaction but past its policy.
 */
export const definerFunctions = [
  'authenticate_token(bytea)',
  'make_event_partitions()',
  'matching_prospects(text[],integer)',
  'record_token_use(uuid[],uuid[],timestamp with time zone[])',
];
