import { expect, test } from 'vitest';
import { mailLoop } from './mail-loop.ts';

const loop = await mailLoop(1);
const { call, ask, prospect, events } = loop;

test('from connecting a mailbox to the answer in the inbox and at the webhook, by API only [events.replies-and-stages]', async () => {
  const id = await loop.enroll(0);
  await expect.poll(loop.sent, { timeout: 120_000 }).toEqual(['accepted']);

  const source = await loop.readInbox(0, 'An idea for Acme.');
  expect(source).toContain('Subject: Hello Ben');
  expect(source).toContain('From: Ana Lopes <ana@mail.example>');
  expect(source).toContain('An idea for Acme.');
  expect(source).toMatch(
    /^List-Unsubscribe: <https:\/\/outcrop\.example\/u\/[\w-]+>, <mailto:[^>]+>\r$/m,
  );
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  expect((await prospect(id)).stage).toBe('contacted');
  expect(await events('message.sent')).toMatchObject([{ prospectId: id }]);

  await loop.answer(0, source, 'Thank you, Tuesday works.');
  const conversations = async () => (await ask('GET', '/conversations')).data.conversations;
  await expect
    .poll(conversations, { timeout: 120_000 })
    .toMatchObject([
      { kind: 'human', unread: true, snippet: 'Thank you, Tuesday works.', messageCount: 2 },
    ]);
  const [conversation] = await conversations();
  const { messages } = await call('GET', `/conversations/${conversation.id}`);
  expect(messages).toMatchObject([
    { direction: 'outbound', text: expect.stringContaining('An idea for Acme.') },
    { direction: 'inbound', text: expect.stringContaining('Tuesday works.') },
  ]);
  expect((await prospect(id)).stage).toBe('replied');
  expect(await events('reply.received')).toMatchObject([{ prospectId: id }]);
  await loop.delivered('reply.received', { prospectId: id, automatic: false });
  await loop.delivered('prospect.stage_changed', { prospectId: id, stage: 'replied' });
  const { enrollments } = await call('GET', `/campaigns/${loop.campaignId}/enrollments`);
  expect(enrollments).toMatchObject([{ status: 'replied' }]);
  expect(await loop.why(id)).toEqual(['replied']);

  const { reply } = await call('POST', `/conversations/${conversation.id}/replies`, {
    text: 'See you on Tuesday, {{firstName}}.',
  });
  expect(reply).toMatchObject({ status: 'waiting', recipient: 'ben@acme0.example' });
  const thread = async () => (await call('GET', `/conversations/${conversation.id}`)).messages;
  await expect
    .poll(async () => (await thread()).at(-1), { timeout: 120_000 })
    .toMatchObject({ id: reply.id, status: 'accepted' });
  const answer = await loop.readInbox(0, 'See you on Tuesday, Ben.');
  const unfolded = answer.replaceAll(/\r\n[ \t]+/g, ' ');
  const idOf = (text: string) => /^Message-ID: (<[^>]+>)\r$/im.exec(text)![1]!;
  const references = /^References: (.*)\r$/m.exec(unfolded)![1]!.split(' ');
  expect(references).toEqual([idOf(source), expect.stringMatching(/^<[^<>\s]+>$/)]);
  expect(unfolded).toContain(`\r\nIn-Reply-To: ${references[1]}\r\n`);
  expect(unfolded).toContain('\r\nSubject: Re: Hello Ben\r\n');
  // Quoted-printable may break a line anywhere.
  expect(answer.replaceAll('=\r\n', '')).toContain(
    'Ben Ito <ben@acme0.example> wrote:\r\n\r\n> Thank you, Tuesday works.',
  );

  await loop.answer(0, answer, 'Great, until then.');
  await expect
    .poll(conversations, { timeout: 120_000 })
    .toMatchObject([{ id: conversation.id, snippet: 'Great, until then.', messageCount: 4 }]);
});
