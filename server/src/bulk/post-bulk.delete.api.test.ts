import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tenantTables, workspaceColumn } from '../../schema/tables.ts';
import { type BulkClient, bulkClient } from '../../test/bulk/bulk-client.ts';
import { recountBoards } from '../../test/prospects/recount-boards.ts';
import { recordCreator } from '../../test/record-creator.ts';
import { testService } from '../../test/service.ts';
import { raw, sql } from '../platform/db/index.ts';

const service = await testService();
const { owner } = service;

const email = 'jane@canary.example';
const linkedinUrl = 'https://www.linkedin.com/in/jane-canary';
const jane = { fullName: 'Jane Canary', title: 'Canary keeper', email, linkedinUrl };

/**
 * Without the request log, which is written later and keeps the ids that callers sent, and without what
 * a job removes: forgotten-people.api.test.ts.
 */
const { request_log: _log, forgotten_person: _forgotten, ...written } = tenantTables;

/** The tables that contain the text, in any column, for this workspace. */
async function tablesWith({ workspace }: BulkClient, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of Object.keys(written)) {
    const rows = await owner.query(sql`
      select 1 from ${raw(table)} t
      where ${raw(workspaceColumn(table))} = ${workspace.id}
        and to_jsonb(t)::text ilike ${`%${text}%`}`);
    if (rows.length > 0) found.push(table);
  }
  return found;
}

/** Jane with every kind of related record, and a second prospect with the same. */
async function accountWithRelatedRecords() {
  const account = await bulkClient(service);
  const { workspace, post, bulk } = account;
  const neighbour = { fullName: 'Nils Neighbour', email: 'nils@acme.example' };
  const { prospectIds } = (await post([jane, neighbour], { listName: 'Fair' })).data;
  await post([{ ...jane, title: 'Head canary' }]);
  await bulk({ action: 'tag', tagName: 'Hot', prospectIds });
  await bulk({ action: 'stage', stage: 'replied', prospectIds });
  const campaignId = await recordCreator(owner, workspace.id)('campaign');
  await owner.transaction(workspace.id, async (tx) => {
    await tx.run(sql`
      insert into enrollment (workspace_id, campaign_id, prospect_id)
      select ${workspace.id}, ${campaignId}, unnest(${prospectIds}::uuid[])`);
    await recountBoards(tx);
  });
  return { ...account, id: prospectIds[0] as string, neighbourId: prospectIds[1] as string };
}

test('deleted prospects are removed from every list, tag, campaign, search and count; others stay [bulk.delete]', async () => {
  const account = await accountWithRelatedRecords();
  const { token, bulk, id, neighbourId, prospect, expectExactCounts } = account;
  const neighbour = await prospect(neighbourId);
  expect(await tablesWith(account, id)).toEqual([
    'prospect',
    'prospect_word',
    'prospect_list',
    'prospect_tag',
    'enrollment',
    'event',
  ]);
  expect((await bulk({ action: 'delete', prospectIds: [id] })).data.affected).toBe(1);
  expect(await tablesWith(account, id)).toEqual(['event']);
  const search = async (query: Record<string, string>) =>
    (await service.call(token, 'GET', '/prospects', { query })).data.total;
  expect(await search({ q: 'canary' })).toBe(0);
  expect(await search({ stage: 'replied' })).toBe(1);
  expect(await prospect(neighbourId)).toEqual(neighbour);
  await expectExactCounts();
});

test('events of deleted prospects keep only kind, time and id', async () => {
  const account = await accountWithRelatedRecords();
  const { bulk, id, neighbourId, events } = account;
  const before = await events();
  expect(JSON.stringify(before)).toMatch(/canary/i);
  await bulk({ action: 'delete', prospectIds: [id] });
  expect(await tablesWith(account, 'canary')).toEqual([]);
  const after = await events();
  expect(after.map(({ type }) => type)).toEqual([
    ...before.map(({ type }) => type),
    'prospect.deleted',
  ]);
  for (const event of after.filter(({ prospectId }) => prospectId === id))
    expect([event.data, event.previous]).toEqual([{ prospectId: id }, null]);
  const ofNeighbour = ({ prospectId }: { prospectId: string | null }) => prospectId === neighbourId;
  expect(after.filter(ofNeighbour)).toEqual(before.filter(ofNeighbour));
});

test('a suppressed prospect that was deleted is suppressed again when imported, by either identifier', async () => {
  for (const lead of [{ email: 'JANE@canary.example' }, { linkedinUrl }, jane]) {
    const { post, bulk, prospect, events } = await bulkClient(service);
    const [id] = (await post([jane])).data.prospectIds;
    await bulk({ action: 'suppress', prospectIds: [id] });
    await bulk({ action: 'delete', prospectIds: [id] });
    const { data } = await post([lead, { email: 'other@acme.example' }]);
    expect(data.inserted).toBe(2);
    const [back, other] = data.prospectIds;
    expect(back).not.toBe(id);
    expect((await prospect(back)).doNotContact).toBe(true);
    expect((await prospect(other)).doNotContact).toBe(false);
    const created = (await events('prospect.created')).find((one) => one.prospectId === back);
    expect(created!.data.prospect.doNotContact).toBe(true);
  }
});

test('after unsuppress, a deleted prospect is not suppressed when imported again', async () => {
  const account = await bulkClient(service);
  const { post, bulk, prospect, checksums: rows } = account;
  const [id] = (await post([jane])).data.prospectIds;
  const { suppression: nobody } = await rows();
  await bulk({ action: 'suppress', prospectIds: [id] });
  await bulk({ action: 'delete', prospectIds: [id] });
  const [back] = (await post([{ email }])).data.prospectIds;
  await post([{ email, linkedinUrl }]);
  expect((await rows()).suppression).not.toBe(nobody);
  await bulk({ action: 'unsuppress', prospectIds: [back] });
  expect((await rows()).suppression).toBe(nobody);
  await bulk({ action: 'delete', prospectIds: [back] });
  const [again] = (await post([jane])).data.prospectIds;
  expect((await prospect(again)).doNotContact).toBe(false);
});

test('a deleted prospect that was not suppressed is new when imported again, and uses the quota [bulk.delete]', async () => {
  const account = await accountWithRelatedRecords();
  const { post, bulk, id, prospect } = account;
  const { quota } = (await post([jane])).data;
  await bulk({ action: 'delete', prospectIds: [id] });
  const { data } = await post([jane]);
  expect(data).toMatchObject({ inserted: 1, quota: { remaining: quota.remaining - 1 } });
  expect(data.prospectIds).not.toContain(id);
  expect(await prospect(data.prospectIds[0])).toMatchObject({
    stage: 'new',
    doNotContact: false,
    lists: [],
    tags: [],
    campaigns: [],
  });
});

test('a deleted prospect with only a name does not stay suppressed, as documented', async () => {
  const { post, bulk, prospect, checksums: rows } = await bulkClient(service);
  const { suppression: nobody } = await rows();
  const lead = { fullName: 'Jane Canary', companyName: 'Acme' };
  const [id] = (await post([lead])).data.prospectIds;
  await bulk({ action: 'suppress', prospectIds: [id] });
  expect((await prospect(id)).doNotContact).toBe(true);
  expect((await rows()).suppression).toBe(nobody);
  await bulk({ action: 'delete', prospectIds: [id] });
  const [back] = (await post([lead])).data.prospectIds;
  expect((await prospect(back)).doNotContact).toBe(false);
  const page = readFileSync(new URL('../../../docs/identity.md', import.meta.url), 'utf8');
  expect(page.replaceAll(/\s+/g, ' ')).toContain('known by name alone cannot be remembered');
});
