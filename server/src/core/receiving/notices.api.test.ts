import { describe, expect, test } from 'vitest';
import {
  type ReceivedMessageFields,
  receivedMessage,
  receivingClient,
} from '../../../test/receiving/receiving-client.ts';
import { testService } from '../../../test/service.ts';
import { sql } from '../../platform/db/index.ts';

const service = await testService();
const email = 'jane@acme.example';
const daemon = { name: 'Mail Delivery System', address: 'mailer-daemon@acme.example' };

const bounce = (
  originalMessageId: string | null,
  decision: object = {},
  more: ReceivedMessageFields = {},
) =>
  receivedMessage({
    kind: 'bounce',
    from: daemon,
    subject: 'Undeliverable',
    deliveryStatus: [
      { recipient: email, action: 'failed', status: '5.1.1', diagnostic: '550 5.1.1 No such user' },
    ],
    decision: { permanent: true, recipients: [email], originalMessageId, ...decision },
    ...more,
  });

describe('a bounce', () => {
  test('that is permanent ends the campaigns of the person and keeps the address', async () => {
    const client = await receivingClient(service);
    const { prospectId, campaignId, outboundId, header } = await client.sentTo();
    await client.receive(bounce(header), bounce(header));
    expect(await client.statuses()).toEqual(['bounced']);
    expect(await client.facts()).toEqual([{ kind: 'bounced' }]);
    expect((await client.read(prospectId)).stage).toBe('contacted');
    expect((await client.events('message.bounced'))[0]).toMatchObject({
      data: {
        prospectId,
        campaignId,
        messageId: outboundId,
        bounce: 'hard',
        reason: '550 5.1.1 No such user',
      },
    });
  });

  test.each([
    ['is not permanent', { permanent: false }, true],
    ['is about another address', { recipients: ['other@acme.example'] }, true],
    ['returns no email of ours', { originalMessageId: 'forged@outcrop.example' }, false],
  ])('that %s is shown and changes nothing', async (_, decision, isOurs) => {
    const client = await receivingClient(service);
    const { header } = await client.sentTo();
    await client.receive(bounce(isOurs ? header : null, decision));
    expect(await client.statuses()).toEqual(['waiting']);
    expect(await client.facts()).toEqual([]);
    expect(await client.stored()).toMatchObject([{ direction: 'outbound' }, { kind: 'bounce' }]);
  });

  test('about someone to whom we never wrote is not stored', async () => {
    const client = await receivingClient(service);
    const { header } = await client.sentTo();
    await client.addLead({ email: 'victim@acme.example' });
    await client.receive(
      bounce('forged@x', { recipients: ['victim@acme.example'] }),
      bounce(header, { recipients: ['victim@acme.example'] }),
    );
    expect(await client.facts()).toEqual([]);
    expect(await client.statuses()).toEqual(['waiting']);
  });

  test('settles an email whose fate is unknown', async () => {
    const client = await receivingClient(service);
    const { header, outboundId } = await client.handedOver(email, 'unknown');
    await client.receive(bounce(header));
    expect(
      await client.rows(
        sql`select status, evidence from outbound_message where id = ${outboundId}`,
      ),
    ).toEqual([{ status: 'accepted', evidence: 'named_by_notice' }]);
    expect(await client.statuses()).toEqual(['bounced']);
  });
});

