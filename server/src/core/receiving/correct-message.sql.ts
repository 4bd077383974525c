import { sql, type Tx } from '../../platform/db/index.ts';
import type { AppliedEffects } from './apply-effects.ts';
import type { LaterStopMessage, StoredFact } from './correct-message-rules.ts';
import type { MessageDecision, MessageKind } from './message.ts';
import type { EnrollmentState } from './message-effect-rules.ts';

export interface CorrectedMessage {
  id: string;
  kind: MessageKind;
  decision: MessageDecision;
  effects: AppliedEffects;
  sentAt: Date;
  conversationId: string;
  prospectId: string | null;
  campaignId: string | null;
  zone: string;
  appliedAt: Date;
}

/** When the effects of a message `m` were applied. */
const appliedAtOf = sql`coalesce((m.effects ->> 'correctedAt')::timestamptz, m.stored_at, m.sent_at)`;

/** Locks a received message, which must exist. */
export async function lockCorrectedMessage(tx: Tx, id: string): Promise<CorrectedMessage> {
  const [message] = await tx.rows<CorrectedMessage>(sql`
    select m.id, m.kind, m.decision, m.effects, m.sent_at as "sentAt", c.id as "conversationId", c.prospect_id as "prospectId", c.campaign_id as "campaignId",
           b.zone, ${appliedAtOf} as "appliedAt"
    from message m
    join conversation c on c.workspace_id = ${tx.workspaceId} and c.id = m.conversation_id
    join mailbox b on b.workspace_id = ${tx.workspaceId} and b.id = c.mailbox_id
    where m.workspace_id = ${tx.workspaceId} and m.id = ${id}
    for no key update of m`);
  return message!;
}

/**
 * Messages of these prospects that end enrollments and were applied at the same time or later, in the
 * order of that time.
 */
export const selectLaterStopMessages = (
  tx: Tx,
  { id, appliedAt }: Pick<CorrectedMessage, 'id' | 'appliedAt'>,
  prospectIds: string[],
) =>
  tx.rows<LaterStopMessage>(sql`
    select m.id, m.kind, m.effects, c.prospect_id as "prospectId" from conversation c
    join message m on m.workspace_id = ${tx.workspaceId} and m.conversation_id = c.id
    where c.workspace_id = ${tx.workspaceId} and c.prospect_id = any(${prospectIds}::uuid[])
      and m.id <> ${id} and m.kind is not null
      and m.effects ->> 'event' in ('reply', 'hard_bounce', 'unsubscribed')
      and ${appliedAtOf} >= ${appliedAt}
    order by ${appliedAtOf}, m.id`);

