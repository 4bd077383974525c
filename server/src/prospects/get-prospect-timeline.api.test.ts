import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { prospectsClient } from '../../test/prospects-client.ts';
import { receivedMessage, receivingClient } from '../../test/receiving/receiving-client.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();

test('the timeline lists events newest first, with kind, time, actor, old and new values', async () => {
  const { addLead: person, edit, bulk, timeline, tokenId } = await prospectsClient(service);
  const id = await person({ email: 'a@acme.example', title: 'Buyer' });
  await bulk({ action: 'tag', tagName: 'Hot', prospectIds: [id] });
  const { headers } = await edit(id, { title: 'Founder' });
  const { entries, nextCursor } = await timeline(id);
  expect(entries.map(({ type }) => type)).toEqual([
    'prospect.updated',
    'prospect.tagged',
    'prospect.created',
  ]);
  expect(entries[0]).toEqual({
    id: expect.any(String),
    type: 'prospect.updated',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    actor: { kind: 'token', id: tokenId },
    correlationId: headers.get('x-correlation-id'),
    data: { prospectId: id, prospect: expect.objectContaining({ title: 'Founder' }) },
    previous: { title: 'Buyer' },
  });
  expect(entries[1]!.previous).toBeNull();
  expect(nextCursor).toBeNull();
});

test('paging by cursor returns each entry once, also while new events are added', async () => {
  const { addLead: person, edit, timeline } = await prospectsClient(service);
  const id = await person({ email: 'a@acme.example' });
  for (let n = 0; n < 6; n++) await edit(id, { title: `Title ${n}` });
  const { entries: whole } = await timeline(id);
  const read: typeof whole = [];
  let page = await timeline(id, { limit: '2' });
  for (;;) {
    read.push(...page.entries);
    expect(page.entries.length).toBe(page.nextCursor ? 2 : 1);
    if (!page.nextCursor) break;
    await edit(id, { title: `Meanwhile ${read.length}` });
    page = await timeline(id, { limit: '2', cursor: page.nextCursor });
  }
  expect(read).toEqual(whole);
});

test('a missing or deleted prospect has no timeline', async () => {
  const { addLead: person, bulk, token } = await prospectsClient(service);
  const id = await person({ email: 'a@acme.example' });
  await bulk({ action: 'delete', prospectIds: [id] });
  for (const gone of [id, randomUUID()]) {
    const path = `/api/v1/manage/prospects/${gone}/timeline`;
    expect((await service.call(token, 'GET', path)).error).toMatchObject({
      code: 'not_found',
      notFound: [gone],
    });
  }
});

test('emails of a private mailbox are shown without subject and text, except to its owner', async () => {
  const account = await receivingClient(service);
  const { prospectId, header } = await account.sentTo();
  await account.receive(receivedMessage({ inReplyTo: header }));
  const viewer = await account.workspace.token('viewer');
  const read = async (token: string) => {
    const path = `/api/v1/manage/prospects/${prospectId}/timeline`;
    const { data } = await service.call(token, 'GET', path);
    return data.entries
      .filter(({ type }: { type: string }) => ['message.sent', 'reply.received'].includes(type))
      .map(
        ({
          data: { subject, snippet },
        }: {
          data: object & Record<'subject' | 'snippet', unknown>;
        }) => ({
          ...{ subject, snippet },
        }),
      );
  };
  const shown = await read(account.token);
  expect(shown).toEqual([
    { subject: 'Re: An idea', snippet: 'Tuesday works.' },
    { subject: 'An idea', snippet: undefined },
  ]);
  expect(await read(viewer)).toEqual(shown);
  await service.owner.query(
    sql`update mailbox set shared = false where workspace_id = ${account.workspace.id}`,
  );
  expect(await read(account.token)).toEqual(shown);
  expect(await read(viewer)).toEqual([
    { subject: null, snippet: '' },
    { subject: null, snippet: undefined },
  ]);
});
