import { readConfig } from '../../src/config.ts';
import type { CampaignEmail } from '../../src/core/sending/claimed-email.ts';
import { MailTokens } from '../../src/core/sending/mail-tokens.ts';
import { Suppression } from '../../src/core/suppression/suppression.ts';
import { Database, type Sql, sql } from '../../src/platform/db/index.ts';
import { Egress } from '../../src/platform/egress/egress.ts';
import type { MailServer } from '../../src/platform/mail/mail-server.ts';
import type { SendDeps } from '../../src/sending/send-turn.job.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { startDnsServer } from '../dns-server.ts';
import type { ScriptedSmtp } from '../mail/scripted-smtp.ts';
import { prospectsClient } from '../prospects-client.ts';
import type { TestService } from '../service.ts';
import { insertClaimedEmail } from './insert-claimed-email.ts';
import { sendClaimed } from './send-claimed.ts';

/** Sends claimed emails in this process, as the worker does. */
export async function testSender(service: TestService) {
  const dns = await startDnsServer((_name, type) => (type === 'A' ? ['127.0.0.1'] : []));
  const db = new Database({
    url: service.database.appUrl,
    poolSize: 8,
    timeouts: { statementMs: 30_000, lockMs: 20_000 },
    inBackground: true,
  });
  const egress = new Egress({ allow: ['127.0.0.0/8'], nameServers: [dns.address] });
  afterTestOrFile(() => Promise.all([db.close(), egress.close()]));
  const deps: SendDeps = {
    db,
    egress,
    suppression: new Suppression(readConfig().SUPPRESSION_KEY!),
    tokens: new MailTokens(readConfig().SUPPRESSION_KEY!),
    publicUrl: 'https://outcrop.example',
    clock: () => new Date(),
    credentials: { of: async () => ({ user: 'jane', password: 'password' }) },
    hostName: 'outcrop.example',
    timeouts: { beforeDotMs: 30_000, afterDotMs: 30_000 },
  };
  return {
    deps,
    send: (workspaceId: string, message: CampaignEmail, changed: Partial<SendDeps> = {}) =>
      sendClaimed({ ...deps, ...changed }, workspaceId, message),
  };
}

/** A client in a new workspace that claims emails for a server, and reads what became of them. */
export async function sendingClient(service: TestService) {
  const account = await prospectsClient(service);
  const { id: workspaceId } = account.workspace;
  const rows = <Row>(statement: Sql) =>
    service.owner.transaction(workspaceId, (tx) => tx.rows<Row>(statement));
  const one = async <Row>(statement: Sql): Promise<Row> => (await rows<Row>(statement))[0]!;
  return {
    ...account,
    workspaceId,
    rows,
    claim: (
      { port }: Pick<ScriptedSmtp, 'port'>,
      options: Partial<Parameters<typeof insertClaimedEmail>[2]> = {},
    ) => {
      const server: MailServer = { host: 'mail.example', port, security: 'none' };
      return insertClaimedEmail(service.owner, workspaceId, { server, ...options });
    },
    outbound: (id: string) =>
      one<{
        status: string;
        answer: string | null;
        evidence: string | null;
        tries: number;
        lookAt: Date | null;
        serverMessageId: string | null;
      }>(sql`
        select status, answer, evidence, tries, look_at as "lookAt", server_message_id as "serverMessageId"
        from outbound_message where id = ${id}`),
    enrollment: ({ campaignId, prospectId }: CampaignEmail) =>
      one<{
        status: string;
        reason: string | null;
        stepId: string | null;
        dueAt: Date;
        lastSentAt: Date | null;
        conversationId: string | null;
      }>(sql`
        select status, reason, step_id as "stepId", due_at as "dueAt", last_sent_at as "lastSentAt",
               conversation_id as "conversationId"
        from enrollment where campaign_id = ${campaignId} and prospect_id = ${prospectId}`),
    mailbox: (id: string) =>
      one<{
        status: string;
        reason: string | null;
        detail: string | null;
        restUntil: Date | null;
        sendAt: Date | null;
        failingSince: Date | null;
        sentToday: number;
      }>(sql`
        select status, reason, detail, rest_until as "restUntil", send_at as "sendAt",
               failing_since as "failingSince", sent_today as "sentToday"
        from mailbox where id = ${id}`),
    facts: async ({ recipient }: CampaignEmail): Promise<string[]> => {
      const hash = new Suppression(readConfig().SUPPRESSION_KEY!).emailHash(recipient.emailKey);
      const found = await rows<{ kind: string }>(sql`
        select kind from address_fact where hash = ${hash} and lifted_at is null`);
      return found.map(({ kind }) => kind);
    },
  };
}
