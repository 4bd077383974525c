import { setTimeout as sleep } from 'node:timers/promises';
import type { Lead } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { identifying } from '../../src/people/rules.ts';
import { sql } from '../../src/platform/db/index.ts';
import { Suppression } from '../../src/suppression/suppression.ts';
import type { Answer } from '../call.ts';
import { type Importer, importer } from '../importer.ts';
import { makeCampaign } from '../outreach.ts';
import { testService } from '../service.ts';
import { boardCounts } from '../workspace-rows.ts';
import { faultsIn } from './bulk-rounds.ts';
import { countUp } from './lead-rounds.ts';
import { enrollmentFaults, keyFaults, keysOf } from './people-rounds.ts';

const rounds = Number(process.env['RACE_ROUNDS'] ?? 15);
const callers = 20;
const timeout = 180_000 + rounds * 10_000;

// Two processes' worth, and wide enough that a workspace's callers are really there at once.
const config = { DATABASE_POOL_SIZE: 48 };
const one = await testService({ config });
const services = [one, await testService({ config, database: one.database })];
const { owner } = one;
const suppression = new Suppression(readConfig().SUPPRESSION_KEY!);

let sent = 0;
let toldToComeBack = 0;

/** On a busy machine some are told to come back. They do; no other 5xx is an answer. */
async function send(
  caller: number,
  token: string,
  method: string,
  path: string,
  body: object,
): Promise<Answer> {
  for (;;) {
    sent++;
    const answer = await services[caller % 2]!.call(token, method, path, { body });
    if (answer.error?.code !== 'unavailable') {
      expect(answer.status).toBeLessThan(500);
      return answer;
    }
    toldToComeBack++;
    await sleep(1_000 * Number(answer.headers.get('retry-after')));
  }
}

const merge = (caller: number, token: string, keepId: string, mergeId: string) =>
  send(caller, token, 'POST', '/api/v1/manage/prospects/merge', { keepId, mergeId });
const edit = (caller: number, token: string, id: string, body: object) =>
  send(caller, token, 'PATCH', `/api/v1/manage/prospects/${id}`, body);

async function expectSound(account: Importer): Promise<void> {
  const { id } = account.workspace;
  const { shown, counted } = await boardCounts(owner, id);
  expect(shown).toEqual(counted);
  expect(await faultsIn(owner, suppression, account)).toEqual([]);
  expect(await keyFaults(owner, id)).toEqual([]);
  expect((await countUp(owner, id)).duplicates).toBe(0);
}

/** Everyone is known by an address, a page, or both. */
const crowd = Array.from({ length: 6 }, (_, n): Lead => {
  const email = `person${n}@acme.example`;
  const linkedinUrl = `https://www.linkedin.com/in/person-${n}`;
  return [{ email, linkedinUrl, title: 'Buyer' }, { email }, { linkedinUrl, fullName: 'X' }][
    n % 3
  ]!;
});

/** People from somewhere in the crowd on, half of the callers from the other end. */
const some = (ids: string[], caller: number, round: number, most: number) => {
  const from = (caller * 5 + round) % ids.length;
  const turned = [...ids.slice(from), ...ids.slice(0, from)].slice(0, most);
  return caller % 2 ? turned : turned.toReversed();
};

