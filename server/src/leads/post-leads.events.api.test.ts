import { type EventKind, eventBody } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { type LeadsClient, leadsClient, newLeads } from '../../test/leads-client.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';
import { selectTimeline } from '../prospects/timeline.sql.ts';

const service = await testService();
const jane = { email: 'jane@acme.example', fullName: 'Jane Doe', title: 'CEO' };

const kindsOf = async ({ events }: LeadsClient): Promise<EventKind[]> =>
  (await events()).map(({ type }) => type).sort();

test('each new prospect emits an event with its public record and the actor', async () => {
  const { post, events, tokenId } = await leadsClient(service);
  const { data, headers } = await post([jane, ...newLeads(1)], { sourceType: 'extension_profile' });
  const created = await events('prospect.created');
  expect(created.map(({ prospectId }) => prospectId).sort()).toEqual([...data.prospectIds].sort());
  const [id] = data.prospectIds;
  expect(created.find(({ prospectId }) => prospectId === id)).toEqual({
    type: 'prospect.created',
    prospectId: id,
    actor: tokenId,
    correlationId: headers.get('x-correlation-id'),
    data: {
      prospectId: id,
      prospect: {
        ...jane,
        firstName: 'Jane',
        lastName: 'Doe',
        companyName: null,
        linkedinUrl: null,
        website: null,
        phone: null,
        locationName: null,
        stage: 'new',
        doNotContact: false,
        sourceType: 'extension_profile',
      },
    },
    previous: null,
  });
});

test('a changed prospect emits one event with the previous values of the changed fields', async () => {
  const { post, events } = await leadsClient(service);
  const [id] = (await post([jane])).data.prospectIds;
  await post([
    { ...jane, title: 'CTO', fullName: 'Jane Smith' },
    { email: jane.email, phone: '1' },
  ]);
  const updates = await events('prospect.updated');
  expect(updates).toMatchObject([
    {
      prospectId: id,
      data: { prospect: { title: 'CTO', lastName: 'Smith', phone: '1' } },
      previous: { title: 'CEO', fullName: 'Jane Doe', lastName: 'Doe', phone: null },
    },
  ]);
  expect(Object.keys(updates[0]!.previous)).toHaveLength(4);
});

test('each prospect added to a list emits an event that names the list', async () => {
  const { post, events } = await leadsClient(service);
  await post([jane]);
  const { data } = await post([jane, ...newLeads(1)], { listName: 'Fair' });
  const joined = await events('list.member_added');
  expect(joined.map((event) => event.data.prospectId).sort()).toEqual([...data.prospectIds].sort());
  for (const event of joined) expect(event.data.list).toEqual({ id: data.listId, name: 'Fair' });
});

test('repeats, conflicts, blocked leads, invalid leads and a new list emit no event', async () => {
  const account = await leadsClient(service);
  const { post } = account;
  await post([jane, { linkedinUrl: 'linkedin.com/in/jane' }], { listName: 'Fair' });
  const before = await kindsOf(account);
  expect(before).toEqual([
    'list.member_added',
    'list.member_added',
    'prospect.created',
    'prospect.created',
  ]);
  await service.owner.query(
    sql`update workspace_usage set imports = 250000 where workspace_id = ${account.workspace.id}`,
  );
  const leads = [jane, jane, { ...jane, linkedinUrl: 'linkedin.com/in/jane' }, {}, ...newLeads(1)];
  const { data } = await post(leads, { listName: 'Fair', onInvalid: 'skip' });
  expect(data).toMatchObject({ skipped: 2, failed: 2, quotaBlocked: 1 });
  await post(newLeads(1), { listName: 'Another' });
  await post([jane], { listName: 'Tried', dryRun: true });
  expect(await kindsOf(account)).toEqual(before);
});

test('events follow their schema and appear in the timeline of their prospect, newest first', async () => {
  const { post, workspace } = await leadsClient(service);
  const [id] = (await post([jane])).data.prospectIds;
  await post([{ ...jane, title: 'CTO' }]);
  await post([{ email: jane.email }], { listName: 'Fair' });
  const entries = await service.owner.transaction(workspace.id, (tx) => selectTimeline(tx, id, 10));
  expect(entries.map(({ type }) => type)).toEqual([
    'list.member_added',
    'prospect.updated',
    'prospect.created',
  ]);
  for (const { previous, ...entry } of entries)
    eventBody(entry.type).parse({
      ...entry,
      createdAt: entry.createdAt.toISOString(),
      workspaceId: workspace.id,
      ...(previous && { previous }),
    });
});
