import { expect, test } from 'vitest';
import { receivedMessage, receivingClient } from '../../test/receiving/receiving-client.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const none = { sent: 0, replied: 0, autoReplied: 0, unsubscribed: 0, bounced: 0 };
const today = () => new Date().toISOString().slice(0, 10);

async function client() {
  const account = await receivingClient(service);
  const call = (method: string, path: string, request = {}) =>
    service.call(account.token, method, `/api/v1/manage${path}`, request);
  return {
    ...account,
    call,
    numbers: async (campaignId: string) =>
      (await call('GET', `/campaigns/${campaignId}/numbers`)).data,
    reply: (header: string, given: Parameters<typeof receivedMessage>[0] = {}) =>
      account.receive(receivedMessage({ inReplyTo: header, ...given })),
    correct: async (kind: string) => {
      const [message] = await account.rows<{ id: string }>(sql`
        select id from message where workspace_id = ${account.workspace.id} and direction = 'inbound'`);
      await call('POST', `/messages/${message!.id}/correct`, { body: { kind } });
    },
  };
}

test('emails count by version, mailbox and day, and a reply counts for the last email before it', async () => {
  const account = await client();
  const { campaignId, stepIds } = await account.campaign();
  const [first, , second] = stepIds as [string, string, string];
  const leads = [0, 1, 2, 3].map((index) => ({ email: `n${index}@acme.example` }));
  const prospectIds: string[] = (await account.post(leads)).data.prospectIds;
  await account.enroll(campaignId, prospectIds);
  const sent = (prospect: number, stepId: string, day: string, status = 'accepted') =>
    account.sent({
      ...{ campaignId, prospectId: prospectIds[prospect]!, stepId, status },
      claimedAt: new Date(`${day}T09:00:00Z`),
    });
  const header = async (id: Promise<string>) => account.header(await id);
  const headers = [
    await header(sent(0, first, '2026-03-02')),
    await header(sent(1, first, '2026-03-02')),
    await header(sent(2, first, '2026-03-02')),
  ];
  await sent(3, first, '2026-03-02', 'released');
  await sent(0, second, '2026-03-05');
  const at = (time: string) => ({ fetched: { receivedAt: new Date(time) } });
  const from = (prospect: number) => ({ from: { name: '', address: leads[prospect]!.email } });
  await account.reply(headers[0]!, { ...from(0), ...at('2026-03-05T10:00Z') });
  await account.reply(headers[0]!, { ...from(0), ...at('2026-03-05T11:00Z') });
  await account.reply(headers[1]!, { ...from(1), ...at('2026-03-02T10:00Z'), kind: 'away' });
  await account.reply(headers[1]!, { ...from(1), ...at('2026-03-06T10:00Z') });
  await account.reply(headers[2]!, { ...from(2), ...at('2026-03-06T10:00Z'), kind: 'unsubscribe' });

  const data = await account.numbers(campaignId);
  const total = { ...none, sent: 4, replied: 2, autoReplied: 1, unsubscribed: 1 };
  expect(data).toMatchObject({
    emails: expect.arrayContaining([
      {
        ...{ stepId: first, variantId: null },
        ...{ ...none, sent: 3, replied: 1, autoReplied: 1, unsubscribed: 1 },
      },
      { stepId: second, variantId: null, ...none, sent: 1, replied: 1 },
    ]),
    mailboxes: [{ mailboxId: account.mailboxId, ...total }],
    days: [
      { day: '2026-03-02', ...none, sent: 3, autoReplied: 1 },
      { day: '2026-03-05', ...none, sent: 1, replied: 1 },
      { day: '2026-03-06', ...none, replied: 1, unsubscribed: 1 },
    ],
  });
  expect(data.emails).toHaveLength(2);
});

test('a correction of a message moves it to the right number', async () => {
  const account = await client();
  const { campaignId, header } = await account.sentTo();
  await account.reply(header);
  expect((await account.numbers(campaignId)).days).toEqual([
    { day: today(), ...none, sent: 1, replied: 1 },
  ]);
  await account.correct('automatic');
  expect((await account.numbers(campaignId)).days).toEqual([
    { day: today(), ...none, sent: 1, autoReplied: 1 },
  ]);
});

test('the link to unsubscribe counts for its email, and once', async () => {
  const account = await client();
  const { campaignId, outboundId } = await account.sentTo();
  const token = account.unsubscribeToken(outboundId, 'jane@acme.example');
  for (const _ of [1, 2]) await fetch(`${service.origin}/u/${token}`, { method: 'POST' });
  expect((await account.numbers(campaignId)).emails).toMatchObject([{ sent: 1, unsubscribed: 1 }]);
});

test('the last 30 days of all campaigns are listed, today last', async () => {
  const account = await client();
  const { header } = await account.sentTo();
  await account.sentTo('john@other.example');
  await account.reply(header);
  const { days } = (await account.call('GET', '/numbers')).data;
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({ day: today(), ...none, sent: 2, replied: 1 });
  expect(days[0]).toMatchObject(none);
});

test('a private mailbox has no address in the numbers, except for its owner', async () => {
  const account = await client();
  const { campaignId, stepIds } = await account.campaign(['email']);
  const leads = ['a', 'b', 'c'].map((name) => ({ email: `${name}@acme.example` }));
  const prospectIds: string[] = (await account.post(leads)).data.prospectIds;
  await account.enroll(campaignId, prospectIds);
  await account.sent({ campaignId, prospectId: prospectIds[0]!, stepId: stepIds[0]! });
  const viewer = await account.workspace.token('viewer');
  const address = async (token: string) => {
    const path = `/api/v1/manage/campaigns/${campaignId}`;
    const { data } = await service.call(token, 'GET', `${path}/numbers`);
    return data.mailboxes.map((each: { address: string }) => each.address);
  };
  const [own] = await address(account.token);
  expect(own).toBe(account.mailbox.address);
  await service.owner.query(
    sql`update mailbox set shared = false where workspace_id = ${account.workspace.id}`,
  );
  expect(await address(account.token)).toEqual([own]);
  expect(await address(viewer)).toEqual(['']);
});