describe('unsubscribing', () => {
  test('by a reply ends all campaigns and keeps the address', async () => {
    const client = await receivingClient(service);
    const { prospectId, header } = await client.sentTo();
    await client.receive(
      receivedMessage({ kind: 'unsubscribe', inReplyTo: header, ownWords: 'Stop' }),
    );
    expect(await client.statuses()).toEqual(['unsubscribed']);
    expect(await client.facts()).toEqual([{ kind: 'unsubscribed' }]);
    expect(await client.events('prospect.unsubscribed')).toMatchObject([{ prospectId }]);
  });

  test('without naming an email of ours ends the campaigns, but keeps no address: it may be forged', async () => {
    const client = await receivingClient(service);
    await client.sentTo();
    await client.receive(
      receivedMessage({ kind: 'unsubscribe', subject: 'Stop', ownWords: 'Stop' }),
    );
    expect(await client.statuses()).toEqual(['replied']);
    expect(await client.facts()).toEqual([]);
  });

  test('by the address in List-Unsubscribe works, once, also from another address', async () => {
    const client = await receivingClient(service);
    const { outboundId } = await client.sentTo();
    const from = { name: '', address: 'jane@home.example' };
    const subject = client.unsubscribeToken(outboundId, email);
    await client.receive(
      receivedMessage({ from, subject, kind: 'automatic' }),
      receivedMessage({ from, subject, kind: 'human' }),
    );
    expect(await client.statuses()).toEqual(['unsubscribed']);
    expect(await client.facts()).toEqual([{ kind: 'unsubscribed' }]);
    expect(await client.events('prospect.unsubscribed')).toHaveLength(1);
  });

  test('by that address counts after the prospect was deleted, also from Junk, once', async () => {
    const client = await receivingClient(service);
    const { outboundId, prospectId } = await client.sentTo();
    const subject = client.unsubscribeToken(outboundId, email);
    await client.bulk({ action: 'delete', prospectIds: [prospectId] });
    await client.receive(
      receivedMessage({ subject, kind: 'automatic', fetched: { folder: 'junk' } }),
      receivedMessage({ from: { name: '', address: 'jane@home.example' }, subject }),
    );
    await client.receive(receivedMessage({ subject }));
    expect(await client.stored()).toEqual([]);
    expect(await client.facts()).toEqual([{ kind: 'unsubscribed' }]);
    expect(await client.events('prospect.unsubscribed')).toEqual([]);
    expect(
      (await client.audit()).filter(({ action }) => action === 'prospect.unsubscribed'),
    ).toMatchObject([{ target: null, detail: { messageId: outboundId, campaignId: null } }]);
    const again = await client.addLead({ email });
    const { campaignId } = await client.campaign();
    const body = { campaignId, prospectIds: [again] };
    const { data } = await service.call(client.token, 'POST', '/campaigns', { body });
    expect(data.results).toMatchObject([{ status: 'skipped', reason: 'unsubscribed' }]);
  });

  test('by a forged token, or one of another workspace, changes nothing', async () => {
    const [client, other] = [await receivingClient(service), await receivingClient(service)];
    const { outboundId } = await client.sentTo();
    const token = client.unsubscribeToken(outboundId, email);
    const bytes = Buffer.from(token, 'base64url');
    bytes[70]! ^= 1;
    const forged = receivedMessage({
      kind: 'automatic',
      subject: bytes.toString('base64url'),
      fetched: { folder: 'junk' },
    });
    await client.receive(forged);
    await other.receive(
      receivedMessage({ kind: 'automatic', subject: token, fetched: { folder: 'junk' } }),
    );
    expect([await client.facts(), await other.facts()]).toEqual([[], []]);
    expect(await client.statuses()).toEqual(['waiting']);
  });

  test('a complaint does so too', async () => {
    const client = await receivingClient(service);
    const { header } = await client.sentTo();
    await client.receive(
      receivedMessage({ kind: 'complaint', from: daemon, decision: { originalMessageId: header } }),
    );
    expect(await client.statuses()).toEqual(['unsubscribed']);
    expect(await client.facts()).toEqual([{ kind: 'complained' }]);
    expect(await client.events('prospect.unsubscribed')).toHaveLength(1);
  });
});

describe('the Sent folder', () => {
  const fetched = { folder: 'sent' as const };

  test('has our own emails, which are not replies, and settles an unknown one', async () => {
    const client = await receivingClient(service);
    const from = { name: 'Mo', address: client.mailbox.address };
    const { header, prospectId } = await client.sentTo();
    const unknown = await client.handedOver('john@acme.example', 'unknown');
    const to = [{ name: '', address: email }];
    await client.receive(
      receivedMessage({ from, to, messageId: header, fetched }),
      receivedMessage({ from, messageId: unknown.header, fetched }),
    );
    expect((await client.stored()).map(({ direction }) => direction)).toEqual([
      'outbound',
      'outbound',
    ]);
    expect(await client.statuses()).toEqual(['waiting', 'waiting']);
    expect((await client.read(prospectId)).stage).toBe('contacted');
  });

  test('has a message that was typed in a mail program: it joins the conversation and ends the campaigns', async () => {
    const client = await receivingClient(service);
    await client.sentTo();
    const from = { name: 'Mo', address: client.mailbox.address.toUpperCase() };
    const to = [{ name: 'Jane', address: email }];
    await client.receive(receivedMessage({ from, to, fetched, ownWords: 'See you.' }));
    expect(await client.stored()).toMatchObject([
      {},
      { direction: 'outbound', matchedBy: 'subject', kind: null },
    ]);
    expect(await client.enrollments()).toMatchObject([
      { status: 'stopped', reason: 'answered_elsewhere' },
    ]);
    expect(await client.events('reply.received')).toEqual([]);
  });

  test('is the only proof that we wrote something: a forged sender in the inbox changes nothing', async () => {
    const client = await receivingClient(service);
    const { header } = await client.sentTo();
    const from = { name: 'Mo', address: client.mailbox.address };
    await client.receive(
      receivedMessage({ from, to: [{ name: '', address: email }], inReplyTo: header }),
    );
    expect(await client.stored()).toHaveLength(1);
    expect(await client.statuses()).toEqual(['waiting']);
  });
});
