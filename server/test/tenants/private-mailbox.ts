import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestRef } from '@outcrop/contract';
import { sql } from '../../src/platform/db/index.ts';
import type { TestUser, TestWorkspace } from '../accounts.ts';
import { insertMailbox } from '../outreach.ts';
import { recordCreator } from '../record-creator.ts';
import type { TestService } from '../service.ts';

/** A private mailbox with one conversation about a prospect whom all members see. */
export interface PrivateMailbox {
  owner: TestUser;
  /** Part of each of its texts, and of no other text. */
  canary: string;
  /** Ids that only the owner may use, by what they refer to. */
  ids: Partial<Record<RequestRef['referent'], string>>;
  /** What all members see and what is connected with the conversation. */
  related: Partial<Record<RequestRef['referent'], string>>;
}

export async function createPrivateMailbox(
  service: TestService,
  workspace: TestWorkspace,
): Promise<PrivateMailbox> {
  const { owner: db } = service;
  const { id: workspaceId } = workspace;
  const owner = await workspace.user('member');
  const canary = `canary${randomBytes(8).toString('hex')}`;
  const create = recordCreator(db, workspaceId);
  const [prospectId, campaignId, webhookId] = [
    await create('prospect'),
    await create('campaign'),
    await create('webhook'),
  ];
  const mailboxId = await insertMailbox(db, workspaceId, { ownerId: owner.userId, shared: false });
  const [conversationId, messageId, replyId] = [randomUUID(), randomUUID(), randomUUID()];
  const deliveryId = randomUUID();
  const eventIds = [randomUUID(), randomUUID()];
  await db.transaction(workspaceId, async (tx) => {
    tx.defer(sql`
      update mailbox set name = ${`Name ${canary}`}, detail = ${`Detail ${canary}`}, status = 'ok', reason = null
      where id = ${mailboxId}`);
    tx.defer(sql`
      insert into enrollment (workspace_id, campaign_id, prospect_id, mailbox_id, status, conversation_id)
      values (${workspaceId}, ${campaignId}, ${prospectId}, ${mailboxId}, 'replied', ${conversationId})`);
    tx.defer(sql`
      insert into conversation (workspace_id, id, mailbox_id, prospect_id, campaign_id, subject, snippet,
                                last_message_at, last_direction, unread, message_count, last_kind)
      values (${workspaceId}, ${conversationId}, ${mailboxId}, ${prospectId}, ${campaignId}, ${`Subject ${canary}`},
              ${`Snippet ${canary}`}, now(), 'inbound', true, 1, 'human')`);
    tx.defer(sql`
      insert into message (workspace_id, id, conversation_id, direction, sent_at, subject, text, message_id, sender,
                           sender_name, kind, decision, effects, stored_at)
      values (${workspaceId}, ${messageId}, ${conversationId}, 'inbound', now(), ${`Subject ${canary}`},
              ${`Text ${canary}`}, ${`${canary}@sender.example`}, ${`${canary}@sender.example`}, ${`Sender ${canary}`},
              'human', '{"evidence":[]}', '{"enrollments":[],"stage":null,"factIds":[]}', date_trunc('second', now()))`);
    tx.defer(sql`
      insert into message_body (workspace_id, message_id, stored_at, text, snippet, html, words)
      values (${workspaceId}, ${messageId}, date_trunc('second', now()), ${`Body ${canary}`}, ${`Snippet ${canary}`},
              ${`<p>Body ${canary}</p>`}, array[${canary}])`);
    tx.defer(sql`
      insert into message_word (workspace_id, visible_to, word, stored_at, message_id, conversation_id)
      select workspace_id, visible_to, ${canary}, stored_at, id, conversation_id from message where id = ${messageId}`);
    tx.defer(sql`
      insert into outbound_reply (workspace_id, id, conversation_id, mailbox_id, user_id, recipient, subject,
                                  message_id, created_at, send_at, stored_at)
      values (${workspaceId}, ${replyId}, ${conversationId}, ${mailboxId}, ${owner.userId},
              ${`${canary}@recipient.example`}, ${`Re: ${canary}`}, ${`<${canary}@x>`}, now(), now(),
              date_trunc('second', now()))`);
    tx.defer(sql`
      insert into message_body (workspace_id, message_id, stored_at, text)
      values (${workspaceId}, ${replyId}, date_trunc('second', now()), ${`Reply ${canary}`})`);
    const data = { prospectId, messageId, campaignId, conversationId };
    tx.defer(sql`
      insert into event (workspace_id, id, type, prospect_id, actor_kind, data)
      values (${workspaceId}, ${eventIds[0]}, 'reply.received', ${prospectId}, 'system',
              ${JSON.stringify({ ...data, automatic: false })}),
             (${workspaceId}, ${eventIds[1]}, 'message.sent', ${prospectId}, 'system', ${JSON.stringify(data)})`);
    tx.defer(sql`
      insert into delivery (workspace_id, id, webhook_id, event_id, event_at, event_type, next_attempt_at)
      select workspace_id, case type when 'reply.received' then ${deliveryId}::uuid else gen_random_uuid() end,
             ${webhookId}, id, created_at, type, now()
      from event where workspace_id = ${workspaceId} and id = any(${eventIds}::uuid[])`);
  });
  return {
    owner,
    canary,
    ids: {
      mailbox: mailboxId,
      conversation: conversationId,
      'received message': messageId,
      reply: replyId,
    },
    related: {
      prospect: prospectId,
      campaign: campaignId,
      webhook: webhookId,
      delivery: deliveryId,
      member: owner.userId,
    },
  };
}
