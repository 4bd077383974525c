import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { TenantTable } from '../../migrations/tables.ts';

/**
 * One row of every tenant table, as the values of its columns, in an order that its references
 * allow. A table that is missing here does not compile, and the tests find it empty.
 */
function rowsOf(workspaceId: string, userId: string): Record<TenantTable, object> {
  const workspace_id = workspaceId;
  const [prospect_id, list_id, tag_id, campaign_id] = Array.from({ length: 4 }, () => randomUUID());
  const hash = `\\x${'00'.repeat(32)}`;
  const month = '2026-03-01';
  return {
    workspace: { id: workspaceId, name: 'A tenant', plan_id: 'free' },
    member: { workspace_id, user_id: userId, role: 'member' },
    api_token: {
      workspace_id,
      id: randomUUID(),
      user_id: userId,
      name: 'A token',
      hash,
      last_four: 'abcd',
    },
    workspace_usage: { workspace_id, month, imports: 1 },
    credit_account: { workspace_id, month, balance: 2, reserved: 1 },
    prospect: { workspace_id, id: prospect_id, full_name: 'Ada', source_type: 'extension' },
    prospect_search: {
      workspace_id,
      prospect_id,
      created_at: new Date(),
      document: ' ada',
      stage: 'new',
      has_email: false,
      has_linkedin: false,
      enrichment_status: 'none',
    },
    list: { workspace_id, id: list_id, name: 'A list', name_key: 'a list' },
    tag: { workspace_id, id: tag_id, name: 'A tag', name_key: 'a tag' },
    prospect_list: { workspace_id, prospect_id, list_id },
    prospect_tag: { workspace_id, prospect_id, tag_id },
    board_count: { workspace_id, kind: 'stage', key: 'new', count: 1 },
    campaign: { workspace_id, id: campaign_id, name: 'A campaign' },
    enrollment: { workspace_id, campaign_id, prospect_id },
    suppression: { workspace_id, hash },
    event: {
      workspace_id,
      id: randomUUID(),
      type: 'prospect.created',
      actor_kind: 'user',
      data: {},
    },
    idempotency: { workspace_id, scope: hash, body_hash: hash, data: {} },
  };
}

/** Fills every tenant table with a row of a new workspace, and tells its id. */
export async function fillTenant(owner: pg.Client): Promise<string> {
  const [workspaceId, userId] = [randomUUID(), randomUUID()];
  await owner.query(`insert into auth."user" (id, name, email) values ($1, 'A user', $2)`, [
    userId,
    `${userId}@outcrop.example`,
  ]);
  for (const [table, row] of Object.entries(rowsOf(workspaceId, userId))) {
    const columns = Object.keys(row);
    const places = columns.map((_, index) => `$${index + 1}`).join();
    await owner.query(
      `insert into ${table} (${columns.join()}) values (${places})`,
      Object.values(row),
    );
  }
  return workspaceId;
}