/** The prospects to whom a user has written by hand since then, in Outcrop or in a mail program. */
export async function selectAnsweredProspects(
  tx: Tx,
  { appliedAt }: Pick<CorrectedMessage, 'appliedAt'>,
  prospectIds: string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select distinct c.prospect_id as id from conversation c
    where c.workspace_id = ${tx.workspaceId} and c.prospect_id = any(${prospectIds}::uuid[])
      and (exists (
        select from message m
        where m.workspace_id = ${tx.workspaceId} and m.conversation_id = c.id and m.direction = 'outbound'
          and coalesce(m.stored_at, m.sent_at) >= ${appliedAt}
          and not exists (
            select from outbound_message o where o.workspace_id = ${tx.workspaceId} and o.id = m.id))
      or exists (
        select from outbound_reply r
        where r.workspace_id = ${tx.workspaceId} and r.conversation_id = c.id
          and r.status not in ('waiting', 'canceled') and r.send_at >= ${appliedAt}))`);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the facts that were not lifted. */
export async function selectAddressFacts(tx: Tx, ids: string[]): Promise<StoredFact[]> {
  if (ids.length === 0) return [];
  return tx.rows<StoredFact>(sql`
    select id, kind from address_fact
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[]) and lifted_at is null`);
}

export function updateMessageEffects(
  tx: Tx,
  messages: { id: string; effects: AppliedEffects }[],
): void {
  if (messages.length === 0) return;
  tx.defer(sql`
    update message m set effects = changed.effects
    from json_to_recordset(${JSON.stringify(messages)}) as changed (id uuid, effects jsonb)
    where m.workspace_id = ${tx.workspaceId} and m.id = changed.id`);
}

/** Sets the bounce or complaint of an email again, without the corrected message. */
export function restoreTrouble(tx: Tx, outboundId: string, correctedId: string): void {
  tx.defer(sql`
    update outbound_message o set trouble = (
      select case when bool_or(m.kind = 'complaint') then 'complained'
                  when bool_or(m.kind = 'bounce') then 'bounced' end
      from conversation c
      join message m on m.workspace_id = ${tx.workspaceId} and m.conversation_id = c.id
      where c.workspace_id = ${tx.workspaceId} and c.prospect_id = o.prospect_id and m.id <> ${correctedId}
        and m.effects ->> 'event' in ('hard_bounce', 'unsubscribed')
        and m.effects ->> 'outboundId' = ${outboundId})
    where o.workspace_id = ${tx.workspaceId} and o.id = ${outboundId} and o.trouble is not null`);
}

/** Locks the present state of enrollments that a message has changed. */
export const lockChangedEnrollments = (tx: Tx, before: EnrollmentState[]) =>
  tx.rows<EnrollmentState>(sql`
    select e.campaign_id as "campaignId", e.prospect_id as "prospectId", e.status, e.reason, e.due_at as "dueAt"
    from unnest(${before.map(({ campaignId }) => campaignId)}::uuid[],
                ${before.map(({ prospectId }) => prospectId)}::uuid[]) as given (campaign_id, prospect_id)
    cross join lateral (
      select * from enrollment
      where workspace_id = ${tx.workspaceId} and campaign_id = given.campaign_id
        and prospect_id = given.prospect_id
      offset 0 for no key update) e`);

export function liftAddressFacts(
  tx: Tx,
  ids: string[],
  { by, at }: { by: string; at: Date },
): void {
  if (ids.length === 0) return;
  tx.defer(sql`
    update address_fact set lifted_at = ${at}, lifted_by = ${by}, lift_reason = 'The message was corrected.'
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[]) and lifted_at is null`);
}

export function updateCorrectedMessage(
  tx: Tx,
  id: string,
  {
    kind,
    decision,
    effects,
    by,
  }: { kind: MessageKind; decision: MessageDecision; effects: AppliedEffects; by: string },
): void {
  tx.defer(sql`
    update message
    set kind = ${kind}, decision = ${JSON.stringify(decision)}, effects = ${JSON.stringify(effects)}, decided_by = ${by}
    where workspace_id = ${tx.workspaceId} and id = ${id}`);
}

/** Sets the kind of a conversation to that of its last received message. */
export function setConversationLastKind(tx: Tx, conversationId: string): void {
  tx.defer(sql`
    update conversation set last_kind = (
      select kind from message
      where workspace_id = ${tx.workspaceId} and conversation_id = ${conversationId} and kind is not null
      order by sent_at desc, id desc limit 1)
    where workspace_id = ${tx.workspaceId} and id = ${conversationId}`);
}

type ConcernedMessage = Pick<CorrectedMessage, 'prospectId' | 'effects'> & {
  sender: string | null;
};

export async function selectConcernedMessage(tx: Tx, id: string): Promise<ConcernedMessage> {
  const [message] = await tx.rows<ConcernedMessage>(sql`
    select c.prospect_id as "prospectId", m.effects, m.sender from message m
    join conversation c on c.workspace_id = ${tx.workspaceId} and c.id = m.conversation_id
    where m.workspace_id = ${tx.workspaceId} and m.id = ${id}`);
  return message!;
}