async function playRound(round: number): Promise<void> {
  const account = await importer(one);
  const { workspace } = account;
  const [token, enroller] = await Promise.all([
    workspace.token('member'),
    workspace.token('member'),
  ]);
  const { prospectIds: ids } = (await account.post(crowd)).data as { prospectIds: string[] };
  const campaigns = [
    await makeCampaign(owner, workspace.id, { steps: ['wait'] }),
    await makeCampaign(owner, workspace.id, { steps: ['email'] }),
  ];
  const bulk = (caller: number, body: object) =>
    send(caller, token, 'POST', '/bulk', { ...body, ignoreMissing: true });
  await bulk(0, { action: 'tag', tagName: 'Hot', prospectIds: ids.slice(0, 4) });
  await bulk(0, { action: 'add_to_list', listName: 'Fair', prospectIds: ids.slice(2) });
  const suppressedBefore = ids.slice(0, round % 2);
  if (suppressedBefore.length > 0)
    await bulk(0, { action: 'suppress', prospectIds: suppressedBefore });

  const suppressed = new Set(suppressedBefore);
  const merged: string[] = [];
  const deleted: Answer[] = [];
  const enrolled: { campaignId: string; prospectId: string }[] = [];
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      switch ((caller + round) % 4) {
        case 0: {
          const prospectIds = some(ids, caller, round, 2);
          const { status, data } = await bulk(caller, { action: 'suppress', prospectIds });
          expect(status).toBe(200);
          for (const id of prospectIds) if (!data.notFound.includes(id)) suppressed.add(id);
          return;
        }
        case 1: {
          const prospectIds = some(ids, caller, round, 1);
          deleted.push(await bulk(caller, { action: 'delete', prospectIds }));
          return;
        }
        case 2: {
          const [keepId, mergeId] = some(ids, caller, round, 2) as [string, string];
          const { status } = await merge(caller, token, keepId, mergeId);
          expect([200, 404]).toContain(status);
          if (status === 200) merged.push(mergeId);
          return;
        }
        default: {
          const campaignId = campaigns[caller % 2]!;
          const body = {
            campaignId,
            prospectIds: some(ids, caller, round, 6),
            ignoreMissing: true,
          };
          const { status, data } = await send(caller, enroller, 'POST', '/campaigns', body);
          expect(status).toBe(200);
          expect(data.enrolled + data.skipped + data.notFound.length).toBe(ids.length);
          for (const result of data.results)
            if (result.status === 'enrolled') enrolled.push({ campaignId, ...result });
        }
      }
    }),
  );

  // Nobody was enrolled twice, and everyone who is enrolled was told to be.
  const pairs = enrolled.map(({ campaignId, prospectId }) => `${campaignId} ${prospectId}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  expect(await enrollmentFaults(owner, account)).toEqual([]);
  await expectSound(account);

  // Each who is gone was deleted or merged, once, and an event says so.
  const gone = (await account.events('prospect.deleted')).map(({ data }) => data.prospectId);
  const left = await account.prospects();
  expect(gone.toSorted()).toEqual(ids.filter((id) => !left.some((p) => p.id === id)).toSorted());
  expect(gone.length).toBe(
    merged.length + deleted.reduce((total, { data }) => total + data.affected, 0),
  );
  for (const id of merged) expect(gone).toContain(id);

  // Whoever was suppressed and acknowledged is so for good: by every key, as who they are now.
  for (const { doNotContact, ...prospect } of left)
    if (suppressed.has(prospect.id)) expect(doNotContact).toBe(true);
  const keys = keysOf(crowd.filter((_, n) => suppressed.has(ids[n]!)));
  for (const lead of keys) {
    const [id] = (await send(0, token, 'POST', '/leads', { leads: [lead] })).data.prospectIds;
    expect((await account.prospect(id)).doNotContact, JSON.stringify(lead)).toBe(true);
  }
  const back = (await account.prospects()).map(({ id }) => id);
  const body = { campaignId: campaigns[0], prospectIds: back };
  const { results } = (await send(0, enroller, 'POST', '/campaigns', body)).data;
  for (const { prospectId, status } of results as { prospectId: string; status: string }[])
    if ((await account.prospect(prospectId)).doNotContact) expect(status).toBe('skipped');
  await expectSound(account);
}

test(`${callers} callers who suppress, delete, merge and enroll the same people lose no suppression, enroll nobody twice, and leave counts and events that agree [merge.races campaigns.never-twice campaigns.sum]`, {
  timeout,
}, async ({ annotate }) => {
  for (let round = 0; round < rounds; round++) await playRound(round);
  await annotate(`${toldToComeBack} of ${sent} requests were told to come back`);
});

test('of merges that cross, A into B and B into A, one is made; nothing of either is lost [merge.races]', {
  timeout,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await importer(one);
    const { token } = account;
    const [a, b] = (
      await account.post([
        { email: 'a@acme.example', title: 'Buyer' },
        { linkedinUrl: 'linkedin.com/in/b', phone: '112' },
      ])
    ).data.prospectIds as [string, string];
    await send(0, token, 'POST', '/bulk', { action: 'tag', tagName: 'Hot', prospectIds: [a] });
    await send(0, token, 'POST', '/bulk', { action: 'suppress', prospectIds: [b] });
    const answers = await Promise.all(
      Array.from({ length: callers }, (_, caller) =>
        caller % 2 ? merge(caller, token, a, b) : merge(caller, token, b, a),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array(callers - 1).fill(404),
    ]);
    expect(await account.prospects()).toMatchObject([
      {
        email: 'a@acme.example',
        linkedinUrl: 'https://www.linkedin.com/in/b',
        title: 'Buyer',
        phone: '112',
        doNotContact: true,
        tags: [{ name: 'Hot' }],
      },
    ]);
    await expectSound(account);
  }
});

test('of six records that are merged every way at once, as many are left as were not merged away [merge.races]', {
  timeout,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await importer(one);
    const { prospectIds: ids } = (await account.post(crowd, { listName: 'Fair' })).data;
    const answers = await Promise.all(
      Array.from({ length: callers }, (_, caller) => {
        const from = (caller * 7 + round) % 6;
        const to = (from + 1 + (caller % 5)) % 6;
        return merge(caller, account.token, ids[from], ids[to]);
      }),
    );
    const made = answers.filter(({ status }) => status === 200).length;
    expect(made).toBeGreaterThan(0);
    expect(await account.prospects()).toHaveLength(ids.length - made);
    expect(await account.events('prospect.deleted')).toHaveLength(made);
    await expectSound(account);
  }
});

test('while two records are merged, edits of what they are known by change the one that is left, or nothing [merge.races edit.in-use]', {
  timeout,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await importer(one);
    const { token } = account;
    const [a, b, c] = (
      await account.post([
        { email: 'a@acme.example' },
        { linkedinUrl: 'linkedin.com/in/b' },
        { email: 'c@acme.example', fullName: 'C', companyName: 'Acme' },
      ])
    ).data.prospectIds as [string, string, string];
    const [suppress, joined, ...edits] = await Promise.all([
      send(1, token, 'POST', '/bulk', {
        action: 'suppress',
        prospectIds: [b],
        ignoreMissing: true,
      }),
      merge(round, token, a, b),
      edit(0, token, a, { email: 'x@acme.example' }),
      edit(1, token, b, { email: 'x@acme.example' }),
      edit(0, token, a, { linkedinUrl: 'linkedin.com/in/b' }),
      edit(1, token, b, { email: 'c@acme.example' }),
      edit(0, token, c, { linkedinUrl: 'linkedin.com/in/b', email: null }),
      edit(1, token, c, { fullName: 'D' }),
      edit(0, token, b, { fullName: 'D', companyName: 'Acme' }),
    ]);
    expect(joined!.status).toBe(200);
    for (const { status } of edits) expect([200, 404, 422]).toContain(status);
    const left = await account.prospects();
    expect(left.map(({ id }) => id).toSorted()).toEqual([a, c].toSorted());
    if (suppress!.data.notFound.length === 0)
      expect(left.find(({ id }) => id === a)!.doNotContact).toBe(true);
    await expectSound(account);
  }
});

test('while two records of a person are merged, imports of the person find both or the one, and make no third [merge.races leads.one-person]', {
  timeout,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await importer(one);
    const { token } = account;
    const email = 'a@acme.example';
    const linkedinUrl = 'https://www.linkedin.com/in/a';
    const [a, b] = (await account.post([{ email }, { linkedinUrl }])).data.prospectIds as string[];
    const [joined, ...imports] = await Promise.all([
      merge(round, token, a!, b!),
      ...Array.from({ length: callers }, (_, caller) =>
        send(caller, token, 'POST', '/leads', {
          leads: [{ email, linkedinUrl, title: `Title ${caller % 3}` }],
          listName: 'Fair',
        }),
      ),
    ]);
    expect(joined!.status).toBe(200);
    for (const { data } of imports) {
      const [result] = data.results;
      if (result.status === 'failed')
        expect(result.conflictIds.toSorted()).toEqual([a, b].toSorted());
      else expect(result).toMatchObject({ prospectId: a, matchedBy: 'linkedin' });
    }
    expect(await account.prospects()).toMatchObject([{ id: a, email, linkedinUrl }]);
    await expectSound(account);
  }
});

test('who merges, or edits what people are known by, waits for whoever is adding some; other edits need not', async () => {
  const impatient = await testService({ database: one.database, config: { LOCK_TIMEOUT_MS: 100 } });
  const { post, workspace, token } = await importer(one);
  const [a, b] = (await post([{ email: 'a@acme.example' }, { email: 'b@acme.example' }])).data
    .prospectIds as [string, string];
  const patch = (body: object) =>
    impatient.call(token, 'PATCH', `/api/v1/manage/prospects/${a}`, { body });
  const join = () =>
    impatient.call(token, 'POST', '/api/v1/manage/prospects/merge', {
      body: { keepId: a, mergeId: b },
    });
  await owner.transaction(workspace.id, async (tx) => {
    await tx.run(sql`
      select 1 from workspace_usage where workspace_id = ${tx.workspaceId} for no key update`);
    for (const field of identifying) {
      const value = { email: 'x@acme.example', linkedinUrl: 'linkedin.com/in/x' }[field as string];
      expect((await patch({ [field]: value ?? 'X' })).error.code).toBe('unavailable');
    }
    expect((await join()).error.code).toBe('unavailable');
    for (const field of ['title', 'website', 'phone', 'locationName'])
      expect((await patch({ [field]: 'Something' })).status).toBe(200);
  });
  expect((await join()).status).toBe(200);
});
