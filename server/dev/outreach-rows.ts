import { randomUUIDv7 } from 'node:crypto';
import { type Database, sql } from '../src/platform/db/index.ts';

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

export interface SampleConversation {
  prospectId?: string;
  campaignId?: string;
  subject: string | null;
  /** Alternating, starting with an outbound message, an hour apart. */
  messages: string[];
  /** Milliseconds since the last message. */
  ago: number;
  unread?: boolean;
}

/** Creates a mailbox with these conversations. */
export const insertConversations = (
  db: Database,
  workspaceId: string,
  { ownerId, shared }: { ownerId: string; shared: boolean },
  conversations: SampleConversation[],
): Promise<void> =>
  db.transaction(workspaceId, async (tx) => {
    const mailboxId = randomUUIDv7();
    const address = `${shared ? 'sales' : 'ines'}@fernhill.example`;
    await tx.run(sql`
      insert into mailbox (workspace_id, id, owner_id, shared, address)
      values (${workspaceId}, ${mailboxId}, ${ownerId}, ${shared}, ${address})`);
    for (const { prospectId, campaignId, subject, messages, ago, unread } of conversations) {
      const id = randomUUIDv7();
      const last = Date.now() - ago;
      const directions = messages.map((_, n) => (n % 2 === 0 ? 'outbound' : 'inbound'));
      const times = messages.map((_, n) => new Date(last - (messages.length - 1 - n) * 3_600_000));
      await tx.run(sql`
        insert into conversation (workspace_id, id, mailbox_id, prospect_id, campaign_id, subject, snippet,
                                  last_message_at, last_direction, unread, message_count)
        values (${workspaceId}, ${id}, ${mailboxId}, ${prospectId ?? null}, ${campaignId ?? null}, ${subject},
                ${messages.at(-1)!}, ${new Date(last)}, ${directions.at(-1)!}, ${unread ?? false}, ${messages.length})`);
      await tx.run(sql`
        insert into message (workspace_id, id, conversation_id, direction, sent_at, subject, text)
        select ${workspaceId}, gen_random_uuid(), ${id}, direction, sent_at, ${subject}, text
        from unnest(${directions}::message_direction[], ${times}::timestamptz[], ${messages}::text[])
          as messages (direction, sent_at, text)`);
    }
  });
