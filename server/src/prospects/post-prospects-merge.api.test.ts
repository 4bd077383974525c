import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { insertCampaign, insertConversation, insertMailbox } from '../../test/outreach.ts';
import { type ProspectsClient, prospectsClient } from '../../test/prospects-client.ts';
import { amaraLead } from '../../test/sample-leads.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const { owner } = service;

const page = { linkedinUrl: 'https://www.linkedin.com/in/kept' };

const enroll = async (
  { token, workspace }: ProspectsClient,
  ids: string[],
  name = 'Trade fair',
) => {
  const campaignId = await insertCampaign(owner, workspace.id, { name, steps: ['wait'] });
  const body = { campaignId, prospectIds: ids };
  expect((await service.call(token, 'POST', '/campaigns', { body })).data.enrolled).toBe(
    ids.length,
  );
  return campaignId;
};

const kinds = (events: { type: string }[]) => events.map(({ type }) => type);

test('a prospect with only an email address gets all fields of the other, and is found by them', async () => {
  const { addLead: person, merge, read, events, token } = await prospectsClient(service);
  const { email: _, ...rest } = amaraLead;
  const keepId = await person({ email: 'a@saltmarsh.example' });
  const mergeId = await person(rest);
  const { data } = await merge(keepId, mergeId);
  expect(data).toMatchObject({ mergedId: mergeId, ignored: [] });
  expect(await read(keepId)).toMatchObject({ ...rest, email: 'a@saltmarsh.example' });
  const [updated] = await events('prospect.updated');
  expect(Object.keys(updated!.previous).sort()).toEqual(Object.keys(rest).sort());
  const query = { q: 'okafor', hasLinkedin: 'true', returnIds: 'true' };
  const found = await service.call(token, 'GET', '/prospects', { query });
  expect(found.data).toMatchObject({ ids: [keepId], total: 1 });
});

test('leads with an identifier of either prospect match the kept one; dropped identifiers are reported', async () => {
  const { addLead: person, merge, post } = await prospectsClient(service);
  const keepId = await person({ email: 'kept@acme.example' });
  const mergeId = await person({ email: amaraLead.email, linkedinUrl: amaraLead.linkedinUrl });
  const { data } = await merge(keepId, mergeId);
  expect(data.ignored).toEqual(['email']);
  const { results } = (
    await post([
      { email: 'kept@acme.example' },
      { linkedinUrl: amaraLead.linkedinUrl },
      { email: amaraLead.email },
    ])
  ).data;
  expect(results).toMatchObject([
    { prospectId: keepId, matchedBy: 'email' },
    { prospectId: keepId, matchedBy: 'linkedin' },
    { status: 'inserted' },
  ]);
});

test('lists, tags, campaigns and conversations are moved, each once, and the counts stay exact', async () => {
  const account = await prospectsClient(service);
  const {
    addLead: person,
    merge,
    bulk,
    boards,
    token,
    workspace,
    userId,
    expectExactCounts,
  } = account;
  const keepId = await person({ email: 'kept@acme.example' }, { listName: 'Both' });
  const mergeId = await person({ linkedinUrl: amaraLead.linkedinUrl }, { listName: 'Both' });
  await person({ email: 'bystander@acme.example' }, { listName: 'Both' });
  for (const [tagName, prospectIds] of [
    ['Shared', [keepId, mergeId]],
    ['Only kept', [keepId]],
    ['Only other', [mergeId]],
  ])
    await bulk({ action: 'tag', tagName, prospectIds });
  await bulk({ action: 'add_to_list', listName: 'Other list', prospectIds: [mergeId] });
  await bulk({ action: 'stage', stage: 'meeting', prospectIds: [mergeId] });
  const shared = await enroll(account, [keepId, mergeId]);
  const own = await enroll(account, [mergeId]);
  const mailboxId = await insertMailbox(owner, workspace.id, { ownerId: userId, shared: true });
  const conversationId = await insertConversation(owner, workspace.id, {
    mailboxId,
    prospectId: mergeId,
  });

  const { data } = await merge(keepId, mergeId);
  const names = (all: { name: string }[]) => all.map(({ name }) => name);
  expect(names(data.prospect.lists)).toEqual(['Both', 'Other list']);
  expect(names(data.prospect.tags)).toEqual(['Only kept', 'Only other', 'Shared']);
  expect(data.prospect.campaigns.map(({ id }: { id: string }) => id).sort()).toEqual(
    [shared, own].sort(),
  );
  expect(data.prospect.stage).toBe('new');
  const { lists, tags } = await boards();
  expect(lists.map(({ name, count }) => [name, count])).toEqual([
    ['Both', 2],
    ['Other list', 1],
  ]);
  expect(tags.map(({ count }) => count)).toEqual([1, 1, 1]);
  await expectExactCounts();
  const query = { prospectId: keepId };
  const inbox = await service.call(token, 'GET', '/inbox', { query });
  expect(inbox.data.conversations).toMatchObject([
    { id: conversationId, prospect: { id: keepId } },
  ]);
});

