import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { readConfig } from '../../src/config.ts';
import type { SendWindow } from '../../src/core/mailboxes/mailbox-rows.sql.ts';
import type { CampaignEmail } from '../../src/core/sending/claimed-email.ts';
import { Suppression } from '../../src/core/suppression/suppression.ts';
import { Database, raw, type Sql, sql } from '../../src/platform/db/index.ts';
import { claimCampaignEmail } from '../../src/sending/claim-next.ts';
import type { EmailClaim } from '../../src/sending/claim-rules.ts';
import { anyMember } from '../accounts.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { blankSearch } from '../prospects/blank-search.ts';
import type { TestService } from '../service.ts';

const allWeek: SendWindow[] = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }];

export const claimDeps = {
  suppression: new Suppression(readConfig().SUPPRESSION_KEY!),
  tokens: { messageId: (id: string, domain: string) => `<${id}@${domain}>` },
};

/** The database of a service as a worker uses it. Its limits are long, for a slow machine. */
export function workerDatabase({ database }: TestService): Database {
  const db = new Database({
    url: database.appUrl,
    poolSize: 8,
    timeouts: { statementMs: 30_000, lockMs: 20_000 },
    inBackground: true,
  });
  afterTestOrFile(() => db.close());
  return db;
}

type Claim = EmailClaim<CampaignEmail>;

interface MailboxSettings {
  status?: string;
  dailyLimit?: number;
  gapSeconds?: [from: number, to: number];
  ramp?: [start: number, step: number];
  zone?: string;
  windows?: SendWindow[];
  syncedAt?: Date | null;
  sendAt?: Date;
}

/** A step as a test writes it: the body of an email, or the days of a wait. */
type TestStep = string | number;

interface CampaignSettings {
  status?: 'draft' | 'running' | 'paused';
  steps?: TestStep[];
  mailboxes?: string[];
  newPerDay?: number;
}

