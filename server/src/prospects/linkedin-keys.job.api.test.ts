import type { ManageData } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { type ProspectsClient, prospectsClient } from '../../test/prospects-client.ts';
import { testService } from '../../test/service.ts';
import { readConfig } from '../config.ts';
import { Suppression } from '../core/suppression/suppression.ts';
import { sql } from '../platform/db/index.ts';
import { runLinkedinKeys } from './linkedin-keys.job.ts';

const service = await testService();
const { owner } = service;
const suppression = new Suppression(readConfig().SUPPRESSION_KEY!);

const profile = (name: string) => `https://www.linkedin.com/in/${name}`;
const mailed = (name: string) => `https://www.linkedin.com/comm/in/${name}`;
const formerKey = (url: string) => url.replace('https://', 'url:');

/** A prospect as stored by an earlier version: a URL that is not a profile has its path as key. */
async function storedBefore(
  { workspace, addLead: person }: ProspectsClient,
  linkedinUrl: string,
  more: object = {},
): Promise<string> {
  const id = await person({ fullName: 'Someone', ...more });
  await owner.ask(sql`
    update prospect set linkedin_url = ${linkedinUrl}, linkedin_key = ${formerKey(linkedinUrl)}, name_key = null
    where workspace_id = ${workspace.id} and id = ${id}`);
  return id;
}

const toRekey = ({ workspace }: ProspectsClient) =>
  owner.ask(sql`insert into linkedin_rekey (workspace_id) values (${workspace.id})`);

/** Runs until done, or until this many slices have been committed. */
async function run(slices = Number.POSITIVE_INFINITY, most = 500): Promise<void> {
  const stop = new AbortController();
  let left = slices;
  const db = {
    ask: owner.ask.bind(owner),
    transaction: async (...args: Parameters<typeof owner.transaction>) => {
      const result = await owner.transaction(...args);
      left--;
      if (left <= 0) stop.abort();
      return result;
    },
  } as typeof owner;
  await runLinkedinKeys({ db, suppression }, most)({ signal: stop.signal });
}

const keysOf = async ({ workspace }: ProspectsClient) =>
  Object.fromEntries(
    (
      await owner.ask<{ id: string; key: string | null }>(sql`
        select id, linkedin_key as key from prospect where workspace_id = ${workspace.id}`)
    ).map(({ id, key }) => [id, key]),
  );

type Duplicates = ManageData<'getDuplicates'>['duplicates'];
const pairsOf = async ({ token }: ProspectsClient) => {
  const { data } = await service.call(token, 'GET', '/api/v1/manage/duplicates');
  return (data.duplicates as Duplicates).map(({ key, prospects }) => [
    key,
    ...prospects.map(({ id }) => id),
  ]);
};

test('stored keys are converted to the current form: profiles are recognized, other pages are not identifiers [identity.rekey]', async () => {
  const account = await prospectsClient(service);
  const company = 'https://www.linkedin.com/company/acme';
  const ann = await storedBefore(account, mailed('ann'));
  const bo = await storedBefore(account, company, { fullName: 'Bo', companyName: 'Acme' });
  const cy = await account.addLead({ linkedinUrl: profile('cy') });
  const before = await account.read(ann);
  await toRekey(account);
  await run();
  expect(await keysOf(account)).toEqual({ [ann]: 'in:ann', [bo]: null, [cy]: 'in:cy' });
  expect(await account.read(ann)).toEqual(before);

  const { data } = await account.post([
    { linkedinUrl: profile('ann'), title: 'CEO' },
    { linkedinUrl: company, fullName: 'Di', companyName: 'Acme' },
    { fullName: 'Bo', companyName: 'Acme' },
  ]);
  expect(data.results).toMatchObject([
    { prospectId: ann, matchedBy: 'linkedin' },
    { status: 'inserted' },
    { prospectId: bo, matchedBy: 'name' },
  ]);
  const query = { q: 'ann', returnIds: 'true' };
  const found = await service.call(account.token, 'GET', '/prospects', { query });
  expect(found.data.ids).toEqual([ann]);
});

test('a job that is stopped midway continues where it stopped [identity.rekey]', async () => {
  const account = await prospectsClient(service);
  const names = Array.from({ length: 10 }, (_, n) => `person-${n}`);
  const ids = [];
  for (const name of names) ids.push(await storedBefore(account, mailed(name)));
  await toRekey(account);
  await run(2, 3);
  const half = await keysOf(account);
  expect(ids.map((id) => half[id]?.startsWith('in:'))).toEqual([
    ...Array(6).fill(true),
    ...Array(4).fill(false),
  ]);
  await run(Number.POSITIVE_INFINITY, 3);
  const whole = await keysOf(account);
  expect(ids.map((id) => whole[id])).toEqual(names.map((name) => `in:${name}`));
  expect(await owner.ask(sql`select from linkedin_rekey`)).toEqual([]);
});

