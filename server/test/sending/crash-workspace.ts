import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { type Sql, sql } from '../../src/platform/db/index.ts';
import { startProcess } from '../faults/test-process.ts';
import type { TestService } from '../service.ts';
import type { CrashServer } from './crash-points.ts';
import { mailWorkspace, workerDatabase } from './mail-workspace.ts';

const main = fileURLToPath(new URL('turn-process.ts', import.meta.url));

/** One email of a mailbox and a campaign of its own. */
export interface CrashVictim {
  mailbox: { id: string };
  campaignId: string;
  prospectId: string;
  recipient: string;
}

/** A workspace whose mailboxes send by one server and keep their copies on another. */
export async function crashWorkspace(service: TestService, imapPort: number) {
  const workspace = await service.workspace();
  const workspaceId = workspace.id;
  const token = await workspace.token('admin');
  const mail = mailWorkspace(service.owner, workerDatabase(service), workspaceId);
  const one = async <Row>(statement: Sql) => (await mail.rows<Row>(statement))[0]!;
  return {
    workspaceId,
    newVictim: async ({ port }: Pick<CrashServer, 'port'>): Promise<CrashVictim> => {
      const recipient = `${randomUUID()}@${randomUUID()}.example`;
      const id = await mail.mailbox();
      await mail.run(sql`
        update mailbox
        set smtp_host = 'mail.example', smtp_port = ${port}, smtp_security = 'none', smtp_user = 'jane',
            imap_host = 'mail.example', imap_port = ${imapPort}, imap_security = 'tls', imap_user = 'jane'
        where id = ${id}`);
      const { id: campaignId } = await mail.campaign({ mailboxes: [id] });
      const prospectId = await mail.person(campaignId, new Date(0), recipient);
      return { mailbox: { id }, campaignId, prospectId, recipient };
    },
    addPerson: ({ campaignId }: CrashVictim) => mail.person(campaignId, new Date(1)),
    /** The emails of a victim's mailbox, longest claimed first. */
    statuses: async ({ mailbox }: CrashVictim) => {
      const rows = await mail.rows<{ status: string }>(sql`
        select status from outbound_message where mailbox_id = ${mailbox.id} order by id`);
      return rows.map(({ status }) => status);
    },
    /** The only email of a victim, in the API. */
    message: async ({ campaignId }: CrashVictim, status?: string) => {
      const path = `/api/v1/manage/campaigns/${campaignId}/messages`;
      const query = status === undefined ? {} : { query: { status } };
      const { data, error } = await service.call(token, 'GET', path, query);
      expect(error).toBeUndefined();
      expect(data.messages.length).toBeLessThanOrEqual(1);
      return data.messages[0] as
        | { status: string; evidence: string | null; settledAt: string | null }
        | undefined;
    },
    outboundStatus: async ({ prospectId }: CrashVictim) =>
      (
        await one<{ status: string }>(sql`
        select status from outbound_message where prospect_id = ${prospectId}`)
      ).status,
    /** Emails of the day: of the mailbox, of the recipient's company, and of the campaign. */
    counts: ({ mailbox, recipient, campaignId }: CrashVictim) =>
      one<{ mailbox: number; company: number; campaign: number }>(sql`
        select sent_today as mailbox,
          coalesce((select sum(sent)::int from company_day where domain = ${recipient.split('@')[1]!}), 0) as company,
          coalesce((select sum(sent)::int from campaign_day where campaign_id = ${campaignId}), 0) as campaign
        from mailbox where id = ${mailbox.id}`),
    /** Whether another transaction holds the row of the prospect. */
    isLocked: async ({ prospectId }: CrashVictim) =>
      (
        await mail.rows(sql`
          select from prospect where id = ${prospectId} for no key update skip locked`)
      ).length === 0,
    enrollment: ({ prospectId }: CrashVictim) => mail.enrollment(prospectId),
    /** A worker that takes one turn of the mailbox. */
    startTurn: ({ mailbox, campaignId }: CrashVictim, nameServer: string, waitAt = '') =>
      startProcess(main, 'started', {
        DATABASE_URL: service.database.appUrl,
        NAME_SERVER: nameServer,
        WORKSPACE_ID: workspaceId,
        MAILBOX_ID: mailbox.id,
        CAMPAIGN_ID: campaignId,
        WAIT_AT: waitAt,
        // Halves the time to start, which is most of the time of the test.
        NODE_COMPILE_CACHE: join(tmpdir(), 'outcrop-compile-cache'),
      }),
  };
}
