import { randomUUIDv7 } from 'node:crypto';
import type { AddressFact } from '@outcrop/contract';
import { emailKey } from '@outcrop/contract/identity';
import { readConfig } from '../src/config.ts';
import { Suppression } from '../src/core/suppression/suppression.ts';
import { type Database, sql } from '../src/platform/db/index.ts';

const suppression = new Suppression(readConfig().SUPPRESSION_KEY!);

interface Campaign {
  name?: string;
  status?: 'draft' | 'running' | 'paused' | 'archived';
  steps?: ('email' | 'wait')[];
}

/** Inserts a campaign in any state into the database. */
export async function insertCampaign(
  owner: Database,
  workspaceId: string,
  { name = 'Trade fair', status = 'running', steps = ['email'] }: Campaign = {},
): Promise<string> {
  const id = randomUUIDv7();
  await owner.transaction(workspaceId, async (tx) => {
    await tx.run(sql`
      insert into campaign (workspace_id, id, name, status) values (${workspaceId}, ${id}, ${name}, ${status})`);
    await tx.run(sql`
      insert into campaign_step (workspace_id, campaign_id, position, kind, subject, body, wait_days)
      select ${workspaceId}, ${id}, position, kind, case kind when 'email' then 'An idea' end,
             case kind when 'email' then 'Dear {{firstName|reader}}' end, case kind when 'wait' then 3 end
      from unnest(${steps}::campaign_step_kind[]) with ordinality as step (kind, position)`);
  });
  return id;
}

/** Records a bounce or an unsubscribe for an address. */
export const insertAddressFact = (
  owner: Database,
  workspaceId: string,
  email: string,
  kind: AddressFact,
) =>
  owner.query(sql`
    insert into address_fact (workspace_id, id, hash, kind)
    values (${workspaceId}, gen_random_uuid(), ${suppression.emailHash(emailKey(email)!)}, ${kind}::address_fact_kind)`);

export async function insertMailbox(
  owner: Database,
  workspaceId: string,
  { ownerId, shared }: { ownerId: string; shared: boolean },
): Promise<string> {
  const id = randomUUIDv7();
  await owner.query(sql`
    insert into mailbox (workspace_id, id, owner_id, shared, address)
    values (${workspaceId}, ${id}, ${ownerId}, ${shared}, ${`${id}@outcrop.example`})`);
  return id;
}

interface Conversation {
  mailboxId: string;
  prospectId?: string;
  campaignId?: string;
  subject?: string;
  unread?: boolean;
  /** The time of the last message. */
  at?: string;
}

/** Inserts a conversation with one message. */
export async function insertConversation(
  owner: Database,
  workspaceId: string,
  { mailboxId, prospectId, campaignId, subject, unread = false, at }: Conversation,
): Promise<string> {
  const id = randomUUIDv7();
  const time = new Date(at ?? Date.now());
  await owner.transaction(workspaceId, async (tx) => {
    await tx.run(sql`
      insert into conversation (workspace_id, id, mailbox_id, prospect_id, campaign_id, subject, snippet,
                                last_message_at, last_direction, unread, message_count)
      values (${workspaceId}, ${id}, ${mailboxId}, ${prospectId ?? null}, ${campaignId ?? null},
              ${subject ?? null}, 'Thank you', ${time}, 'inbound', ${unread}, 1)`);
    await tx.run(sql`
      insert into message (workspace_id, id, conversation_id, direction, sent_at, text)
      values (${workspaceId}, gen_random_uuid(), ${id}, 'inbound', ${time}, 'Thank you, Tuesday works.')`);
  });
  return id;
}
