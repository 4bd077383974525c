import { randomUUID } from 'node:crypto';
import { sql, type Tx } from '../../src/platform/db/index.ts';
import { claimCampaignEmail } from '../../src/sending/claim-next.ts';
import { runSendTurn, type SendDeps } from '../../src/sending/send-turn.job.ts';
import { scriptedSmtp } from '../mail/scripted-smtp.ts';
import type { TestService } from '../service.ts';
import { webhooksClient } from '../webhooks/webhooks-client.ts';
import { mailWorkspace } from './mail-workspace.ts';
import { readMessage } from './read-message.ts';
import { turnContext } from './take-turn.ts';

const dayMs = 86_400_000;

/** An email step. Its text has its name and how often it was rewritten. */
export interface NamedStep {
  name: string;
  revision: number;
  id?: string;
}

/** An email that the mail server received. */
export interface ArrivedEmail {
  to: string;
  name: string;
  revision: number;
}

const textOf = ({ name, revision }: NamedStep) => `Step ${name} revision ${revision}.`;

function readArrivedEmail(body: string): ArrivedEmail {
  const { header, text } = readMessage(Buffer.from(body, 'latin1'));
  const to = /[\w.-]+@[\w.-]+/.exec(header('to')!)![0];
  const [, name, revision] = /Step (\w+) revision (\d+)\./.exec(text)!;
  return { to, name: name!, revision: Number(revision) };
}

/** A mail server that waits with its answer to DATA for one recipient at a time. */
export async function startHoldingServer() {
  let held: { to: string; reached: () => void; until: Promise<void> } | undefined;
  const recipients = new WeakMap<object, string>();
  const arrived: ArrivedEmail[] = [];
  const smtp = await scriptedSmtp({
    offers: ['AUTH PLAIN'],
    on: {
      RCPT: (line, socket) => {
        recipients.set(socket, line.slice(line.indexOf('<') + 1, line.indexOf('>')));
        return '250 2.1.5 OK';
      },
      DATA: (_line, socket) => {
        if (held === undefined || recipients.get(socket) !== held.to) return '354 Go ahead';
        held.reached();
        return held.until.then(() => '354 Go ahead');
      },
    },
  });
  return {
    port: smtp.port,
    arrived: () => {
      for (const body of smtp.dots.slice(arrived.length)) arrived.push(readArrivedEmail(body));
      return arrived;
    },
    hold: (to: string) => {
      const [reached, until] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { to, reached: reached.resolve, until: until.promise };
      return { reached: reached.promise, release: until.resolve };
    },
  };
}

type HoldingServer = Awaited<ReturnType<typeof startHoldingServer>>;

/** A campaign that is edited by API, and sent by the worker's own code at virtual times. */
export async function editedCampaign(
  service: TestService,
  deps: SendDeps,
  smtp: HoldingServer,
  emails: NamedStep[],
) {
  const client = await webhooksClient(service);
  const workspaceId = client.workspace.id;
  const { db } = deps;
  const mail = mailWorkspace(service.owner, db, workspaceId);
  const mailboxId = await mail.mailbox();
  await mail.run(sql`
    update mailbox set smtp_host = 'mail.example', smtp_port = ${smtp.port}, smtp_security = 'none',
      smtp_user = 'jane' where id = ${mailboxId}`);
  let now = Date.now() + 60_000;
  let current = emails;

  const toSteps = (given: NamedStep[]) =>
    given.flatMap(({ id, ...step }, index) => [
      ...(index > 0 ? [{ kind: 'wait', days: 1 }] : []),
      { kind: 'email', subject: 'An idea', body: textOf({ id: '', ...step }), ...(id && { id }) },
    ]);
  const path = (campaignId: string) => `/campaigns/${campaignId}`;
  const { campaign } = await client.call('POST', '/campaigns', {
    name: 'Fair',
    steps: toSteps(emails),
  });
  const readIds = (stored: { kind: string; id: string }[]) => {
    const ids = stored.filter(({ kind }) => kind === 'email').map(({ id }) => id);
    current = current.map((step, index) => ({ ...step, id: ids[index]! }));
  };
  readIds(campaign.steps);
  await client.call('PUT', `${path(campaign.id)}/mailboxes`, { mailboxIds: [mailboxId] });
  const setStatus = (status: 'running' | 'paused') =>
    client.call('PATCH', path(campaign.id), { status });
  await setStatus('running');

  /** Gives the mailbox a lease and an inbox that was just read. */
  const beginTurn = async () => {
    const leaseId = randomUUID();
    await mail.run(sql`
      update mailbox set lease_id = ${leaseId}, leased_until = ${new Date(now + dayMs)},
        send_at = ${new Date(now)}, free_at = null, synced_at = ${new Date(now)} where id = ${mailboxId}`);
    return { mailboxId, leaseId };
  };
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => db.transaction(workspaceId, work);
  const context = turnContext(db, workspaceId);
  const run = runSendTurn({ ...deps, clock: () => new Date(now) });
  const turn = async () => run(await beginTurn(), context);

  return {
    steps: () => current,
    add: async (email: string) => {
      const { data } = await client.post([{ email }]);
      await client.call('POST', `${path(campaign.id)}/enroll`, {
        prospectIds: data.prospectIds,
      });
    },
    /** Sends all that is due, then a day passes. */
    day: async () => {
      for (let before = -1; before < smtp.arrived().length; ) {
        before = smtp.arrived().length;
        await turn();
      }
      now += dayMs;
    },
    /** A worker claims the next email and is lost. */
    claimAndLose: async () => {
      const lease = { ...(await beginTurn()), at: new Date(now), random: () => 0 };
      const claim = await transaction((tx) => claimCampaignEmail(tx, lease, deps));
      return claim.kind === 'claimed' ? claim.email.recipient.email : null;
    },
    /** A worker has sent the next email up to DATA while `work` runs. */
    during: async (to: string, work: () => Promise<void>) => {
      const { reached, release } = smtp.hold(to);
      const sending = turn();
      const isSending = await Promise.race([reached.then(() => true), sending.then(() => false)]);
      await work();
      release();
      await sending;
      return isSending;
    },
    edit: async (after: NamedStep[]) => {
      await setStatus('paused');
      const { campaign: edited } = await client.call('PATCH', path(campaign.id), {
        steps: toSteps(after),
      });
      current = after;
      readIds(edited.steps);
      await setStatus('running');
    },
    statuses: async () => {
      const rows = await mail.rows<{ status: string }>(sql`
        select distinct status from enrollment where workspace_id = ${workspaceId}`);
      return rows.map(({ status }) => status);
    },
  };
}
