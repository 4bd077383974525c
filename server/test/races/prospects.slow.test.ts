import { setTimeout as sleep } from 'node:timers/promises';
import type { Lead } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { Suppression } from '../../src/core/suppression/suppression.ts';
import { type LeadsClient, leadsClient } from '../leads-client.ts';
import { insertCampaign } from '../outreach.ts';
import { sizeForRun, timeoutForRun } from '../run-size.ts';
import type { ApiResponse } from '../send-request.ts';
import { testService } from '../service.ts';
import { boardCounts } from '../workspace-checksums.ts';
import { inconsistenciesIn } from './bulk-checks.ts';
import { countRecords } from './lead-checks.ts';
import { enrollmentInconsistencies, keyInconsistencies, leadPerKey } from './prospect-checks.ts';

const rounds = sizeForRun(2, 50);
const callers = 20;
const timeout = timeoutForRun(600_000);

// Two services with pools large enough that the callers of a workspace run concurrently.
const config = { DATABASE_POOL_SIZE: 48 };
const one = await testService({ config });
const services = [one, await testService({ config, database: one.database })];
const { owner } = one;
const suppression = new Suppression(readConfig().SUPPRESSION_KEY!);

let sent = 0;
let retries = 0;

/** Retries requests that get a 503, as on a busy machine. Any other 5xx fails the test. */
async function send(
  caller: number,
  token: string,
  method: string,
  path: string,
  body: object,
): Promise<ApiResponse> {
  for (;;) {
    sent++;
    const answer = await services[caller % 2]!.call(token, method, path, { body });
    if (answer.error?.code !== 'unavailable') {
      expect(answer.status).toBeLessThan(500);
      return answer;
    }
    retries++;
    await sleep(1_000 * Number(answer.headers.get('retry-after')));
  }
}

const merge = (caller: number, token: string, keepId: string, mergeId: string) =>
  send(caller, token, 'POST', '/api/v1/manage/prospects/merge', { keepId, mergeId });
const edit = (caller: number, token: string, id: string, body: object) =>
  send(caller, token, 'PATCH', `/api/v1/manage/prospects/${id}`, body);

async function expectConsistent(account: LeadsClient): Promise<void> {
  const { id } = account.workspace;
  const { shown, counted } = await boardCounts(owner, id);
  expect(shown).toEqual(counted);
  expect(await inconsistenciesIn(owner, suppression, account)).toEqual([]);
  expect(await keyInconsistencies(owner, id)).toEqual([]);
  expect((await countRecords(owner, id)).duplicates).toBe(0);
}

/** Everyone has an email address, a LinkedIn URL, or both. */
const people = Array.from({ length: 6 }, (_, n): Lead => {
  const email = `person${n}@acme.example`;
  const linkedinUrl = `https://www.linkedin.com/in/person-${n}`;
  return [{ email, linkedinUrl, title: 'Buyer' }, { email }, { linkedinUrl, fullName: 'X' }][
    n % 3
  ]!;
});

/** A rotating slice of the prospects, for half of the callers in reverse order. */
const rotatedSlice = (ids: string[], caller: number, round: number, most: number) => {
  const from = (caller * 5 + round) % ids.length;
  const turned = [...ids.slice(from), ...ids.slice(0, from)].slice(0, most);
  return caller % 2 ? turned : turned.toReversed();
};

