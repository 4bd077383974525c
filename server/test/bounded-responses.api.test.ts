import { randomUUID } from 'node:crypto';
import { maxEmailLength, maxReplyLength, maxResponseBytes } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '../../contract/src/endpoint.ts';
import { sql } from '../src/platform/db/index.ts';
import { endpointRoute } from '../src/platform/http/endpoint-call.ts';
import { leadsClient } from './leads-client.ts';
import { receivedMessage, receivingClient } from './receiving/receiving-client.ts';
import { testService } from './service.ts';
import { writeEndpoint } from './write-route.ts';

/** Creates a list, and returns texts of a mebibyte. */
const largeEndpoint = defineEndpoint({
  ...writeEndpoint,
  api: 'ext',
  topic: 'People',
  id: 'testLarge',
  path: '/test-large',
  body: z.object({ texts: z.int(), character: z.string() }),
  data: z.strictObject({ texts: z.array(z.string()) }),
  examples: [{ summary: 'One', body: { texts: 1, character: 'x' }, data: { texts: ['x'] } }],
});
const largeRoute = endpointRoute(largeEndpoint, async ({ body, tx }) => {
  await tx.run(sql`
    insert into list (workspace_id, id, name, name_key)
    values (${tx.workspaceId}, ${randomUUID()}, 'Large', 'large')`);
  const text = body.character.repeat(2 ** 20);
  return { texts: Array.from({ length: body.texts }, () => text) };
});

const service = await testService({ extraRoutes: [largeRoute] });
const manage = '/api/v1/manage';
const website = '€'.repeat(2_000);

const sizeOf = (answer: object) => Buffer.byteLength(JSON.stringify(answer));

/** A prospect with a long website, and a campaign with twenty emails. */
async function longCampaign(body: string, format: 'text' | 'html') {
  const client = await leadsClient(service);
  const { prospectIds } = (await client.post([{ fullName: 'Amara Okafor', website }])).data;
  const call = async (method: string, path: string, request: object) => {
    const { status, data } = await service.call(client.token, method, manage + path, request);
    expect(status).toBe(200);
    return data;
  };
  const steps = Array.from({ length: 20 }, () => ({ kind: 'email', subject: 'Hi', body, format }));
  const { campaign } = await call('POST', '/campaigns', { body: { name: 'Fair', steps } });
  const prospectId = prospectIds[0];
  return {
    preview: () => call('GET', `/campaigns/${campaign.id}/preview`, { query: { prospectId } }),
  };
}

test('a response above its limit is refused before it is built, and nothing is changed', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  const post = (texts: number, character: string) =>
    service.call(token, 'POST', '/api/v1/ext/test-large', { body: { texts, character } });
  const { status, error } = await post(1_000, 'x');
  expect([status, error.code]).toEqual([500, 'internal_error']);
  expect(error.message).toMatch(/^The response would be larger than 8 MiB\. Ask for less/);
  const [row] = await service.owner.query<{ lists: number }>(
    sql`select count(*)::int as lists from list where workspace_id = ${workspace.id}`,
  );
  expect(row!.lists).toBe(0);
  // JSON writes a quotation mark as two characters.
  expect((await post(5, '"')).error.message).toBe(error.message);
});

test('a preview leaves out emails that are too long, and says which variable makes them so', async () => {
  for (const format of ['text', 'html'] as const) {
    const data = await (await longCampaign('{{website}}'.repeat(1_800), format)).preview();
    expect(sizeOf(data)).toBeLessThan(20_000);
    for (const email of data.emails)
      expect(email).toMatchObject({
        text: '',
        html: null,
        missing: ['website'],
        tooLong: 'website',
      });
  }
});

test('the longest campaign fits into its preview', async () => {
  const body = '{{website}}'.repeat(maxEmailLength / website.length - 1);
  const data = await (await longCampaign(body, 'html')).preview();
  expect(data.emails).toHaveLength(20);
  expect(data.emails.every(({ tooLong }: { tooLong: string | null }) => tooLong === null)).toBe(
    true,
  );
  expect(sizeOf(data)).toBeGreaterThan(5_000_000);
  expect(sizeOf(data)).toBeLessThan(maxResponseBytes);
});

test('saved replies are listed within a limit, filled in as far as they fit', async () => {
  const client = await receivingClient(service);
  const { prospectId, header } = await client.sentTo();
  await client.receive(receivedMessage({ inReplyTo: header }));
  await client.rows(sql`update prospect set website = ${website} where id = ${prospectId}`);
  const [conversation] = await client.rows<{ id: string }>(sql`
    select id from conversation where workspace_id = ${client.workspace.id}`);
  const path = `${manage}/saved-replies`;
  const post = (name: string, text: string) =>
    service.call(client.token, 'POST', path, { body: { name, text } });
  for (let number = 0; number < 52; number++)
    expect((await post(`Long ${number}`, '{{website}}'.repeat(1_800))).status).toBe(200);
  const refused = await post('One more', 'x'.repeat(maxReplyLength));
  expect(refused.error.message).toMatch(/^text is too long: the saved replies of a workspace/);
  await post('A website', 'See {{website}}');
  const { data } = await service.call(client.token, 'GET', path, {
    query: { conversationId: conversation!.id },
  });
  expect(data.savedReplies).toHaveLength(53);
  expect(data.savedReplies[0].filledText).toBe(`See ${website}`);
  expect(data.savedReplies[1].filledText).toBe(data.savedReplies[1].text);
  expect(sizeOf(data)).toBeLessThan(maxResponseBytes);
});

test('a conversation of long messages is read in pages, each message once', async () => {
  const client = await receivingClient(service);
  const { header } = await client.sentTo();
  await client.receive(receivedMessage({ inReplyTo: header }));
  const [conversation] = await client.rows<{ id: string }>(sql`
    select id from conversation where workspace_id = ${client.workspace.id}`);
  await client.rows(sql`
    with added as (
      insert into message (workspace_id, id, conversation_id, direction, sent_at, subject, text, matched_by,
                           attachments, stored_at)
      select ${client.workspace.id}, gen_random_uuid(), ${conversation!.id}, 'inbound',
             now() - number * interval '1 minute', 'Long', '', 'in_reply_to', '[]', now()
      from generate_series(1, 120) number
      returning id, stored_at)
    insert into message_body (workspace_id, message_id, stored_at, text)
    select ${client.workspace.id}, id, stored_at, repeat('x', 395000) from added`);
  const seen: { id: string; sentAt: string }[] = [];
  let cursor: string | null = null;
  do {
    const { data } = await service.call(
      client.token,
      'GET',
      `${manage}/conversations/${conversation!.id}`,
      { query: cursor === null ? {} : { cursor } },
    );
    expect(sizeOf(data)).toBeLessThan(2_000_000);
    seen.unshift(...data.messages);
    cursor = data.nextCursor;
  } while (cursor !== null);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(122);
  expect(seen).toHaveLength(122);
  expect(seen.map(({ sentAt }) => sentAt)).toEqual(seen.map(({ sentAt }) => sentAt).toSorted());
});
