import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { allBulkActions, type BulkClient, bulkClient } from '../../test/bulk/bulk-client.ts';
import { insertProspects } from '../../test/prospects/insert-prospects.ts';
import { testService } from '../../test/service.ts';
import { raw } from '../platform/db/index.ts';

const service = await testService();

/** A prospect that each action changes, and the lists and tags that it needs. */
async function accountWithProspect(): Promise<BulkClient & { ids: string[] }> {
  const account = await bulkClient(service);
  const [other, ...ids] = await account.addProspects(4);
  await account.bulk({ action: 'tag', tagName: 'Hot', prospectIds: [other] });
  await account.bulk({ action: 'add_to_list', listName: 'Fair', prospectIds: [other] });
  return { ...account, ids };
}

/** Prepares every prospect so that the action changes it. */
async function prepare({ bulk, ids: prospectIds }: BulkClient & { ids: string[] }, action: string) {
  const opposite = {
    untag: { action: 'tag', tagName: 'Hot' },
    remove_from_list: { action: 'add_to_list', listName: 'Fair' },
    unsuppress: { action: 'suppress' },
  }[action];
  if (opposite) await bulk({ ...opposite, prospectIds });
}

test('repeated ids count once, in any letter case, and the counts add up', async () => {
  const { bulk, ids } = await accountWithProspect();
  const [a, b, c] = ids as [string, string, string];
  const stage = { action: 'stage', stage: 'meeting' };
  await bulk({ ...stage, prospectIds: [b] });
  const prospectIds = [c, a.toUpperCase(), a, b, b.toUpperCase(), c];
  const { data } = await bulk({ ...stage, prospectIds });
  expect(data).toMatchObject({ requested: 3, affected: 2, unchanged: 1, notFound: [] });

  const unknown = randomUUID();
  const { data: some } = await bulk({
    action: 'stage',
    stage: 'new',
    prospectIds: [unknown.toUpperCase(), a, unknown, a.toUpperCase()],
    ignoreMissing: true,
  });
  expect(some).toMatchObject({ requested: 2, affected: 1, unchanged: 0, notFound: [unknown] });
});

test('one request accepts 1 to 500 ids, including repeated ones [bulk.max-500]', async () => {
  const { workspace, bulk, prospects, expectExactCounts } = await bulkClient(service);
  const ids = await insertProspects(service.owner, workspace.id, { count: 500 });
  const stage = (prospectIds: string[]) => bulk({ action: 'stage', stage: 'replied', prospectIds });
  for (const refused of [[], [...ids, ids[0]!], Array<string>(501).fill(ids[0]!)]) {
    const { error } = await stage(refused);
    expect(Object.keys(error.fieldErrors)).toEqual(['prospectIds']);
  }
  expect((await stage(ids.slice(0, 1))).data).toMatchObject({ requested: 1, affected: 1 });
  expect((await stage(Array<string>(500).fill(ids[0]!))).data.requested).toBe(1);
  expect((await stage(ids)).data).toMatchObject({ requested: 500, affected: 499, unchanged: 1 });
  expect(new Set((await prospects()).map((one) => one.stage))).toEqual(new Set(['replied']));
  await expectExactCounts();
});

describe.each(allBulkActions)('$action', (action) => {
  test('with ids that are unknown or of another workspace is 404 and changes no prospect', async () => {
    const account = await accountWithProspect();
    await prepare(account, action.action);
    const [foreign] = await (await bulkClient(service)).addProspects(1);
    const [known, ...others] = account.ids;
    const [unknown, late] = [randomUUID(), randomUUID()];
    const before = await account.checksums();
    const { error } = await account.bulk({
      ...action,
      prospectIds: [unknown.toUpperCase(), known, foreign, ...others, late, unknown],
    });
    expect(error).toMatchObject({ code: 'not_found', notFound: [unknown, foreign, late] });
    expect(await account.checksums()).toEqual(before);
  });

  test('with ignoreMissing processes the existing prospects and returns the missing ids', async () => {
    const account = await accountWithProspect();
    await prepare(account, action.action);
    const [foreign] = await (await bulkClient(service)).addProspects(1);
    const unknown = randomUUID();
    const prospectIds = [unknown, ...account.ids, foreign];
    const { data } = await account.bulk({ ...action, prospectIds, ignoreMissing: true });
    expect(data).toMatchObject({
      requested: 5,
      affected: 3,
      unchanged: 0,
      notFound: [unknown, foreign],
    });
    const again = await account.bulk({
      ...action,
      prospectIds: [unknown, foreign],
      ignoreMissing: true,
    });
    expect(again.data).toMatchObject({ requested: 2, affected: 0, notFound: [unknown, foreign] });
    await account.expectExactCounts();
  });
});

test('a failure at commit changes nothing', async () => {
  const account = await accountWithProspect();
  const before = await account.checksums();
  // Makes the update of the counts fail, which is the last step of a batch.
  await service.owner.transaction(account.workspace.id, async (tx) => {
    await tx.run(
      raw(`
      create function refuse_count() returns trigger language plpgsql
      as $$ begin raise check_violation; end $$`),
    );
    await tx.run(
      raw(`
      create trigger refuse_count before insert or update on board_count
      for each row when (new.workspace_id = '${account.workspace.id}') execute function refuse_count()`),
    );
  });
  for (const action of [
    { action: 'stage', stage: 'customer' },
    { action: 'tag', tagName: 'Hot' },
    { action: 'delete' },
  ])
    expect((await account.bulk({ ...action, prospectIds: account.ids })).status).toBe(500);
  expect(await account.checksums()).toEqual(before);
});
