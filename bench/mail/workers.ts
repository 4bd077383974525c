import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../server/src/config.ts';
import { mailboxSealContext } from '../../server/src/core/mailboxes/mailbox-secrets.ts';
import { Sealing } from '../../server/src/platform/crypto/sealing.ts';
import { type Database, sql } from '../../server/src/platform/db/index.ts';
import { startProcess } from '../../server/test/faults/test-process.ts';
import { serverKeys } from '../environment.ts';
import type { MailSink } from './start-sink.ts';

const workerMain = fileURLToPath(new URL('../../server/src/worker.ts', import.meta.url));
const sealing = new Sealing(readConfig({ ...process.env, ...serverKeys }).SECRETS_KEY!);

export const startWorkers = (appUrl: string, { certificateFile }: MailSink, count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      startProcess(workerMain, 'working', {
        ...serverKeys,
        DATABASE_URL: appUrl,
        EGRESS_ALLOW: '127.0.0.0/8',
        PUBLIC_URL: 'https://outcrop.example',
        NODE_EXTRA_CA_CERTS: certificateFile,
      }),
    ),
  );

/** Lets the mailboxes of a workspace, or one of them, send through the sink from now on. Nothing reads them. */
export async function wakeMailboxes(
  owner: Database,
  workspaceId: string,
  { port }: MailSink,
  only?: { id: string },
): Promise<void> {
  const mailboxes = only
    ? [only]
    : await owner.query<{ id: string }>(sql`
        select id from mailbox where workspace_id = ${workspaceId}`);
  const given = mailboxes.map(({ id }) => ({
    id,
    secret: sealing.seal('secret', mailboxSealContext(workspaceId, id)),
  }));
  await owner.query(sql`
    update mailbox m
    set send_at = now(), lease_id = null, leased_until = null, secret = given.secret, smtp_host = 'localhost',
        smtp_port = ${port}, imap_host = null
    from json_to_recordset(${JSON.stringify(given)}) as given (id uuid, secret text)
    where m.workspace_id = ${workspaceId} and m.id = given.id`);
}

export const residentMegabytes = (pid: number): number => {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Math.round(Number(kilobytes) / 1_024);
};