async function playRound(round: number): Promise<void> {
  const account = await leadsClient(one);
  const { workspace } = account;
  const [token, enroller] = await Promise.all([
    workspace.token('member'),
    workspace.token('member'),
  ]);
  const { prospectIds: ids } = (await account.post(people)).data as { prospectIds: string[] };
  const campaigns = [
    await insertCampaign(owner, workspace.id, { steps: ['wait'] }),
    await insertCampaign(owner, workspace.id, { steps: ['email'] }),
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
  const deleted: ApiResponse[] = [];
  const enrolled: { campaignId: string; prospectId: string }[] = [];
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      switch ((caller + round) % 4) {
        case 0: {
          const prospectIds = rotatedSlice(ids, caller, round, 2);
          const { status, data } = await bulk(caller, { action: 'suppress', prospectIds });
          expect(status).toBe(200);
          for (const id of prospectIds) if (!data.notFound.includes(id)) suppressed.add(id);
          return;
        }
        case 1: {
          const prospectIds = rotatedSlice(ids, caller, round, 1);
          deleted.push(await bulk(caller, { action: 'delete', prospectIds }));
          return;
        }
        case 2: {
          const [keepId, mergeId] = rotatedSlice(ids, caller, round, 2) as [string, string];
          const { status } = await merge(caller, token, keepId, mergeId);
          expect([200, 404]).toContain(status);
          if (status === 200) merged.push(mergeId);
          return;
        }
        default: {
          const campaignId = campaigns[caller % 2]!;
          const body = {
            campaignId,
            prospectIds: rotatedSlice(ids, caller, round, 6),
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

  // Nobody was enrolled twice, and every enrollment was acknowledged.
  const pairs = enrolled.map(({ campaignId, prospectId }) => `${campaignId} ${prospectId}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  expect(await enrollmentInconsistencies(owner, account)).toEqual([]);
  await expectConsistent(account);

  // Every missing prospect was deleted or merged once, with an event.
  const gone = (await account.events('prospect.deleted')).map(({ data }) => data.prospectId);
  const left = await account.prospects();
  expect(gone.toSorted()).toEqual(ids.filter((id) => !left.some((p) => p.id === id)).toSorted());
  expect(gone.length).toBe(
    merged.length + deleted.reduce((total, { data }) => total + data.affected, 0),
  );
  for (const id of merged) expect(gone).toContain(id);

  // An acknowledged suppression stays for every identity key, also after a merge.
  for (const { doNotContact, ...prospect } of left)
    if (suppressed.has(prospect.id)) expect(doNotContact).toBe(true);
  const keys = leadPerKey(people.filter((_, n) => suppressed.has(ids[n]!)));
  for (const lead of keys) {
    const [id] = (await send(0, token, 'POST', '/leads', { leads: [lead] })).data.prospectIds;
    expect((await account.prospect(id)).doNotContact, JSON.stringify(lead)).toBe(true);
  }
  const back = (await account.prospects()).map(({ id }) => id);
  const body = { campaignId: campaigns[0], prospectIds: back };
  const { results } = (await send(0, enroller, 'POST', '/campaigns', body)).data;
  for (const { prospectId, status } of results as { prospectId: string; status: string }[])
    if ((await account.prospect(prospectId)).doNotContact) expect(status).toBe('skipped');
  await expectConsistent(account);
}

test(`${callers} callers who suppress, delete, merge and enroll the same prospects lose no suppression, enroll nobody twice, and leave consistent counts and events [campaigns.never-twice]`, {
  timeout,
}, async ({ annotate }) => {
  for (let round = 0; round < rounds; round++) await playRound(round);
  await annotate(`${retries} of ${sent} requests were retried after a 503`);
});

test('of concurrent merges of A into B and B into A one succeeds, and no data is lost', {
  timeout,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await leadsClient(one);
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
    await expectConsistent(account);
  }
});

test('after concurrent merges among six prospects, exactly those that were not merged away are left', {
  timeout,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await leadsClient(one);
    const { prospectIds: ids } = (await account.post(people, { listName: 'Fair' })).data;
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
    await expectConsistent(account);
  }
});

test('while two prospects are merged, edits of identity keys change the remaining one or nothing', {
  timeout,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await leadsClient(one);
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
    await expectConsistent(account);
  }
});

test('while two prospects of one person are merged, imports of the person match both or the merged one, and create no third', {
  timeout,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await leadsClient(one);
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
    await expectConsistent(account);
  }
});