/** Mailboxes, campaigns and enrollments of one workspace, written to the database as its owner. */
export function mailWorkspace(owner: Database, db: Database, workspaceId: string) {
  const run = (statement: Sql) => owner.transaction(workspaceId, (tx) => tx.run(statement));
  const rows = <Row>(statement: Sql) =>
    owner.transaction(workspaceId, (tx) => tx.rows<Row>(statement));

  const mailbox = async ({
    status = 'ok',
    dailyLimit = 1_000,
    gapSeconds: [from, to] = [0, 0],
    ramp,
    zone = 'UTC',
    windows = allWeek,
    syncedAt = null,
    sendAt = new Date(0),
  }: MailboxSettings = {}): Promise<string> => {
    const id = randomUUIDv7();
    const ownerId = await anyMember(owner, workspaceId);
    await run(sql`
      insert into mailbox (workspace_id, id, owner_id, shared, address, status, reason, daily_limit,
        gap_from_seconds, gap_to_seconds, ramp_start, ramp_step, zone, windows, synced_at, send_at, lease_id)
      values (${workspaceId}, ${id}, ${ownerId}, true, ${`${id}@sender.example`}, ${status}, null, ${dailyLimit},
        ${from}, ${to}, ${ramp?.[0] ?? null}, ${ramp?.[1] ?? null}, ${zone}, ${JSON.stringify(windows)},
        ${syncedAt}, ${sendAt}, ${id})`);
    return id;
  };

  const campaign = async ({
    status = 'running',
    steps = ['Hello'],
    mailboxes = [],
    newPerDay,
  }: CampaignSettings = {}) => {
    const id = randomUUIDv7();
    const stepIds = steps.map(() => randomUUID());
    const stored = steps.map((step, index) => ({
      id: stepIds[index],
      position: index + 1,
      kind: typeof step === 'string' ? 'email' : 'wait',
      ...(typeof step === 'string' ? { subject: 'An idea', body: step } : { wait_days: step }),
    }));
    await owner.transaction(workspaceId, async (tx) => {
      await tx.run(sql`
        insert into campaign (workspace_id, id, name, status, new_per_day)
        values (${workspaceId}, ${id}, 'Trade fair', ${status}::campaign_status, ${newPerDay ?? null})`);
      await tx.run(sql`
        insert into campaign_step (workspace_id, campaign_id, id, position, kind, subject, body, wait_days)
        select ${workspaceId}, ${id}, id, position, kind, subject, body, wait_days
        from json_populate_recordset(null::campaign_step, ${JSON.stringify(stored)})`);
      await tx.run(sql`
        insert into campaign_mailbox (workspace_id, mailbox_id, campaign_id)
        select ${workspaceId}, unnest(${mailboxes}::uuid[]), ${id}`);
    });
    return { id, stepIds };
  };

  const prospect = async (email: string | null = `${randomUUID()}@${randomUUID()}.example`) => {
    const id = randomUUIDv7();
    await run(sql`
      insert into prospect (workspace_id, id, email, email_key, source_type, ${blankSearch.columns})
      values (${workspaceId}, ${id}, ${email}, ${email}, 'manual', ${blankSearch.values})`);
    return id;
  };

  interface Enrollment {
    dueAt: Date;
    mailboxId?: string;
    stepId?: string;
    lastSentAt?: Date;
  }
  const enroll = async (
    campaignId: string,
    prospectId: string,
    { dueAt, mailboxId, stepId, lastSentAt }: Enrollment,
  ) => {
    await run(sql`
      insert into enrollment
        (workspace_id, campaign_id, prospect_id, due_at, mailbox_id, step_id, last_sent_at)
      values (${workspaceId}, ${campaignId}, ${prospectId}, ${dueAt}, ${mailboxId ?? null},
              ${stepId ?? null}, ${lastSentAt ?? null})`);
    return prospectId;
  };

  return {
    workspaceId,
    run,
    rows,
    mailbox,
    campaign,
    prospect,
    enroll,
    /** A new prospect in a campaign. */
    person: async (campaignId: string, dueAt: Date, email?: string | null) =>
      enroll(campaignId, await prospect(email), { dueAt }),
    setMailbox: (id: string, column: string, value: string | number | Date | null) =>
      run(sql`update mailbox set ${raw(column)} = ${value} where id = ${id}`),
    settings: (column: string, value: number | string) =>
      run(sql`
        insert into mail_settings (workspace_id, ${raw(column)}) values (${workspaceId}, ${value})
        on conflict (workspace_id) do update set ${raw(column)} = excluded.${raw(column)}`),
    /** One turn of a mailbox, whose lease has the mailbox's own id. */
    claim: (mailboxId: string, at: Date, random = () => 0.5): Promise<Claim> =>
      db.transaction(workspaceId, (tx) =>
        claimCampaignEmail(tx, { mailboxId, leaseId: mailboxId, at, random }, claimDeps),
      ),
    /** A turn that is settled in the transaction of its claim. */
    claimAccepted: (mailboxId: string, at: Date): Promise<Claim> =>
      db.transaction(workspaceId, async (tx) => {
        const turn = { mailboxId, leaseId: mailboxId, at, random: () => 0 };
        const claim = await claimCampaignEmail(tx, turn, claimDeps);
        if (claim.kind === 'claimed') {
          const { campaignId, prospectId, id } = claim.email;
          await tx.run(sql`update outbound_message set status = 'accepted' where id = ${id}`);
          await tx.run(sql`
            update enrollment set status = 'finished'
            where campaign_id = ${campaignId} and prospect_id = ${prospectId}`);
        }
        return claim;
      }),
    enrollment: async (prospectId: string) => {
      const [found] = await rows<{
        status: string;
        reason: string | null;
        dueAt: Date;
        mailboxId: string | null;
        stepId: string | null;
      }>(sql`
        select status, reason, due_at as "dueAt", mailbox_id as "mailboxId", step_id as "stepId"
        from enrollment where prospect_id = ${prospectId}`);
      return found!;
    },
    mailboxState: async (id: string) => {
      const [found] = await rows<{
        sentToday: number;
        rampDays: number;
        sendAt: Date | null;
        freeAt: Date | null;
      }>(sql`
        select sent_today as "sentToday", ramp_days as "rampDays", send_at as "sendAt", free_at as "freeAt"
        from mailbox where id = ${id}`);
      return found!;
    },
    /** The email was accepted: the prospect goes on with the given step, or has finished. */
    accept: async (claim: Claim, at: Date, next?: { stepId: string; dueAt: Date }) => {
      if (claim.kind !== 'claimed') throw new Error(`Nothing was claimed: ${claim.why}`);
      const { campaignId, prospectId, id } = claim.email;
      await owner.transaction(workspaceId, async (tx) => {
        await tx.run(sql`
          update outbound_message set status = 'accepted', settled_at = ${at} where id = ${id}`);
        await tx.run(sql`
          update enrollment
          set status = ${next ? 'waiting' : 'finished'}, step_id = ${next?.stepId ?? null},
              due_at = ${next?.dueAt ?? at}, last_sent_at = ${at}
          where campaign_id = ${campaignId} and prospect_id = ${prospectId}`);
      });
    },
  };
}

export type MailWorkspace = ReturnType<typeof mailWorkspace>;

/** The claimed email; fails if there is none. */
export function claimedEmailOf(claim: Claim) {
  if (claim.kind === 'claimed') return claim.email;
  throw new Error(`Nothing was claimed: ${claim.why}`);
}

/** Why nothing was claimed; fails if something was. */
export function unclaimedReasonOf(claim: Claim) {
  if (claim.kind === 'claimed') throw new Error('An email was claimed.');
  return claim.why;
}
