import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { scriptedSmtp } from '../../test/mail/scripted-smtp.ts';
import { mailTokens } from '../../test/messages/setup.ts';
import { sendingClient, testSender } from '../../test/sending/sender.ts';
import { takeTurn } from '../../test/sending/turns.ts';
import { testService } from '../../test/service.ts';
import { unsubscribePath } from '../core/sending/unsubscribe-links.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const { deps } = await testSender(service);

test('a turn sends what is due, once, and gives the mailbox back; its headers arrive unfolded [sending.once] [sequences.headers] [unsubscribe.mailto]', async () => {
  const server = await scriptedSmtp({});
  const client = await sendingClient(service);
  const message = await client.claim(server);
  const { id, prospectId, mailbox } = message;
  await client.rows(sql`delete from outbound_message where id = ${id}`);
  await client.rows(sql`
    update enrollment set status = 'waiting', mailbox_id = null, step_id = null, due_at = now()
    where prospect_id = ${prospectId}`);

  await takeTurn(deps, client.workspaceId, message, { leaseId: randomUUID() });
  expect(server.connections).toBe(0);

  await takeTurn(deps, client.workspaceId, message);
  expect(server.accepted).toHaveLength(1);
  const [headers] = server.accepted[0]!.split('\r\n\r\n');
  const lines = headers!.split('\r\n');
  const [, url, sender, subject] =
    lines
      .map((line) =>
        /^List-Unsubscribe: <(https:[^>]+)>, <mailto:([^?>]+)\?subject=([^>]+)>$/.exec(line),
      )
      .find(Boolean) ?? [];
  expect(url).toBe(`https://outcrop.example${unsubscribePath}/${subject}`);
  expect(sender).toBe(mailbox.address);
  expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const stored = await client.rows<{ id: string; messageId: string }>(sql`
    select id, message_id as "messageId" from outbound_message where prospect_id = ${prospectId}`);
  const [sent] = stored;
  expect(lines).toContain(`Message-ID: ${sent!.messageId}`);
  expect(mailTokens.readMessageId(sent!.messageId)).toBe(sent!.id);
  expect(mailTokens.readUnsubscribeMail(subject!)).toMatchObject({ messageId: sent!.id });
  const free = await client.rows(sql`
    select lease_id as "leaseId", leased_until as "leasedUntil" from mailbox where id = ${mailbox.id}`);
  expect(free).toEqual([{ leaseId: null, leasedUntil: null }]);

  await takeTurn(deps, client.workspaceId, message);
  expect(server.accepted).toHaveLength(1);
});
