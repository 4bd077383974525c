import { expect, test } from 'vitest';
import { leadsClient, newLeads } from '../../test/leads-client.ts';
import { insertAddressFact } from '../../test/outreach.ts';
import { testService } from '../../test/service.ts';
import { workspaceChecksums } from '../../test/workspace-checksums.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const { owner } = service;
const path = '/api/v1/manage/suppression';

const email = 'jane@acme.example';
const linkedinUrl = 'https://www.linkedin.com/in/jane-doe';

async function suppressionClient() {
  const account = await leadsClient(service);
  const { token, workspace } = account;
  const admin = await workspace.token('admin');
  const post = (to: string) => (body: object) =>
    service.call(token, 'POST', `${path}${to}`, { body });
  return {
    ...account,
    add: post(''),
    remove: post('/remove'),
    check: async (body: object) => (await post('/check')(body)).data.results,
    rows: () => workspaceChecksums(owner, workspace.id),
    audited: async () =>
      (await service.call(admin, 'GET', '/api/v1/manage/audit')).data.entries.map(
        ({ action, target, detail }: Record<string, unknown>) => ({ action, target, detail }),
      ),
    remembered: async () => {
      const [row] = await owner.query<{ count: number }>(sql`
        select count(*)::int as count from suppression where workspace_id = ${workspace.id}`);
      return row!.count;
    },
  };
}

test('an address without a prospect can be suppressed, and a lead with it is stored as suppressed', async () => {
  const { add, check, post, prospect, events, workspace } = await suppressionClient();
  const { data } = await add({ emails: [' JANE@acme.example'], linkedinUrls: [linkedinUrl] });
  expect(data).toEqual({ requested: 2, affected: 2, unchanged: 0, prospectIds: [] });
  expect(await check({ emails: [email], linkedinUrls: ['linkedin.com/in/Jane-Doe/'] })).toEqual([
    { value: email, suppressed: true, facts: [] },
    { value: 'linkedin.com/in/Jane-Doe/', suppressed: true, facts: [] },
  ]);
  const rows = await owner.query<{ row: string }>(sql`
    select s::text as row from suppression s where workspace_id = ${workspace.id}`);
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/jane|acme/i);
  expect(await events()).toEqual([]);
  for (const lead of [{ email }, { linkedinUrl }]) {
    const [id] = (await post([lead])).data.prospectIds;
    expect((await prospect(id)).doNotContact).toBe(true);
  }
});

test('the prospect with the address is suppressed by all its identifiers', async () => {
  const { add, check, post, prospect, events, audited, tokenId } = await suppressionClient();
  const [id, other] = (await post([{ email, linkedinUrl }, ...newLeads(1)])).data.prospectIds;
  const before = await prospect(id);
  const { data, headers } = await add({ emails: [email] });
  expect(data).toEqual({ requested: 1, affected: 1, unchanged: 0, prospectIds: [id] });
  const after = await prospect(id);
  const { updatedAt, lastActivityAt } = after;
  expect(after).toEqual({ ...before, doNotContact: true, updatedAt, lastActivityAt });
  expect(after.updatedAt > before.updatedAt).toBe(true);
  expect((await prospect(other)).doNotContact).toBe(false);
  expect(await check({ linkedinUrls: [linkedinUrl] })).toEqual([
    { value: linkedinUrl, suppressed: true, facts: [], prospectId: id },
  ]);
  expect(await events('prospect.suppressed')).toEqual([
    {
      type: 'prospect.suppressed',
      prospectId: id,
      actor: tokenId,
      correlationId: headers.get('x-correlation-id'),
      data: { prospectId: id },
      previous: null,
    },
  ]);
  expect(await audited()).toEqual([
    { action: 'suppression.added', target: null, detail: { addresses: 1, prospects: 1 } },
  ]);
});

test('suppressing again changes nothing: no event, no audit entry, and each address counts once', async () => {
  const { add, remove, post, rows, remembered } = await suppressionClient();
  await post([{ email }]);
  const both = { emails: [email, email.toUpperCase()], linkedinUrls: [linkedinUrl] };
  expect((await add(both)).data).toMatchObject({ requested: 2, affected: 2 });
  const before = await rows();
  expect((await add(both)).data).toEqual({
    requested: 2,
    affected: 0,
    unchanged: 2,
    prospectIds: [],
  });
  expect(await rows()).toEqual(before);
  expect((await remove(both)).data).toMatchObject({ requested: 2, affected: 2 });
  expect(await remembered()).toBe(0);
  const free = await rows();
  expect((await remove(both)).data).toMatchObject({ affected: 0, unchanged: 2 });
  expect(await rows()).toEqual(free);
});

