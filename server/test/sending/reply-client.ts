import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { receivedMessage, receivingClient } from '../receiving/receiving-client.ts';
import type { TestService } from '../service.ts';

/** A client with a mailbox at a mail server, in whose conversations people answered. */
export async function replyClient(service: TestService, port = 1) {
  const client = await receivingClient(service);
  const { workspace, token, mailboxId } = client;
  await client.rows(sql`
    update mailbox
    set status = 'ok', reason = null, name = 'Ana Lopes', smtp_host = 'mail.example', smtp_port = ${port},
        smtp_security = 'none', smtp_user = 'jane'
    where workspace_id = ${workspace.id} and id = ${mailboxId}`);
  const ask = (method: string, path: string, body?: object, as = token, key?: string) =>
    service.call(as, method, `/api/v1/manage${path}`, {
      ...(body && { body }),
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
  const call = async (method: string, path: string, body?: object) => {
    const { data, error } = await ask(method, path, body);
    expect(error).toBeUndefined();
    return data;
  };
  return {
    ...client,
    ask,
    call,
    /** Someone who got an email and answered it. */
    answered: async (
      email = `${randomUUID()}@acme.example`,
      more: Parameters<typeof receivedMessage>[0] = {},
    ) => {
      const sent = await client.sentTo(email);
      await client.receive(
        receivedMessage({
          inReplyTo: sent.header,
          from: { name: 'Jane Doe', address: email },
          ...more,
        }),
      );
      const [conversation] = await client.rows<{ id: string }>(sql`
        select id from conversation
        where workspace_id = ${workspace.id} and prospect_id = ${sent.prospectId}`);
      return { ...sent, email, conversationId: conversation!.id };
    },
    reply: async (conversationId: string, text = 'Tuesday at ten.') =>
      (await call('POST', `/conversations/${conversationId}/replies`, { text })).reply as {
        id: string;
        sendAt: string;
        status: string;
      },
    messages: async (conversationId: string) =>
      (await call('GET', `/conversations/${conversationId}`)).messages as {
        id: string;
        status: string | null;
        answer: string | null;
        sendAt: string | null;
      }[],
    status: async (id: string) => {
      const [row] = await client.rows<{
        status: string;
        evidence: string | null;
        tries: number;
      }>(sql`
        select status, evidence, tries from outbound_reply where id = ${id}`);
      return row!;
    },
  };
}
