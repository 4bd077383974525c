import { type Database, sql } from '../../src/platform/db/index.ts';

export interface StoredEmail {
  campaignId: string;
  prospectId: string;
  stepId: string;
  variantId: string | null;
  mailboxId: string;
  status: string;
  evidence: string | null;
  claimedAt: Date;
  settledAt: Date | null;
  clickedAt: Date | null;
}
export interface StoredReply {
  campaignId: string | null;
  prospectId: string;
  at: Date;
  event: string | null;
}

const results = ['sent', 'replied', 'autoReplied', 'unsubscribed', 'bounced'] as const;
type Result = (typeof results)[number];
export type ResultCounts = Record<Result, number>;

const resultOf: Record<string, Result> = {
  reply: 'replied',
  automatic_reply: 'autoReplied',
  unsubscribed: 'unsubscribed',
  hard_bounce: 'bounced',
};

export const selectEmails = (owner: Database, workspaceId: string) =>
  owner.query<StoredEmail>(sql`
    select campaign_id as "campaignId", prospect_id as "prospectId", step_id as "stepId",
           variant_id as "variantId", mailbox_id as "mailboxId", status, evidence, claimed_at as "claimedAt",
           settled_at as "settledAt", unsubscribe_clicked_at as "clickedAt"
    from outbound_message where workspace_id = ${workspaceId} order by claimed_at, id`);

export const selectMessages = (owner: Database, workspaceId: string) =>
  owner.query<StoredReply>(sql`
    select c.campaign_id as "campaignId", c.prospect_id as "prospectId", m.sent_at as at,
           m.effects ->> 'event' as event
    from message m join conversation c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
    where m.workspace_id = ${workspaceId} and m.direction = 'inbound' and c.prospect_id is not null`);

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Counts the results of emails one by one. `keyOf` groups them, for example by step or by day. */
export function recountResults(
  emails: StoredEmail[],
  messages: StoredReply[],
  keyOf: (email: StoredEmail, day: string) => string,
) {
  const counted: Record<string, ResultCounts> = {};
  const count = (email: StoredEmail, result: Result, at: Date) => {
    const key = keyOf(email, dayOf(at));
    counted[key] ??= { sent: 0, replied: 0, autoReplied: 0, unsubscribed: 0, bounced: 0 };
    counted[key][result]++;
  };
  const answers = Map.groupBy(
    messages.flatMap((message) => {
      const result = resultOf[message.event ?? ''];
      const email = result && answeredEmail(emails, message);
      return result && email ? [{ email, result, at: message.at }] : [];
    }),
    ({ email }) => email,
  );
  for (const email of emails) {
    if (email.status === 'accepted') count(email, 'sent', email.settledAt ?? email.claimedAt);
    const happened = (answers.get(email) ?? []).map(({ result, at }) => ({ result, at }));
    if (email.clickedAt) happened.push({ result: 'unsubscribed', at: email.clickedAt });
    if (email.status === 'refused' && email.evidence === 'bounced')
      happened.push({ result: 'bounced', at: email.settledAt! });
    for (const result of results) {
      const times = happened.filter((each) => each.result === result).map(({ at }) => Number(at));
      if (times.length > 0) count(email, result, new Date(Math.min(...times)));
    }
  }
  return counted;
}

/** The last email before a message; if there is none, the first one of its campaign. */
function answeredEmail(
  emails: StoredEmail[],
  { campaignId, prospectId, at }: StoredReply,
): StoredEmail | undefined {
  const accepted = emails.filter(
    (email) => email.status === 'accepted' && email.prospectId === prospectId,
  );
  const possible = campaignId
    ? accepted.filter((email) => email.campaignId === campaignId)
    : accepted;
  const before = possible.filter(({ claimedAt }) => claimedAt <= at);
  return before.at(-1) ?? (campaignId ? possible[0] : undefined);
}
