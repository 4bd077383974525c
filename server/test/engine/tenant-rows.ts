import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { TenantTable } from '../../migrations/tables.ts';

/**
 * One row of every tenant table, as the values of its columns, in an order that its references
 * allow. A table that is missing here does not compile, and the tests find it empty. Every text
 * holds the mark, by which a row is known wherever it turns up.
 */
function rowsOf(workspaceId: string, userId: string, mark: string): Record<TenantTable, object> {
  const workspace_id = workspaceId;
  const [prospect_id, list_id, tag_id, campaign_id, mailbox_id, conversation_id] = Array.from(
    { length: 6 },
    () => randomUUID(),
  );
  const hash = `\\x${'00'.repeat(32)}`;
  const month = '2026-03-01';
  return {
    workspace: { id: workspaceId, name: `Tenant ${mark}`, plan_id: 'free' },
    member: { workspace_id, user_id: userId, role: 'member' },
    api_token: {
      workspace_id,
      id: randomUUID(),
      user_id: userId,
      name: `Token ${mark}`,
      hash,
      last_four: 'abcd',
    },
    workspace_usage: { workspace_id, month, imports: 1 },
    credit_account: { workspace_id, month, balance: 2, reserved: 1 },
    prospect: {
      workspace_id,
      id: prospect_id,
      full_name: `Ada ${mark}`,
      first_name: `First ${mark}`,
      last_name: `Last ${mark}`,
      title: `Title ${mark}`,
      company_name: `Company ${mark}`,
      linkedin_url: `https://www.linkedin.com/in/${mark}`,
      linkedin_key: `in:${mark}`,
      website: `https://${mark}.example`,
      email: `${mark}@tenant.example`,
      email_key: `${mark}@tenant.example`,
      phone: `phone ${mark}`,
      location_name: `Place ${mark}`,
      first_touch_line: `Line ${mark}`,
      enrichment: {
        summary: `Summary ${mark}`,
        highlights: [`Highlight ${mark}`],
        completedAt: '2026-03-03T08:30:41.007Z',
      },
      source_type: 'extension',
    },
    prospect_search: {
      workspace_id,
      prospect_id,
      created_at: new Date(),
      document: ` ada ${mark}`,
      stage: 'new',
      has_email: true,
      has_linkedin: true,
      enrichment_status: 'none',
    },
    list: { workspace_id, id: list_id, name: `List ${mark}`, name_key: `list ${mark}` },
    tag: { workspace_id, id: tag_id, name: `Tag ${mark}`, name_key: `tag ${mark}` },
    prospect_list: { workspace_id, prospect_id, list_id },
    prospect_tag: { workspace_id, prospect_id, tag_id },
    board_count: { workspace_id, kind: 'stage', key: 'new', count: 1 },
    campaign: { workspace_id, id: campaign_id, name: `Campaign ${mark}` },
    campaign_step: {
      workspace_id,
      campaign_id,
      position: 1,
      kind: 'email',
      subject: `Step ${mark}`,
      body: `Dear ${mark}`,
    },
    enrollment: { workspace_id, campaign_id, prospect_id },
    suppression: { workspace_id, hash },
    address_fact: {
      workspace_id,
      id: randomUUID(),
      email_key: `${mark}@fact.example`,
      kind: 'bounced',
      lifted_at: new Date(),
      lifted_by: userId,
      lift_reason: `Lifted ${mark}`,
    },
    mailbox: {
      workspace_id,
      id: mailbox_id,
      owner_id: userId,
      shared: true,
      address: `${mark}@mailbox.example`,
    },
    conversation: {
      workspace_id,
      id: conversation_id,
      mailbox_id,
      prospect_id,
      campaign_id,
      subject: `Subject ${mark}`,
      snippet: `Snippet ${mark}`,
      last_message_at: new Date(),
      last_direction: 'inbound',
      message_count: 1,
    },
    message: {
      workspace_id,
      id: randomUUID(),
      conversation_id,
      direction: 'inbound',
      sent_at: new Date(),
      subject: `Message ${mark}`,
      text: `Text ${mark}`,
    },
    event: {
      workspace_id,
      id: randomUUID(),
      type: 'prospect.created',
      prospect_id,
      actor_kind: 'user',
      actor_id: userId,
      correlation_id: `request ${mark}`,
      data: { fullName: `Event ${mark}` },
      previous: { fullName: `Before ${mark}` },
    },
    idempotency: { workspace_id, scope: hash, body_hash: hash, data: { told: `Told ${mark}` } },
  };
}

/** Fills every tenant table with a row of a new workspace, and tells its id. */
export async function fillTenant(owner: pg.Client, mark = `mark${randomUUID()}`): Promise<string> {
  const [workspaceId, userId] = [randomUUID(), randomUUID()];
  await owner.query(`insert into auth."user" (id, name, email) values ($1, $2, $3)`, [
    userId,
    `User ${mark}`,
    `${mark}@user.example`,
  ]);
  for (const [table, row] of Object.entries(rowsOf(workspaceId, userId, mark))) {
    const columns = Object.keys(row);
    const places = columns.map((_, index) => `$${index + 1}`).join();
    await owner.query(
      `insert into ${table} (${columns.join()}) values (${places})`,
      Object.values(row),
    );
  }
  return workspaceId;
}