test('every table that references prospects is listed here, because a merge must handle it', async () => {
  const tables = await owner.query<{ name: string }>(sql`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'prospect'::regclass and conparentid = 0 order by 1`);
  expect(tables.map(({ name }) => name)).toEqual([
    'conversation',
    'enrollment',
    'follow_up',
    'note',
    'notification',
    'prospect_list',
    'prospect_tag',
  ]);
});

test('webhooks receive the changes of the kept prospect and the deletion of the other', async () => {
  const account = await prospectsClient(service);
  const { addLead: person, merge, bulk, events, tokenId } = account;
  const keepId = await person({ email: 'kept@acme.example' }, { listName: 'Both' });
  const mergeId = await person(
    { fullName: 'Amara', linkedinUrl: 'linkedin.com/in/a' },
    { listName: 'Both' },
  );
  await bulk({ action: 'tag', tagName: 'Hot', prospectIds: [mergeId] });
  await bulk({ action: 'add_to_list', listName: 'Other', prospectIds: [mergeId] });
  await bulk({ action: 'suppress', prospectIds: [mergeId] });
  const campaignId = await insertCampaign(owner, account.workspace.id);
  await owner.query(sql`
    insert into enrollment (workspace_id, campaign_id, prospect_id)
    values (${account.workspace.id}, ${campaignId}, ${mergeId})`);
  const before = (await events()).length;

  const { headers } = await merge(keepId, mergeId);
  const newEvents = (await events()).slice(before);
  const board = (name: string) => ({ id: expect.any(String), name });
  const about = { prospectId: keepId };
  expect(newEvents.map(({ type, data }) => [type, data])).toEqual([
    ['prospect.updated', { ...about, prospect: expect.objectContaining({ doNotContact: true }) }],
    ['prospect.suppressed', about],
    ['list.member_added', { ...about, list: board('Other') }],
    ['prospect.tagged', { ...about, tag: board('Hot') }],
    ['campaign.enrolled', { ...about, campaign: { id: campaignId, name: 'Trade fair' } }],
    ['prospect.deleted', { prospectId: mergeId, mergedInto: keepId }],
  ]);
  expect(newEvents[0]!.previous).toEqual({
    fullName: null,
    firstName: null,
    linkedinUrl: null,
  });
  for (const event of newEvents)
    expect(event).toMatchObject({
      actor: tokenId,
      correlationId: headers.get('x-correlation-id'),
    });
});

test('a kept prospect that gains nothing emits no update event and keeps its updatedAt', async () => {
  const { addLead: person, merge, read, events } = await prospectsClient(service);
  const keepId = await person(amaraLead);
  const mergeId = await person({ email: 'other@acme.example', title: 'Other' });
  const before = await read(keepId);
  const { data } = await merge(keepId, mergeId);
  expect(data.prospect).toEqual({ ...before, lastActivityAt: data.prospect.lastActivityAt });
  expect(kinds(await events())).toEqual([
    'prospect.created',
    'prospect.created',
    'prospect.deleted',
  ]);
});

test.each([
  ['the kept one', true, false],
  ['the other', false, true],
  ['both', true, true],
  ['neither', false, false],
])(
  'when %s is marked do not contact, so are the kept prospect and all identifiers of both',
  async (_, keptIs, otherIs) => {
    const account = await prospectsClient(service);
    const { addLead: person, merge, bulk, read, prospect, events } = account;
    const keepId = await person({ email: 'kept@acme.example', ...page });
    const mergeId = await person({ email: amaraLead.email, linkedinUrl: amaraLead.linkedinUrl });
    const suppressed = [...(keptIs ? [keepId] : []), ...(otherIs ? [mergeId] : [])];
    if (suppressed.length > 0) await bulk({ action: 'suppress', prospectIds: suppressed });
    const before = (await events('prospect.suppressed')).length;
    await merge(keepId, mergeId);
    const marked = keptIs || otherIs;
    expect((await read(keepId)).doNotContact).toBe(marked);
    expect(await events('prospect.suppressed')).toHaveLength(before + Number(otherIs && !keptIs));
    await bulk({ action: 'delete', prospectIds: [keepId] });
    const { email, linkedinUrl } = amaraLead;
    for (const lead of [{ email }, { linkedinUrl }, { email: 'kept@acme.example' }, page])
      expect((await prospect(await person(lead))).doNotContact).toBe(marked);
  },
);