test('of two prospects with one profile the older gets the key, and the pair is listed as duplicates [identity.duplicates]', async () => {
  const account = await prospectsClient(service);
  const older = await storedBefore(account, mailed('ann'));
  const newer = await account.addLead({ linkedinUrl: profile('ann'), email: 'ann@acme.example' });
  const newest = await storedBefore(account, 'https://www.linkedin.cn/in/ann');
  await toRekey(account);
  await run(Number.POSITIVE_INFINITY, 1);
  expect(await keysOf(account)).toEqual({ [older]: 'in:ann', [newer]: null, [newest]: null });
  expect(new Set(await pairsOf(account))).toEqual(
    new Set([
      ['in:ann', older, newer],
      ['in:ann', older, newest],
    ]),
  );
  // Both have the URL, and only one has its key: an edit of the other needs no merge first.
  expect((await account.edit(newer, { title: 'CEO', fullName: 'Ann' })).status).toBe(200);
  const { data } = await account.post([{ email: 'ann@acme.example', linkedinUrl: profile('ann') }]);
  expect(data.results).toMatchObject([{ status: 'failed', conflictIds: [older, newer] }]);
});

test.each<[string, (account: ProspectsClient, older: string, newer: string) => Promise<unknown>]>([
  ['merging into the older', ({ merge }, older, newer) => merge(older, newer)],
  ['merging into the newer', ({ merge }, older, newer) => merge(newer, older)],
  ['deleting the older', ({ bulk }, id) => bulk({ action: 'delete', prospectIds: [id] })],
  ['deleting the newer', ({ bulk }, _, id) => bulk({ action: 'delete', prospectIds: [id] })],
  ['another profile for the older', ({ edit }, id) => edit(id, { linkedinUrl: profile('bo') })],
  ['another profile for the newer', ({ edit }, _, id) => edit(id, { linkedinUrl: profile('bo') })],
])(
  '%s resolves a duplicate pair, and the remaining prospect with the profile gets its key [identity.duplicates]',
  async (_, settle) => {
    const account = await prospectsClient(service);
    const older = await storedBefore(account, mailed('ann'));
    const newer = await account.addLead({ linkedinUrl: profile('ann') });
    await toRekey(account);
    await run();
    expect(await pairsOf(account)).toHaveLength(1);
    await settle(account, older, newer);
    expect(await pairsOf(account)).toEqual([]);
    const keys = Object.values(await keysOf(account)).sort();
    expect(keys.filter((key) => key === 'in:ann')).toHaveLength(1);
    expect(keys).not.toContain(null);
  },
);

test('of three prospects with one profile, the next oldest gets the key when the oldest is removed [identity.duplicates]', async () => {
  const account = await prospectsClient(service);
  const oldest = await storedBefore(account, mailed('ann'));
  const middle = await account.addLead({ linkedinUrl: profile('ann') });
  const newest = await storedBefore(account, 'https://www.linkedin.cn/in/ann');
  await toRekey(account);
  await run();
  await account.bulk({ action: 'delete', prospectIds: [oldest] });
  expect(await pairsOf(account)).toEqual([['in:ann', middle, newest]]);
  expect(await keysOf(account)).toEqual({ [middle]: 'in:ann', [newest]: null });
});

test('leads sent while the job runs match by the old or the new key, and no key is lost [identity.rekey]', async () => {
  const account = await prospectsClient(service);
  const names = Array.from({ length: 30 }, (_, n) => `person-${n}`);
  for (const name of names) await storedBefore(account, mailed(name));
  await toRekey(account);
  const post = (url: (name: string) => string) =>
    account.post(names.map((name) => ({ linkedinUrl: url(name), title: 'CEO' })));
  const answers = await Promise.all([
    run(Number.POSITIVE_INFINITY, 4),
    post(profile),
    post(mailed),
  ]);
  for (const answer of answers.slice(1)) expect(answer).toMatchObject({ status: 200 });
  await run();
  const keys = Object.values(await keysOf(account)).filter((key) => key !== null);
  expect(keys.sort()).toEqual(names.map((name) => `in:${name}`).sort());
  const again = await post(profile);
  expect(again.data).toMatchObject({ inserted: 0, failed: 0 });
});

test('a suppressed prospect stays suppressed under its new key, and so does its duplicate [suppression.former-keys]', async () => {
  const account = await prospectsClient(service);
  const older = await account.addLead({ linkedinUrl: profile('ann') });
  const marked = await storedBefore(account, mailed('ann'));
  await account.bulk({ action: 'suppress', prospectIds: [marked] });
  await toRekey(account);
  await run();
  for (const id of [older, marked]) expect((await account.read(id)).doNotContact).toBe(true);
  expect(await account.events('prospect.suppressed')).toMatchObject([
    { prospectId: marked },
    { prospectId: older, actor: null },
  ]);
  await account.bulk({ action: 'delete', prospectIds: [older, marked] });
  const again = await account.addLead({ linkedinUrl: profile('ann') });
  expect((await account.read(again)).doNotContact).toBe(true);
});
