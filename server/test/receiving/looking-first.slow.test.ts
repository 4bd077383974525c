import { expect, test } from 'vitest';
import { MessageParser } from '../../src/core/receiving/parse-message.ts';
import { sql } from '../../src/platform/db/index.ts';
import { Egress } from '../../src/platform/egress/egress.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { startWatching } from '../../src/receiving/watcher.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { startDovecot } from '../mail/dovecot.ts';
import { mailWorkspace, workerDatabase } from '../sending/mail-workspace.ts';
import { virtualTurn } from '../sending/virtual-days.ts';
import { testService } from '../service.ts';
import { webhooksClient } from '../webhooks/webhooks-client.ts';
import { storingDeps } from './receiving-client.ts';
import { shortTimes } from './watching.ts';

const service = await testService();
const db = workerDatabase(service);
const dovecot = await startDovecot({ plainOnly: true });
const minuteMs = 60_000;

test('while the inbox cannot be read, no follow-up leaves for an hour, first emails do, and the reason can be read', async () => {
  const { workspace, call } = await webhooksClient(service);
  const mail = mailWorkspace(service.owner, db, workspace.id);
  // The virtual time ends before the present, which the API uses.
  const began = Date.now() - 80 * minuteMs;
  let now = new Date(began);
  const after = (minutes: number) => new Date(began + minutes * minuteMs);

  const mailboxId = await mail.mailbox({ sendAt: now });
  await mail.run(sql`
    update mailbox set secret = 'sealed', imap_host = '127.0.0.1', imap_port = ${dovecot.imap},
      imap_security = 'none', imap_user = 'ana', lease_id = null
    where id = ${mailboxId}`);
  const { id: campaignId, stepIds } = await mail.campaign({
    steps: ['Hello', 1, 'Did you see it?'],
    mailboxes: [mailboxId],
  });
  const followUpStep = stepIds[2]!;
  const followUp = async (minute: number) =>
    mail.enroll(campaignId, await mail.prospect(), {
      ...{ dueAt: after(minute), mailboxId, stepId: followUpStep },
      lastSentAt: after(-2 * 24 * 60),
    });
  const early = await followUp(0);
  const waiting = await Promise.all([6, 10, 30, 60].map(followUp));
  const first: string[] = [];
  for (let minute = 6; minute < 66; minute += 5)
    first.push(await mail.person(campaignId, after(minute)));

  const egress = new Egress({ allow: ['127.0.0.0/8'] });
  afterTestOrFile(() => egress.close());
  const parser = new MessageParser();
  afterTestOrFile(() => parser.close());
  const watching = startWatching({
    ...{ db, egress, parser, ...storingDeps, clock: () => now, times: shortTimes },
    credentials: { of: async () => ({ user: 'ana', password: 'secret' }) },
    log: createLog('silent'),
  });
  afterTestOrFile(() => watching.stop());

  const syncedAt = async () => {
    const [row] = await mail.rows<{ at: Date | null }>(
      sql`select synced_at as at from mailbox where id = ${mailboxId}`,
    );
    return row!.at?.getTime() ?? 0;
  };
  /** The recipients of the emails that leave now, in order. */
  const turns = async (): Promise<string[]> => {
    const sent: string[] = [];
    for (;;) {
      await mail.setMailbox(mailboxId, 'send_at', now);
      const { message } = await virtualTurn(db, workspace.id, mailboxId, {
        ...{ at: now, random: () => 0, outcome: 'accepted', nextOf: () => null },
      });
      if (!message) return sent;
      sent.push(message.prospectId);
    }
  };
  const why = async (prospectId: string): Promise<string[]> => {
    const path = `/campaigns/${campaignId}/enrollments/${prospectId}/why`;
    const { reasons } = await call('GET', path);
    return reasons.map(({ code }: { code: string }) => code);
  };

  await expect.poll(syncedAt).toBe(began);
  expect(await turns()).toEqual([early]);

  await dovecot.stop();
  const sent: string[] = [];
  for (let minute = 6; minute <= 66; minute++) {
    now = after(minute);
    sent.push(...(await turns()));
  }
  expect(sent).toEqual(first);
  expect(await syncedAt()).toBe(began);
  expect(await why(waiting[0]!)).toEqual(['mailbox_inbox_not_read']);

  await dovecot.start();
  await expect.poll(syncedAt, { timeout: 120_000 }).toBe(now.getTime());
  expect(await turns()).toEqual(waiting);
});
