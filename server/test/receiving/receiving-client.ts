import { randomUUID } from 'node:crypto';
import { readConfig } from '../../src/config.ts';
import type {
  FetchedMessage,
  MessageDecision,
  ParsedMessage,
  ReceivedMessage,
} from '../../src/core/receiving/message.ts';
import { storeMessages } from '../../src/core/receiving/store-messages.ts';
import { Suppression } from '../../src/core/suppression/suppression.ts';
import { type Sql, sql, type Tx } from '../../src/platform/db/index.ts';
import { recordAccepted } from '../../src/sending/record-accepted.ts';
import { settleNamedEmails } from '../../src/sending/settle-unknown.job.ts';
import { type MessagesClient, mailTokens, messagesClient } from '../messages/messages-client.ts';
import { workerDatabase } from '../sending/mail-workspace.ts';
import type { TestService } from '../service.ts';

/** The dependencies that the worker stores messages with. */
export const storingDeps = {
  suppression: new Suppression(readConfig().SUPPRESSION_KEY!),
  tokens: mailTokens,
  settleUnknown: settleNamedEmails,
};

export interface ReceivedMessageFields extends Partial<ParsedMessage> {
  from?: ParsedMessage['from'];
  kind?: MessageDecision['kind'];
  decision?: Partial<MessageDecision>;
  fetched?: Partial<FetchedMessage>;
}

/** A message as the watcher passes it on. */
export function receivedMessage({
  kind = 'human',
  decision,
  fetched,
  ...parsed
}: ReceivedMessageFields = {}): ReceivedMessage {
  return {
    fetched: {
      folder: 'inbox',
      uid: 1,
      receivedAt: new Date(),
      bytes: 1_000,
      source: { header: new Uint8Array(), parts: [] },
      attachments: [],
      gmailThreadId: null,
      ...fetched,
    },
    parsed: {
      messageId: `${randomUUID()}@acme.example`,
      inReplyTo: null,
      references: [],
      from: { name: 'Jane Doe', address: 'jane@acme.example' },
      to: [],
      cc: [],
      replyTo: [],
      subject: 'Re: An idea',
      sentAt: null,
      headers: {},
      text: 'Tuesday works.\n> Hello',
      html: null,
      ownWords: 'Tuesday works.',
      deliveryStatus: [],
      complaint: null,
      originalMessageId: null,
      ...parsed,
    },
    decision: {
      kind,
      permanent: false,
      recipients: [],
      originalMessageId: null,
      returnDate: null,
      evidence: ['no_automatic_header'],
      ...decision,
    },
  };
}

/** The Message-ID of an email, without brackets. */
const headerOf = (outboundId: string): string =>
  mailTokens.messageId(outboundId, 'outcrop.example').slice(1, -1);

/** An email that was sent to a prospect. */
export interface SentTo {
  prospectId: string;
  campaignId: string;
  outboundId: string;
  /** Its Message-ID without brackets. */
  header: string;
}

export async function receivingClient(service: TestService) {
  const account: MessagesClient = await messagesClient(service);
  const db = workerDatabase(service);
  const { id: workspaceId } = account.workspace;
  const receive = (tx: Tx, messages: ReceivedMessage[]) =>
    storeMessages(tx, storingDeps, mailbox, messages, new Date());
  const mailbox = { id: account.mailboxId, address: `${account.mailboxId}@outcrop.example` };
  const rows = <Row>(statement: Sql) => service.owner.query<Row>(statement);

  /** An email whose last line was sent, and whose outcome is unknown. */
  const handedOver = async (email: string, status = 'handed_over'): Promise<SentTo> => {
    const prospectId = await account.addLead({ email });
    const { campaignId, stepIds } = await account.campaign();
    await account.enroll(campaignId, [prospectId]);
    const stepId = stepIds[0]!;
    await account.setEnrollment(campaignId, prospectId, { status: 'sending', stepId });
    const outboundId = await account.sent({ campaignId, prospectId, stepId, status });
    return { prospectId, campaignId, outboundId, header: headerOf(outboundId) };
  };

  const accept = async (
    { outboundId, campaignId, prospectId }: SentTo,
    serverMessageId: string | null = null,
    at = new Date(),
  ) => {
    const [outbound] = await rows<{ stepId: string }>(
      sql`select step_id as "stepId" from outbound_message where id = ${outboundId}`,
    );
    await db.transaction(workspaceId, (tx) =>
      recordAccepted(
        { tx, actor: { actor: { kind: 'system', id: null }, correlationId: null } },
        {
          ...{ kind: 'campaign', id: outboundId, attempt: 1, tries: 0, stepId: outbound!.stepId },
          ...{
            campaignId,
            prospectId,
            conversationId: null,
            mailbox: { id: mailbox.id, zone: 'UTC' },
          },
          ...{ subject: 'An idea', text: 'Hello' },
        },
        { answer: '250 OK', evidence: null, serverMessageId, at },
      ),
    );
  };

  return {
    ...account,
    db,
    mailbox,
    rows,
    handedOver,
    accept,
    header: headerOf,
    /** An email that was accepted, as sending records it. */
    sentTo: async (
      email = 'jane@acme.example',
      { serverMessageId = null, at }: { serverMessageId?: string | null; at?: Date } = {},
    ): Promise<SentTo> => {
      const sent = await handedOver(email);
      await accept(sent, serverMessageId, at);
      return sent;
    },
    receive: (...messages: ReceivedMessage[]) =>
      db.transaction(workspaceId, (tx) => receive(tx, messages)),
    receiveIn: (tx: Tx, ...messages: ReceivedMessage[]) => receive(tx, messages),
    stored: () =>
      rows<{
        direction: string;
        conversationId: string;
        prospectId: string | null;
        kind: string | null;
        matchedBy: string | null;
        text: string;
      }>(sql`
        select m.direction, m.conversation_id as "conversationId", c.prospect_id as "prospectId", m.kind,
               m.matched_by as "matchedBy", b.text
        from message m join conversation c on c.id = m.conversation_id
        join message_body b on b.message_id = m.id and b.stored_at = m.stored_at
        where m.workspace_id = ${workspaceId} order by m.sent_at, m.id`),
    statuses: async () => (await account.enrollments()).map(({ status }) => status),
    facts: () =>
      rows<{ kind: string }>(sql`
        select kind from address_fact where workspace_id = ${workspaceId} and lifted_at is null`),
  };
}
