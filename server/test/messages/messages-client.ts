import { randomUUIDv7 } from 'node:crypto';
import { emailKey } from '@outcrop/contract/identity';
import { readConfig } from '../../src/config.ts';
import { MailTokens } from '../../src/core/sending/mail-tokens.ts';
import { Suppression } from '../../src/core/suppression/suppression.ts';
import { type Database, sql } from '../../src/platform/db/index.ts';
import { insertCampaign, insertMailbox } from '../outreach.ts';
import { type ProspectsClient, prospectsClient } from '../prospects-client.ts';
import type { TestService } from '../service.ts';

const key = readConfig().SUPPRESSION_KEY!;
const suppression = new Suppression(key);
export const mailTokens = new MailTokens(key);

interface Message {
  campaignId: string;
  prospectId: string;
  stepId: string;
  mailboxId: string;
  status?: string;
  claimedAt?: Date;
}

/** Inserts an email in any state. */
async function insertMessage(
  owner: Database,
  workspaceId: string,
  { campaignId, prospectId, stepId, mailboxId, status = 'accepted', claimedAt }: Message,
): Promise<string> {
  const id = randomUUIDv7();
  await owner.query(sql`
    insert into outbound_message (workspace_id, campaign_id, prospect_id, step_id, id, mailbox_id, status,
                                  is_first, message_id, claimed_at)
    values (${workspaceId}, ${campaignId}, ${prospectId}, ${stepId}, ${id}, ${mailboxId}, ${status},
            true, ${mailTokens.messageId(id, 'outcrop.example')}, ${claimedAt ?? new Date()})`);
  return id;
}

interface StoredEnrollment {
  campaignId: string;
  prospectId: string;
  status: string;
  stepId: string | null;
  reason: string | null;
  dueAt: Date;
}

/** A client in a new workspace with a mailbox, and ways to send without a mail server. */
export interface MessagesClient extends ProspectsClient {
  mailboxId: string;
  /** A running campaign, and the ids of its steps in order. */
  campaign: (steps?: ('email' | 'wait')[]) => Promise<{ campaignId: string; stepIds: string[] }>;
  enroll: (campaignId: string, prospectIds: string[]) => Promise<void>;
  sent: (message: Omit<Message, 'mailboxId'>) => Promise<string>;
  setEnrollment: (
    campaignId: string,
    prospectId: string,
    changed: Partial<{ status: string; stepId: string; reason: string; dueAt: Date }>,
  ) => Promise<void>;
  enrollments: () => Promise<StoredEnrollment[]>;
  messages: () => Promise<{ prospectId: string; stepId: string; status: string }[]>;
  /** The link in an email to this address. */
  unsubscribeToken: (messageId: string, email: string) => string;
}

export async function messagesClient(service: TestService): Promise<MessagesClient> {
  const account = await prospectsClient(service);
  const { owner } = service;
  const { id: workspaceId } = account.workspace;
  const mailboxId = await insertMailbox(owner, workspaceId, {
    ownerId: account.userId,
    shared: true,
  });
  return {
    ...account,
    mailboxId,
    campaign: async (steps = ['email', 'wait', 'email']) => {
      const campaignId = await insertCampaign(owner, workspaceId, { steps });
      const rows = await owner.query<{ id: string }>(sql`
        select id from campaign_step
        where workspace_id = ${workspaceId} and campaign_id = ${campaignId} order by position`);
      return { campaignId, stepIds: rows.map(({ id }) => id) };
    },
    enroll: async (campaignId, prospectIds) => {
      const body = { campaignId, prospectIds };
      const { data } = await service.call(account.token, 'POST', '/campaigns', { body });
      if (data?.enrolled !== prospectIds.length) throw new Error('Not all were enrolled.');
    },
    sent: (message) => insertMessage(owner, workspaceId, { ...message, mailboxId }),
    setEnrollment: async (campaignId, prospectId, { status, stepId, reason, dueAt }) => {
      await owner.query(sql`
        update enrollment set status = coalesce(${status ?? null}, status),
          step_id = coalesce(${stepId ?? null}, step_id), reason = ${reason ?? null},
          due_at = coalesce(${dueAt ?? null}, due_at),
          mailbox_id = case when ${stepId ?? null}::uuid is null then mailbox_id else ${mailboxId} end
        where workspace_id = ${workspaceId} and campaign_id = ${campaignId}
          and prospect_id = ${prospectId}`);
    },
    enrollments: () =>
      owner.query<StoredEnrollment>(sql`
        select campaign_id as "campaignId", prospect_id as "prospectId", status,
               step_id as "stepId", reason, due_at as "dueAt"
        from enrollment where workspace_id = ${workspaceId} order by enrolled_at, prospect_id`),
    messages: () =>
      owner.query(sql`
        select prospect_id as "prospectId", step_id as "stepId", status
        from outbound_message where workspace_id = ${workspaceId} order by claimed_at, id`),
    unsubscribeToken: (messageId, email) =>
      mailTokens.unsubscribeToken({
        workspaceId,
        messageId,
        emailHash: suppression.emailHash(emailKey(email)!),
      }),
  };
}