test('the timeline of the kept prospect shows both, with the original prospect of each entry', async () => {
  const { addLead: person, merge, bulk, timeline, events } = await prospectsClient(service);
  const keepId = await person({ email: 'kept@acme.example' });
  const mergeId = await person({ linkedinUrl: amaraLead.linkedinUrl });
  await bulk({ action: 'tag', tagName: 'Hot', prospectIds: [mergeId] });
  await bulk({ action: 'stage', stage: 'meeting', prospectIds: [keepId] });
  await merge(keepId, mergeId);
  const { entries } = await timeline(keepId);
  expect(entries.map(({ type, data }) => [type, data.prospectId])).toEqual([
    ['prospect.deleted', mergeId],
    ['prospect.tagged', keepId],
    ['prospect.updated', keepId],
    ['prospect.stage_changed', keepId],
    ['prospect.tagged', mergeId],
    ['prospect.created', mergeId],
    ['prospect.created', keepId],
  ]);

  // A later deletion also removes the personal data of the merged prospect, and nothing else.
  await bulk({ action: 'delete', prospectIds: [keepId] });
  const left = await events();
  expect(left.every(({ previous }) => previous === null)).toBe(true);
  expect(left.map(({ data }) => Object.keys(data))).toEqual(left.map(() => ['prospectId']));
  expect(left.filter(({ type }) => type === 'prospect.deleted').map(({ data }) => data)).toEqual([
    { prospectId: mergeId },
    { prospectId: keepId },
  ]);
});

test('first line and research fill blanks, and running research continues', async () => {
  const research = { summary: 'S', highlights: [], completedAt: '2026-03-03T08:30:41.007Z' };
  for (const [kept, other, status] of [
    ['none', 'enriched', 'enriched'],
    ['failed', 'enriched', 'enriched'],
    ['queued', 'enriched', 'queued'],
    ['none', 'queued', 'none'],
  ] as const) {
    const { addLead: person, merge, read, workspace, token } = await prospectsClient(service);
    const keepId = await person({ email: 'kept@acme.example' });
    const mergeId = await person({ linkedinUrl: amaraLead.linkedinUrl });
    const set = (id: string, line: string | null, found: object | null, status: string) =>
      owner.transaction(workspace.id, async (tx) => {
        await tx.run(sql`
          update prospect set first_touch_line = ${line}, enrichment = ${found && JSON.stringify(found)},
            enrichment_status = ${status}::enrichment_status where id = ${id}`);
      });
    const found = other === 'enriched' ? research : null;
    await set(keepId, null, null, kept);
    await set(mergeId, 'Hello', found, other);
    expect((await merge(keepId, mergeId)).data.prospect).toMatchObject({
      firstTouchLine: 'Hello',
      enrichment: found,
      enrichmentStatus: status,
    });
    const query = { enrichmentStatus: status, returnIds: 'true' };
    const search = await service.call(token, 'GET', '/prospects', { query });
    expect(search.data.ids).toEqual([keepId]);

    const third = await person({ email: 'third@acme.example' });
    await set(third, 'Later', { ...research, summary: 'T' }, 'enriched');
    const before = await read(keepId);
    const { prospect } = (await merge(keepId, third)).data;
    expect(prospect.firstTouchLine).toBe('Hello');
    if (before.enrichment) expect(prospect.enrichment).toEqual(before.enrichment);
  }
});

test('a prospect cannot be merged with itself, with a missing one, or twice', async () => {
  const { addLead: person, merge, checksums: rows } = await prospectsClient(service);
  const [keepId, mergeId] = [
    await person(amaraLead),
    await person({ email: 'other@acme.example' }),
  ];
  const before = await rows();
  const same = await merge(keepId, keepId.toUpperCase());
  expect(same.status).toBe(422);
  expect(same.error.fieldErrors).toEqual({ mergeId: ['must be a different prospect than keepId'] });
  const nobody = randomUUID();
  const other = randomUUID();
  expect((await merge(nobody, other)).error.notFound).toEqual([nobody, other]);
  for (const [one, two] of [
    [keepId, nobody],
    [nobody, mergeId],
  ] as const) {
    const { status, error } = await merge(one, two);
    expect(status).toBe(404);
    expect(error.notFound).toEqual([nobody]);
  }
  expect(await rows()).toEqual(before);
  expect((await merge(keepId, mergeId)).status).toBe(200);
  expect((await merge(keepId, mergeId)).error.notFound).toEqual([mergeId]);
});

test('a merge that results in the name and company of a third prospect names it, and works after that one is merged', async () => {
  const { addLead: person, merge } = await prospectsClient(service);
  const keepId = await person({ fullName: 'Amara Okafor' });
  const mergeId = await person({ fullName: 'A. Okafor', companyName: 'Saltmarsh' });
  const third = await person({ fullName: 'amara okafor', companyName: 'Saltmarsh', phone: '1' });
  const { status, error } = await merge(keepId, mergeId);
  expect(status).toBe(422);
  expect(error.fieldErrors.mergeId[0]).toContain(third);
  expect((await merge(keepId, third)).status).toBe(200);
  const { data } = await merge(keepId, mergeId);
  expect(data.prospect).toMatchObject({ fullName: 'Amara Okafor', companyName: 'Saltmarsh' });
});

test('the audit log records which prospect was merged into which', async () => {
  const { addLead: person, merge, audit, tokenId } = await prospectsClient(service);
  const [keepId, mergeId] = [
    await person(amaraLead),
    await person({ email: 'other@acme.example' }),
  ];
  await merge(keepId, mergeId);
  expect(await audit()).toEqual([
    { action: 'prospect.merged', target: keepId, actor: tokenId, detail: { mergeId } },
  ]);
});
