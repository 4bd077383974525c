import { expect, test } from 'vitest';
import { createPlan, leadsClient, newLeads } from '../../test/leads-client.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

/** A workspace and a batch that together produce every possible lead status. */
async function busyWorkspace() {
  const account = await leadsClient(service, await createPlan(service, 10));
  const e1 = { email: 'e1@acme.example' };
  const l1 = { linkedinUrl: 'linkedin.com/in/l1' };
  const { data } = await account.post([e1, l1, ...newLeads(5)]);
  const [a, b, ...fresh] = newLeads(4);
  const leads = [
    a,
    { ...e1, title: 'CEO', linkedinUrl: 'linkedin.com/in/new' },
    { ...e1, ...l1 },
    {},
    b,
    a,
    l1,
    ...fresh,
  ];
  return { ...account, leads, knownIds: data.prospectIds.slice(0, 2) as string[] };
}

test('a dry run returns the same result as a real run, without ids of records that are not kept', async () => {
  const { post, leads, knownIds } = await busyWorkspace();
  const request = { onInvalid: 'skip', listName: 'Fair', sourceType: 'extension_search' };
  const dry = (await post(leads, { ...request, dryRun: true })).data;
  const { listId, ...real } = (await post(leads, request)).data;
  expect(listId).toEqual(expect.any(String));
  const stays = (id: string | undefined) => id !== undefined && knownIds.includes(id);
  expect(dry).toEqual({
    ...real,
    dryRun: true,
    quota: { ...real.quota, remaining: real.quota.remaining + real.inserted },
    prospectIds: real.prospectIds.filter(stays),
    results: real.results.map(({ prospectId, ...result }: { prospectId?: string }) =>
      stays(prospectId) ? { ...result, prospectId } : result,
    ),
  });
  expect(dry.prospectIds).toEqual(knownIds);
  expect(dry.results.map((result: { status: string }) => result.status)).toEqual([
    'inserted',
    'updated',
    'failed',
    'failed',
    'inserted',
    'skipped',
    'updated',
    'inserted',
    'quota_blocked',
  ]);
});

test('a conflict with a prospect that exists only in the dry run returns no id for it', async () => {
  const { post } = await leadsClient(service);
  const [e1, l1] = [{ email: 'e1@acme.example' }, { linkedinUrl: 'linkedin.com/in/l1' }];
  const [known] = (await post([e1])).data.prospectIds;
  const { data } = await post([e1, l1, { ...e1, ...l1 }], { dryRun: true });
  expect(data.results[2]).toEqual({
    index: 2,
    status: 'failed',
    reason: 'identity_conflict',
    conflictIds: [known],
  });
});