test('unsuppressing an address also unsuppresses its prospect, with all its identifiers', async () => {
  const { add, remove, check, post, prospect, events, audited, remembered } =
    await suppressionClient();
  const [id] = (await post([{ email, linkedinUrl }])).data.prospectIds;
  await add({ emails: [email, 'other@acme.example'] });
  const { data } = await remove({ linkedinUrls: [linkedinUrl] });
  expect(data).toEqual({ requested: 1, affected: 1, unchanged: 0, prospectIds: [id] });
  expect((await prospect(id)).doNotContact).toBe(false);
  expect(await check({ emails: [email, 'other@acme.example'] })).toMatchObject([
    { suppressed: false, prospectId: id },
    { suppressed: true },
  ]);
  expect(await events('prospect.unsuppressed')).toMatchObject([{ prospectId: id }]);
  expect(await audited()).toMatchObject([
    { action: 'suppression.removed', detail: { addresses: 1, prospects: 1 } },
    { action: 'suppression.added' },
  ]);
  await remove({ emails: ['other@acme.example'] });
  expect(await remembered()).toBe(0);
});

test('a prospect suppressed by POST /bulk, or deleted since, can be unsuppressed by address too', async () => {
  const { remove, check, post, prospect, token } = await suppressionClient();
  const bulk = (action: string, prospectIds: string[]) =>
    service.call(token, 'POST', '/bulk', { body: { action, prospectIds } });
  const [id] = (await post([{ email }])).data.prospectIds;
  await bulk('suppress', [id]);
  await bulk('delete', [id]);
  expect(await check({ emails: [email] })).toEqual([{ value: email, suppressed: true, facts: [] }]);
  expect((await remove({ emails: [email] })).data).toMatchObject({ affected: 1, prospectIds: [] });
  const [again] = (await post([{ email }])).data.prospectIds;
  expect((await prospect(again)).doNotContact).toBe(false);
});

test('results are in the order sent, including repeats, with every suppression of each address', async () => {
  const { check, add, post, workspace, rows } = await suppressionClient();
  const [id] = (await post([{ email, linkedinUrl }])).data.prospectIds;
  for (const kind of ['bounced', 'unsubscribed', 'complained'] as const)
    await insertAddressFact(owner, workspace.id, email, kind);
  await add({ emails: ['stranger@acme.example'] });
  const before = await rows();
  expect(
    await check({
      emails: ['stranger@acme.example', 'JANE@acme.example', 'nobody@acme.example', email],
      linkedinUrls: [linkedinUrl, 'linkedin.com/in/nobody'],
    }),
  ).toEqual([
    { value: 'stranger@acme.example', suppressed: true, facts: [] },
    {
      value: 'JANE@acme.example',
      suppressed: false,
      facts: ['unsubscribed', 'complained', 'bounced'],
      prospectId: id,
    },
    { value: 'nobody@acme.example', suppressed: false, facts: [] },
    {
      value: email,
      suppressed: false,
      facts: ['unsubscribed', 'complained', 'bounced'],
      prospectId: id,
    },
    { value: linkedinUrl, suppressed: false, facts: [], prospectId: id },
    { value: 'linkedin.com/in/nobody', suppressed: false, facts: [] },
  ]);
  expect(await rows()).toEqual(before);
});

test('500 addresses of each kind are accepted at once, 501 are not', async () => {
  const { add, check, post } = await suppressionClient();
  const emails = Array.from({ length: 500 }, (_, n) => `jane${n}@acme.example`);
  const linkedinUrls = Array.from({ length: 500 }, (_, n) => `linkedin.com/in/jane-${n}`);
  await post(emails.slice(0, 100).map((each) => ({ email: each })));
  const { data } = await add({ emails, linkedinUrls });
  expect(data).toMatchObject({ requested: 1000, affected: 1000 });
  expect(data.prospectIds).toHaveLength(100);
  expect(await check({ emails, linkedinUrls })).toHaveLength(1000);
  const { error } = await add({ emails: [...emails, email] });
  expect(Object.keys(error.fieldErrors)).toEqual(['emails']);
});
