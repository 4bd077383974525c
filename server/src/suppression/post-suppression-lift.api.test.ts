import type { AddressFact } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { leadsClient } from '../../test/leads-client.ts';
import { insertAddressFact, insertCampaign } from '../../test/outreach.ts';
import { testService } from '../../test/service.ts';
import { workspaceChecksums } from '../../test/workspace-checksums.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const { owner } = service;

const email = 'jane@acme.example';
const reasons = { unsubscribed: 'unsubscribed', complained: 'unsubscribed', bounced: 'bounced' };

async function suppressionClient() {
  const account = await leadsClient(service);
  const { workspace, token } = account;
  const admin = await workspace.user('admin');
  const campaign = () => insertCampaign(owner, workspace.id);
  return {
    ...account,
    admin,
    lift: (body: object, by = admin.token) =>
      service.call(by, 'POST', '/api/v1/manage/suppression/lift', { body }),
    /** Why a new campaign skips these prospects; undefined for those it enrolls. */
    reasonsFor: async (prospectIds: string[]) => {
      const body = { campaignId: await campaign(), prospectIds };
      const { data } = await service.call(token, 'POST', '/campaigns', { body });
      return data.results.map(({ reason }: { reason?: string }) => reason);
    },
    bulk: (action: string, prospectIds: string[]) =>
      service.call(token, 'POST', '/bulk', { body: { action, prospectIds } }),
    add: (kind: AddressFact, address = email) =>
      insertAddressFact(owner, workspace.id, address, kind),
    rows: () => workspaceChecksums(owner, workspace.id),
    audited: async () =>
      (await service.call(admin.token, 'GET', '/api/v1/manage/audit')).data.entries,
  };
}

describe.each(Object.keys(reasons) as AddressFact[])('%s', (kind) => {
  test('belongs to the address: a later prospect with it is not enrolled, even if the first was deleted', async () => {
    const { post, add, bulk, reasonsFor } = await suppressionClient();
    await add(kind, 'Jane@ACME.example');
    const [first] = (await post([{ email, fullName: 'Jane' }])).data.prospectIds;
    expect(await reasonsFor([first])).toEqual([reasons[kind]]);
    await bulk('suppress', [first]);
    await bulk('unsuppress', [first]);
    expect(await reasonsFor([first])).toEqual([reasons[kind]]);
    await bulk('delete', [first]);
    const [second] = (await post([{ email, fullName: 'John' }])).data.prospectIds;
    expect(await reasonsFor([second])).toEqual([reasons[kind]]);
  });

  test('can be lifted by an Admin with a reason, which is recorded', async () => {
    const { post, add, lift, reasonsFor, audited, admin, workspace } = await suppressionClient();
    await add(kind);
    const ids = (await post([{ email }])).data.prospectIds;
    const reason = 'Asked for it by telephone';
    const { data, headers } = await lift({ email: 'JANE@acme.example', kind, reason });
    expect(data).toEqual({ lifted: true });
    expect((await lift({ email, kind, reason: 'Again' })).data).toEqual({ lifted: false });
    expect(await reasonsFor(ids)).toEqual([undefined]);
    const [fact] = await owner.query<{ id: string; by: string; why: string; at: Date }>(sql`
      select id, lifted_by as by, lift_reason as why, lifted_at as at from address_fact
      where workspace_id = ${workspace.id}`);
    expect(fact).toMatchObject({ by: admin.userId, why: reason, at: expect.any(Date) });
    expect(await audited()).toMatchObject([
      {
        action: 'suppression.fact_lifted',
        actor: { kind: 'token', id: admin.tokenId },
        target: fact!.id,
        detail: { address: 'j…@acme.example', kind, reason },
        correlationId: headers.get('x-correlation-id'),
      },
    ]);
  });
});

test('only the given kind is lifted, and only for this address', async () => {
  const { post, add, lift, reasonsFor } = await suppressionClient();
  await add('unsubscribed');
  await add('bounced');
  await add('bounced', 'john@acme.example');
  const ids = (await post([{ email }, { email: 'john@acme.example' }])).data.prospectIds;
  await lift({ email, kind: 'unsubscribed', reason: 'Mended' });
  expect(await reasonsFor(ids)).toEqual(['bounced', 'bounced']);
  await lift({ email, kind: 'bounced', reason: 'Mended' });
  expect(await reasonsFor(ids)).toEqual([undefined, 'bounced']);
});

test('a suppression that recurs after it was lifted applies again', async () => {
  const { post, add, lift, reasonsFor } = await suppressionClient();
  const ids = (await post([{ email }])).data.prospectIds;
  for (let time = 0; time < 2; time++) {
    await add('bounced');
    expect(await reasonsFor(ids)).toEqual(['bounced']);
    expect((await lift({ email, kind: 'bounced', reason: 'Mended' })).data.lifted).toBe(true);
    expect(await reasonsFor(ids)).toEqual([undefined]);
  }
});

test('lifting requires a reason and at least the role Admin', async () => {
  const { add, lift, workspace, rows } = await suppressionClient();
  await add('bounced');
  const before = await rows();
  for (const reason of [undefined, '', '   ', null])
    expect(Object.keys((await lift({ email, kind: 'bounced', reason })).error.fieldErrors)).toEqual(
      ['reason'],
    );
  expect((await rows())['address_fact']).toBe(before['address_fact']);
  for (const role of ['viewer', 'member'] as const) {
    const by = await workspace.token(role);
    const { error } = await lift({ email, kind: 'bounced', reason: 'Mended' }, by);
    expect(error.code).toBe('insufficient_role');
  }
  const owned = await workspace.token('owner');
  expect((await lift({ email, kind: 'bounced', reason: 'Mended' }, owned)).data.lifted).toBe(true);
});

test('the address is stored neither with the suppression nor in the audit log', async () => {
  const { add, lift, workspace } = await suppressionClient();
  await add('bounced');
  await lift({ email, kind: 'bounced', reason: 'Mended' });
  const rows = await owner.query<{ row: string }>(sql`
    select f::text as row from address_fact f where workspace_id = ${workspace.id}
    union all select a::text from audit_entry a where workspace_id = ${workspace.id}`);
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain('jane');
});
