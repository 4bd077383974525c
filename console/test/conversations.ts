import type { Page } from 'playwright-core';
import { sql } from '../../server/src/platform/db/index.ts';
import {
  type ReceivedMessageFields,
  receivedMessage,
  receivingClient,
} from '../../server/test/receiving/receiving-client.ts';
import type { TestService } from '../../server/test/service.ts';

export interface Answer extends ReceivedMessageFields {
  /** Minutes since it was received; the order in the list. */
  ago?: number;
}

/** A workspace where prospects answer emails. */
export async function inboxClient(service: TestService) {
  const client = await receivingClient(service);
  await client.rows(
    sql`update mailbox set status = 'ok', reason = null where id = ${client.mailboxId}`,
  );
  const call = (method: string, path: string, request = {}) =>
    service.call(client.token, method, `/api/v1/manage${path}`, request);
  return {
    ...client,
    call,
    /** Sends an email to a person, who answers. Returns the ids. */
    answers: async (
      fullName: string,
      text: string,
      { ago = 0, fetched, ...given }: Answer = {},
    ) => {
      const email = `${fullName.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@acme.example`;
      await client.addLead({ fullName, email, companyName: 'Saltmarsh Foods' });
      const receivedAt = new Date(Date.now() - ago * 60_000);
      const at = new Date(receivedAt.getTime() - 60 * 60_000);
      const { header, prospectId } = await client.sentTo(email, { at });
      await client.receive(
        receivedMessage({
          from: { name: fullName, address: email },
          inReplyTo: header,
          text,
          ownWords: text,
          fetched: { receivedAt, ...fetched },
          ...given,
        }),
      );
      const [conversation] = await client.rows<{ id: string }>(sql`
        select id from conversation
        where workspace_id = ${client.workspace.id} and prospect_id = ${prospectId}`);
      return { conversationId: conversation!.id, prospectId };
    },
    conversation: async (id: string) => (await call('GET', `/conversations/${id}`)).data,
  };
}

export const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name });

/** The open conversation. */
export const pane = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true });
