import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { allBulkActions, type BulkClient, bulkClient } from '../../test/bulk/bulk-client.ts';
import { addGroupsInAllStates } from '../../test/bulk/prospect-states.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

const changedTables = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(after).filter((table) => after[table] !== before[table]);

async function accountInAllStates(): Promise<BulkClient & { prospectIds: string[] }> {
  const account = await bulkClient(service);
  const [prospectIds] = await addGroupsInAllStates(account, 1);
  return { ...account, prospectIds: prospectIds! };
}

test.each(allBulkActions)(
  'a dry run of $action returns the same result and changes nothing',
  async (action) => {
    const { bulk, checksums: rows, prospectIds } = await accountInAllStates();
    const body = { ...action, prospectIds: [...prospectIds, randomUUID()], ignoreMissing: true };
    const before = await rows();
    const dry = await bulk({ ...body, dryRun: true }, { 'idempotency-key': 'dry' });
    expect(await rows()).toEqual(before);

    const real = await bulk(body);
    expect(real.data.affected).toBeGreaterThan(0);
    expect(dry.data).toEqual({ ...real.data, dryRun: true });
    const changed = changedTables(before, await rows());
    expect(changed).toContain('event');
    expect(changed.length).toBeGreaterThan(1);
  },
);

test('a dry run names the tag or list it would create, without an id', async () => {
  const { bulk, checksums: rows, prospectIds } = await accountInAllStates();
  const before = await rows();
  const tag = { action: 'tag', tagName: ' New ', prospectIds };
  const list = { action: 'add_to_list', listName: 'New', prospectIds };
  for (const [kind, body] of [
    ['tag', tag],
    ['list', list],
  ] as const) {
    const { data } = await bulk({ ...body, dryRun: true });
    expect(data).toMatchObject({ affected: prospectIds.length, [kind]: { id: null, name: 'New' } });
  }
  expect(await rows()).toEqual(before);
  expect((await bulk(tag)).data.tag).toEqual({ id: expect.any(String), name: 'New' });
});
