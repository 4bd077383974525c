import { expect, test } from 'vitest';
import { prospectsClient } from '../../test/prospects-client.ts';
import { testService } from '../../test/service.ts';
import { emitEvents } from '../core/events/emit-events.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();

/** A prospect with an old last activity, and a function that reads the current one. */
async function quietProspect() {
  const account = await prospectsClient(service);
  const id = await account.addLead({ fullName: 'Amara Okafor', companyName: 'Saltmarsh Foods' });
  const past = '2026-01-05T10:00:00.000Z';
  await service.owner.query(sql`
    update prospect set last_activity_at = ${past} where workspace_id = ${account.workspace.id}`);
  const lastActivity = async () => (await account.read(id)).lastActivityAt as string;
  const emitAs = (kind: 'system' | 'user', type: 'reply.received' | 'enrichment.failed') =>
    service.owner.transaction(account.workspace.id, async (tx) => {
      const actor = { actor: { kind, id: null }, correlationId: null };
      // The data does not matter here.
      emitEvents({ tx, actor }, [{ type, prospectId: id, data: {} as never }]);
    });
  return { ...account, id, past, lastActivity, emitAs };
}

test('a new prospect was active when it was created', async () => {
  const { read, addLead } = await prospectsClient(service);
  const { createdAt, lastActivityAt } = await read(await addLead({ fullName: 'Amara Okafor' }));
  expect(lastActivityAt).toBe(createdAt);
});

test.each([
  ['an edit', ({ edit, id }: Quiet) => edit(id, { title: 'Buyer' })],
  ['a tag', ({ bulk, id }: Quiet) => bulk({ action: 'tag', tagName: 'Warm', prospectIds: [id] })],
  [
    'a stage',
    ({ bulk, id }: Quiet) => bulk({ action: 'stage', stage: 'meeting', prospectIds: [id] }),
  ],
  [
    'a repeated lead with something new',
    ({ post }: Quiet) =>
      post([{ fullName: 'Amara Okafor', companyName: 'Saltmarsh Foods', title: 'Buyer' }]),
  ],
  ['a reply', ({ emitAs }: Quiet) => emitAs('system', 'reply.received')],
])('%s is an activity', async (_, act) => {
  const quiet = await quietProspect();
  await act(quiet);
  const after = await quiet.lastActivity();
  expect(after > quiet.past).toBe(true);
});

type Quiet = Awaited<ReturnType<typeof quietProspect>>;

test.each([
  ['work of the system', ({ emitAs }: Quiet) => emitAs('system', 'enrichment.failed')],
  ['an edit without a change', ({ edit, id }: Quiet) => edit(id, { fullName: 'Amara Okafor' })],
  [
    'a lead that is known',
    ({ post }: Quiet) => post([{ fullName: 'Amara Okafor', companyName: 'Saltmarsh Foods' }]),
  ],
])('%s is not', async (_, act) => {
  const quiet = await quietProspect();
  await act(quiet);
  expect(await quiet.lastActivity()).toBe(quiet.past);
});
