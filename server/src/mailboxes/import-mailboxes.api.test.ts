import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { mailboxesClient } from '../../test/mailboxes/mailboxes-client.ts';
import { testService } from '../../test/service.ts';
import { mailboxSealContext } from '../core/mailboxes/mailbox-secrets.ts';
import { Sealing } from '../platform/crypto/sealing.ts';

const service = await testService();
const header =
  'Email,Name,Password,SMTP host,smtp_port,smtp_security,smtp_user,imap_host,imap_port,imap_security,imap_user,daily_limit,time_zone';
const servers = 'smtp.saltmarsh.example,,,,imap.saltmarsh.example,,,,,';

test('each row becomes a mailbox or says why not', async () => {
  const workspace = await service.workspace();
  const admin = await mailboxesClient(service, workspace, 'admin');
  const { address: taken } = await admin.connect();
  const csv = [
    header,
    `ines@saltmarsh.example,"Duarte, Ines","pass ""word"", canary",smtp.saltmarsh.example,587,,ines,imap.saltmarsh.example,143,,ines,40,Europe/Lisbon`,
    `tomasz@saltmarsh.example,Tomasz,two,${servers}`,
    '',
    `not an address,,,smtp.saltmarsh.example,many,ssl,,imap.saltmarsh.example,,,,5000,Mars`,
    `INES@saltmarsh.example,,three,${servers}`,
    `${taken},,four,${servers}`,
    `aiko@saltmarsh.example,,five,10.0.0.1,,,,imap.saltmarsh.example,,,,,`,
  ].join('\n');
  const data = await admin.call('POST', '/mailboxes/import', { csv, shared: true });
  expect(data).toMatchObject({ created: 2, failed: 4 });
  expect(data.results).toMatchObject([
    { index: 0, status: 'created', address: 'ines@saltmarsh.example' },
    { index: 1, status: 'created', address: 'tomasz@saltmarsh.example' },
    { index: 2, status: 'failed', address: 'not an address', reason: 'invalid' },
    { index: 3, status: 'failed', reason: 'repeated' },
    { index: 4, status: 'failed', address: taken, reason: 'already_connected' },
    { index: 5, status: 'failed', reason: 'invalid', issues: [{ path: ['smtp_host'] }] },
  ]);
  const columns = data.results[2].issues.map(({ path }: { path: string[] }) => path[0]);
  expect(columns.sort()).toEqual(
    ['address', 'daily_limit', 'password', 'smtp_port', 'smtp_security', 'time_zone'].sort(),
  );
  const { mailboxId } = data.results[0];
  const { mailbox } = await admin.call('GET', `/mailboxes/${mailboxId}`);
  expect(mailbox).toMatchObject({
    name: 'Duarte, Ines',
    shared: true,
    smtp: { host: 'smtp.saltmarsh.example', port: 587, security: 'starttls', user: 'ines' },
    imap: { host: 'imap.saltmarsh.example', port: 143, security: 'starttls', user: 'ines' },
    dailyLimit: 40,
    timeZone: 'Europe/Lisbon',
  });
  const { secret } = await admin.row(mailboxId);
  const sealing = new Sealing(readConfig().SECRETS_KEY!);
  expect(sealing.open(secret as string, mailboxSealContext(workspace.id, mailboxId))).toBe(
    'pass "word", canary',
  );
  expect(JSON.stringify([data, service.log])).not.toContain('canary');
  expect(await admin.audit('mailbox.created')).toHaveLength(3);
});

test('text that is no such table is refused as a whole', async () => {
  const member = await mailboxesClient(service, await service.workspace());
  const row = `ines@saltmarsh.example,,one,${servers}`;
  for (const [csv, problem] of [
    ['name,color\na,b', 'needs the columns address and password'],
    [`${header},password\n${row}`, 'has the column password twice'],
    [`${header}\n"${row}`, 'has an unclosed quotation mark'],
    [[header, ...Array.from({ length: 501 }, () => row)].join('\n'), 'must have at most 500 rows'],
    ['x'.repeat(262_145), 'must be at most 262,144 characters long'],
  ] as const) {
    const { status, error } = await member.send('POST', '/mailboxes/import', { csv });
    expect(status).toBe(422);
    expect(error.fieldErrors).toEqual({ csv: [problem] });
  }
  expect(
    (await member.send('POST', '/mailboxes/import', { csv: header, shared: true })).status,
  ).toBe(403);
});
