import { expect, test } from 'vitest';
import { type LeadsClient, leadsClient } from '../../../test/leads-client.ts';
import { testService } from '../../../test/service.ts';
import { readConfig } from '../../config.ts';
import { raw, sql } from '../../platform/db/index.ts';
import { createLog } from '../../platform/observe/log.ts';
import { startService } from '../../service.ts';
import { Suppression } from './suppression.ts';

const service = await testService();
const { owner } = service;
const config = { ...readConfig(), PORT: 0, DATABASE_URL: service.database.appUrl };
const suppression = new Suppression(config.SUPPRESSION_KEY!);

const email = 'jane@acme.example';
const linkedinUrl = 'https://www.linkedin.com/in/jane-doe';
const [emailKey, linkedinKey] = [email, 'in:jane-doe'];

/** Marks a prospect do not contact and stores its suppression, as the suppress action does. */
const suppress = ({ workspace }: LeadsClient, id: string) =>
  owner.transaction(workspace.id, async (tx) => {
    const people = await tx.rows<{ emailKey: string | null; linkedinKey: string | null }>(sql`
      update prospect set do_not_contact = true where workspace_id = ${workspace.id} and id = ${id}
      returning email_key as "emailKey", linkedin_key as "linkedinKey"`);
    suppression.add(tx, people);
  });

const forget = ({ workspace }: LeadsClient) =>
  owner.query(sql`delete from prospect where workspace_id = ${workspace.id}`);

const remembered = async ({ workspace }: LeadsClient) =>
  owner.transaction(workspace.id, async (tx) => {
    const asked = [
      { emailKey, linkedinKey: null },
      { emailKey: null, linkedinKey },
    ];
    return asked.map(await suppression.lookUp(tx, asked));
  });

test('suppressions of one workspace do not affect another', async () => {
  const [one, two] = [await leadsClient(service), await leadsClient(service)];
  await suppress(one, (await one.post([{ email }])).data.prospectIds[0]);
  const [id] = (await two.post([{ email }])).data.prospectIds;
  expect((await two.prospect(id)).doNotContact).toBe(false);
});

test('a suppressed identifier that fills a blank suppresses the prospect', async () => {
  const account = await leadsClient(service);
  await suppress(account, (await account.post([{ email }])).data.prospectIds[0]);
  await forget(account);
  const [id] = (await account.post([{ linkedinUrl }])).data.prospectIds;
  expect((await account.prospect(id)).doNotContact).toBe(false);
  await account.post([{ linkedinUrl, email }]);
  expect((await account.prospect(id)).doNotContact).toBe(true);
  expect(await account.events('prospect.suppressed')).toMatchObject([{ prospectId: id }]);
  expect(await remembered(account)).toEqual([true, true]);
});

test('a URL that is not a profile cannot be suppressed', async () => {
  const account = await leadsClient(service);
  const lead = { fullName: 'Jane', linkedinUrl: 'https://www.linkedin.com/company/acme' };
  await suppress(account, (await account.post([lead])).data.prospectIds[0]);
  await forget(account);
  const [id] = (await account.post([lead])).data.prospectIds;
  expect((await account.prospect(id)).doNotContact).toBe(false);
});

test('a suppression stores no personal data, only a keyed hash', async () => {
  const account = await leadsClient(service);
  await suppress(account, (await account.post([{ email, linkedinUrl }])).data.prospectIds[0]);
  const rows = await owner.query<{ hash: Buffer; row: string }>(sql`
    select hash, s::text as row from suppression s where workspace_id = ${account.workspace.id}`);
  expect(rows).toHaveLength(2);
  for (const { hash, row } of rows) {
    expect(hash).toHaveLength(32);
    expect(row).not.toMatch(/jane|acme/i);
  }
  // Without the key a guess cannot be checked, even if the hash algorithm is public.
  for (const guess of [email, `email ${email}`, linkedinKey, `linkedin ${linkedinKey}`]) {
    const [plain] = await owner.query<{ hash: Buffer }>(
      sql`select sha256(convert_to(${guess}, 'UTF8')) as hash`,
    );
    expect(rows.some(({ hash }) => hash.equals(plain!.hash))).toBe(false);
  }
  const other = new Suppression('another key that is long enough to be one');
  const known = await owner.transaction(account.workspace.id, (tx) =>
    other.lookUp(tx, [{ emailKey, linkedinKey }]),
  );
  expect(known({ emailKey, linkedinKey })).toBe(false);
});

test('the service does not start with a different or missing suppression key', async () => {
  const silent = createLog('silent');
  const start = (SUPPRESSION_KEY: string | undefined) =>
    startService({ ...config, SUPPRESSION_KEY }, silent);
  await expect(start('another key that is long enough to be one')).rejects.toThrow(
    /SUPPRESSION_KEY does not match this database/,
  );
  await expect(start(undefined)).rejects.toThrow(/SUPPRESSION_KEY: Missing/);
  const right = await start(config.SUPPRESSION_KEY);
  await right.stop();
  const secrets = await owner.query<{ row: string }>(
    raw(`select s::text as row from cell_secret s where name = 'suppression'`),
  );
  expect(secrets).toHaveLength(1);
  expect(secrets[0]!.row).not.toContain(config.SUPPRESSION_KEY);
});
