import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { emailKey } from '@outcrop/contract/identity';
import { selectMailbox } from '../../src/core/mailboxes/mailbox-rows.sql.ts';
import type { CampaignEmail } from '../../src/core/sending/claimed-email.ts';
import { type Database, sql } from '../../src/platform/db/index.ts';
import type { MailServer } from '../../src/platform/mail/mail-server.ts';
import { anyMember } from '../accounts.ts';
import { blankSearch } from '../prospects/blank-search.ts';

interface ClaimedEmailOptions {
  server: MailServer;
  isFirst?: boolean;
  tries?: number;
  stepKinds?: ('email' | 'wait')[];
  syncedAt?: Date | null;
  failingSince?: Date | null;
  claimedAt?: Date;
  /** An earlier claimed email of the same campaign and mailbox. */
  like?: CampaignEmail;
}

/** Inserts a mailbox, a campaign and an enrollment whose next email was just claimed. */
export async function insertClaimedEmail(
  owner: Database,
  workspaceId: string,
  { server, isFirst = true, tries = 0, like, ...options }: ClaimedEmailOptions,
): Promise<CampaignEmail> {
  const { stepKinds = ['email', 'wait', 'email'], claimedAt = new Date() } = options;
  const mailboxId = like?.mailbox.id ?? randomUUIDv7();
  const campaignId = like?.campaignId ?? randomUUIDv7();
  const [prospectId, id] = [randomUUIDv7(), randomUUIDv7()];
  const email = `${randomUUID()}@acme.example`;
  const address = `${mailboxId}@mail.example`;
  const ownerId = await anyMember(owner, workspaceId);
  return owner.transaction(workspaceId, async (tx) => {
    if (!like) {
      await tx.run(sql`
        insert into mailbox (workspace_id, id, owner_id, address, name, shared, status, reason, smtp_host, smtp_port,
          smtp_security, smtp_user, windows, synced_at, failing_since, sent_today, day, day_began)
        values (${workspaceId}, ${mailboxId}, ${ownerId}, ${address}, 'Jane', true, 'ok', null, ${server.host},
          ${server.port}, ${server.security}, 'jane',
          '[{"days":[1,2,3,4,5,6,7],"from":"00:00","to":"24:00"}]', ${options.syncedAt ?? null},
          ${options.failingSince ?? null}, 1, ${claimedAt}::date, ${claimedAt}::date)`);
      await tx.run(sql`
        insert into campaign (workspace_id, id, name, status)
        values (${workspaceId}, ${campaignId}, 'Trade fair', 'running')`);
      await tx.run(sql`
        insert into campaign_step (workspace_id, campaign_id, position, kind, subject, body, wait_days)
        select ${workspaceId}, ${campaignId}, position, kind, case kind when 'email' then 'An idea' end,
               case kind when 'email' then 'Hello' end, case kind when 'wait' then 3 end
        from unnest(${stepKinds}::campaign_step_kind[]) with ordinality as step (kind, position)`);
    }
    await tx.run(sql`
      insert into prospect (workspace_id, id, email, email_key, source_type, ${blankSearch.columns})
      values (${workspaceId}, ${prospectId}, ${email}, ${emailKey(email)}, 'manual', ${blankSearch.values})`);
    await tx.run(sql`
      insert into board_count (workspace_id, kind, key, count) values (${workspaceId}, 'stage', 'new', 1)
      on conflict (workspace_id, kind, key) do update set count = board_count.count + 1`);
    const [step] = await tx.rows<{ id: string }>(sql`
      select id from campaign_step
      where workspace_id = ${workspaceId} and campaign_id = ${campaignId} order by position limit 1`);
    const stepId = step!.id;
    await tx.run(sql`
      insert into enrollment (workspace_id, campaign_id, prospect_id, status, step_id, mailbox_id, due_at)
      values (${workspaceId}, ${campaignId}, ${prospectId}, 'sending', ${stepId}, ${mailboxId}, ${claimedAt})`);
    const messageId = `<${id}@mail.example>`;
    await tx.run(sql`
      insert into outbound_message (workspace_id, campaign_id, prospect_id, step_id, id, mailbox_id, tries,
        status, is_first, message_id, claimed_at)
      values (${workspaceId}, ${campaignId}, ${prospectId}, ${stepId}, ${id}, ${mailboxId}, ${tries},
        'claimed', ${isFirst}, ${messageId}, ${claimedAt})`);
    const mailbox = await selectMailbox(tx, mailboxId);
    return {
      kind: 'campaign',
      ...{ id, attempt: 1, tries, campaignId, prospectId, stepId, isFirst, messageId },
      mailbox: mailbox!,
      template: { variantId: null, subject: 'An idea', body: 'Hello', format: 'text' },
      footer: null,
      thread: null,
      conversationId: null,
      recipient: { email, emailKey: emailKey(email)!, values: {} },
    };
  });
}

export const composedEmailOf = ({ id, mailbox, recipient, messageId }: CampaignEmail) => ({
  envelope: { from: mailbox.address, to: recipient.email },
  raw: Buffer.from(`Message-ID: ${messageId}\r\nSubject: An idea\r\n\r\nHello ${id}\r\n`),
  subject: 'An idea',
  text: 'Hello',
});
