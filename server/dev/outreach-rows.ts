import { randomUUIDv7 } from 'node:crypto';
import type { MessageAttachment, MessageKind } from '../src/core/receiving/message.ts';
import { insertMessageBodies, storageTime } from '../src/core/receiving/store-messages.sql.ts';
import { messageWords } from '../src/core/search/word-rules.ts';
import { type Database, sql, type Tx } from '../src/platform/db/index.ts';
import { conversationMailboxes } from './seed-mailboxes.ts';

export interface SampleCampaign {
  name: string;
  status: 'draft' | 'running' | 'paused' | 'archived';
}

/** Campaigns of two emails with a wait between them, newest first. */
export async function insertCampaigns(
  db: Database,
  workspaceId: string,
  campaigns: SampleCampaign[],
): Promise<string[]> {
  const rows = campaigns.map((campaign) => ({ id: randomUUIDv7(), ...campaign }));
  await db.transaction(workspaceId, async (tx) => {
    await tx.run(sql`
      insert into campaign (workspace_id, id, name, status, created_at)
      select ${workspaceId}, (row ->> 'id')::uuid, row ->> 'name', (row ->> 'status')::campaign_status,
             now() - position * interval '1 day'
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as campaigns (row, position)`);
    await tx.run(sql`
      insert into campaign_step (workspace_id, campaign_id, position, kind, subject, body, wait_days)
      select ${workspaceId}, campaign_id, step.*
      from unnest(${rows.map(({ id }) => id)}::uuid[]) as campaign_id
      cross join (values
        (1, 'email'::campaign_step_kind, 'Sensors for {{companyName|your plant}}', 'Hello {{firstName|there}}, …', null),
        (2, 'wait', null, null, 3),
        (3, 'email', null, 'Did you have a chance to read my last email?', null)) as step`);
  });
  return rows.map(({ id }) => id);
}

/** The facts about a received message besides its text. */
interface SampleReply {
  kind: MessageKind;
  /** The reasons for its kind. */
  evidence: string[];
  sender?: { name: string | null; address: string };
  returnDate?: string;
  html?: string;
  attachments?: MessageAttachment[];
}

export interface SampleConversation {
  prospectId?: string;
  campaignId?: string;
  subject: string | null;
  /** Alternating, starting with an outbound message, an hour apart. */
  messages: string[];
  /** The last message, if it is not from a person. */
  last?: SampleReply;
  /** Milliseconds since the last message. */
  ago: number;
  unread?: boolean;
  isClosed?: true;
  /** Milliseconds until it is open again. */
  snoozedFor?: number;
}

const fromPerson: SampleReply = { kind: 'human', evidence: ['Looks like a personal reply'] };

/** Creates a mailbox with these conversations. */
export const insertConversations = (
  db: Database,
  workspaceId: string,
  { ownerId, shared }: { ownerId: string; shared: boolean },
  conversations: SampleConversation[],
): Promise<void> =>
  db.transaction(workspaceId, async (tx) => {
    const mailboxId = randomUUIDv7();
    const address = conversationMailboxes[shared ? 'shared' : 'private'];
    await tx.run(sql`
      insert into mailbox (workspace_id, id, owner_id, shared, address, name)
      values (${workspaceId}, ${mailboxId}, ${ownerId}, ${shared}, ${address}, 'Ines Duarte')`);
    for (const conversation of conversations) await insertConversation(tx, mailboxId, conversation);
  });

async function insertConversation(
  tx: Tx,
  mailboxId: string,
  conversation: SampleConversation,
): Promise<void> {
  const { prospectId, campaignId, subject, messages, ago, unread, isClosed } = conversation;
  const id = randomUUIDv7();
  const storedAt = storageTime();
  const rows = messagesOf(conversation);
  const last = rows.at(-1)!;
  const { snoozedFor } = conversation;
  const status = isClosed ? 'closed' : snoozedFor ? 'snoozed' : 'open';
  const snoozedUntil = snoozedFor ? new Date(Date.now() + snoozedFor) : null;
  await tx.run(sql`
    insert into conversation (workspace_id, id, mailbox_id, prospect_id, campaign_id, subject, snippet,
                              last_message_at, last_direction, unread, message_count, status,
                              snoozed_until, last_kind)
    values (${tx.workspaceId}, ${id}, ${mailboxId}, ${prospectId ?? null}, ${campaignId ?? null}, ${subject},
            ${messages.at(-1)!.slice(0, 200)}, ${new Date(Date.now() - ago)}, ${last.direction},
            ${unread ?? false}, ${messages.length}, ${status}, ${snoozedUntil}, ${last.kind})`);
  await tx.run(sql`
    insert into message (workspace_id, id, conversation_id, direction, sent_at, subject, text, sender,
                         sender_name, kind, decision, attachments, stored_at)
    select ${tx.workspaceId}, row.id, ${id}, row.direction, row."sentAt", ${subject}, '',
           case row.direction when 'inbound' then coalesce(row.sender ->> 'address', p.email) end,
           case row.direction when 'inbound' then coalesce(row.sender ->> 'name', p.full_name) end,
           row.kind, row.decision, row.attachments, ${storedAt}
    from jsonb_to_recordset(${JSON.stringify(rows)}) as row
      (id uuid, direction message_direction, "sentAt" timestamptz, sender jsonb, kind text, decision jsonb,
       attachments jsonb)
    left join prospect p on p.workspace_id = ${tx.workspaceId} and p.id = ${prospectId ?? null}::uuid`);
  insertMessageBodies(
    tx,
    rows.map(({ id: messageId, text, html, direction }) => ({
      messageId,
      conversationId: id,
      text,
      snippet: text.slice(0, 200),
      html,
      words: messageWords(subject ?? '', direction === 'inbound' ? text : ''),
    })),
    storedAt,
  );
}

function messagesOf({ messages, last = fromPerson, ago }: SampleConversation) {
  return messages.map((text, index) => {
    const isLast = index === messages.length - 1;
    const isInbound = index % 2 === 1;
    const { kind, evidence, sender, returnDate, html, attachments } = isLast ? last : fromPerson;
    return {
      id: randomUUIDv7(),
      direction: isInbound ? ('inbound' as const) : ('outbound' as const),
      sentAt: new Date(Date.now() - ago - (messages.length - 1 - index) * 3_600_000),
      text,
      html: (isInbound && html) || null,
      kind: isInbound ? kind : null,
      sender: sender ?? null,
      decision: isInbound
        ? {
            kind,
            evidence,
            permanent: kind === 'bounce',
            recipients: [],
            originalMessageId: null,
            returnDate: returnDate ?? null,
          }
        : null,
      attachments: (isInbound && attachments) || [],
    };
  });
}
