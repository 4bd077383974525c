import type { Variable } from '@outcrop/contract/merge-tags';
import { sql, type Tx } from '../platform/db/index.ts';

/** An email whose fate is unknown, with what the inbox would show of it. */
export interface UnknownEmail {
  id: string;
  attempt: number;
  tries: number;
  stepId: string;
  messageId: string;
  settledAt: Date;
  conversationId: string | null;
  threadSubject: string | null;
  /** Null if the step was removed. */
  subject: string | null;
  body: string | null;
  values: Partial<Record<Variable, string | null>>;
}

/** Emails of a mailbox that are to be looked for now. */
export const selectUnknown = (tx: Tx, mailboxId: string, at: Date): Promise<UnknownEmail[]> =>
  tx.rows<UnknownEmail>(sql`
    select o.id, o.attempt, o.tries, o.step_id as "stepId", o.message_id as "messageId",
           coalesce(o.settled_at, o.claimed_at) as "settledAt", e.conversation_id as "conversationId",
           c.subject as "threadSubject", coalesce(variant ->> 'subject', s.subject) as subject,
           coalesce(variant ->> 'body', s.body) as body,
           json_build_object(
             'fullName', p.full_name, 'firstName', p.first_name, 'lastName', p.last_name, 'title', p.title,
             'companyName', p.company_name, 'linkedinUrl', p.linkedin_url, 'website', p.website,
             'email', p.email, 'phone', p.phone, 'locationName', p.location_name,
             'firstTouchLine', p.first_touch_line) as values
    from outbound_message o
    join enrollment e on e.workspace_id = o.workspace_id and e.campaign_id = o.campaign_id
      and e.prospect_id = o.prospect_id
    join prospect p on p.workspace_id = o.workspace_id and p.id = o.prospect_id
    left join conversation c on c.workspace_id = o.workspace_id and c.id = e.conversation_id
    left join campaign_step s on s.workspace_id = o.workspace_id and s.campaign_id = o.campaign_id
      and s.id = o.step_id
    left join lateral (
      select each as variant from jsonb_array_elements(s.alternatives) each
      where each ->> 'id' = o.variant_id::text) chosen on true
    where o.workspace_id = ${tx.workspaceId} and o.mailbox_id = ${mailboxId}
      and o.status = 'unknown' and o.look_at <= ${at}
    order by o.look_at limit 50`);

/** Looks again later, or leaves it to a person. */
export function setLook(
  tx: Tx,
  { id, attempt }: Pick<UnknownEmail, 'id' | 'attempt'>,
  { lookAt, evidence }: { lookAt: Date | null; evidence: string },
): void {
  tx.defer(sql`
    update outbound_message set look_at = ${lookAt}, evidence = ${evidence}
    where workspace_id = ${tx.workspaceId} and id = ${id} and attempt = ${attempt} and status = 'unknown'`);
}

/** The server stores what it sends: an email that was sent is in its Sent folder. */
export const learnKeepsSent = (tx: Tx, mailboxId: string): void =>
  tx.defer(sql`
    update mailbox set keeps_sent = true
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and keeps_sent is distinct from true`);
