import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { Suppression } from '../../src/core/suppression/suppression.ts';
import { type LeadsClient, leadsClient, newLeads } from '../leads-client.ts';
import { sizeForRun, timeoutForRun } from '../run-size.ts';
import type { ApiResponse } from '../send-request.ts';
import { testService } from '../service.ts';
import { boardCounts } from '../workspace-checksums.ts';
import { inconsistenciesIn } from './bulk-checks.ts';
import { overlappingLeads } from './lead-checks.ts';

const rounds = sizeForRun(2, 50);
const callers = 20;
const timeout = timeoutForRun(600_000);

// Two services with pools large enough that the callers of a workspace run concurrently.
const config = { DATABASE_POOL_SIZE: 48 };
const one = await testService({ config });
const two = await testService({ config, database: one.database });
const { owner } = one;
const suppression = new Suppression(readConfig().SUPPRESSION_KEY!);

let retries = 0;

/** Retries requests that get a 503, as on a busy machine. Any other error fails the test. */
async function sendUntilServed(
  caller: number,
  token: string,
  path: '/bulk' | '/leads',
  body: object,
): Promise<ApiResponse> {
  for (;;) {
    const answer = await (caller % 2 ? one : two).call(token, 'POST', path, { body });
    if (answer.error?.code !== 'unavailable') {
      expect(answer.error).toBeUndefined();
      return answer;
    }
    retries++;
    await sleep(1_000 * Number(answer.headers.get('retry-after')));
  }
}

const sum = (answers: ApiResponse[], action: string) =>
  answers
    .filter(({ data }) => data.action === action)
    .reduce((total, { data }) => total + data.affected, 0);

async function expectExactCounts({ workspace }: LeadsClient): Promise<void> {
  const { shown, counted } = await boardCounts(owner, workspace.id);
  expect(shown).toEqual(counted);
}

test(`${callers} callers who tag by one new name create one tag, and each prospect has it once`, {
  timeout,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await leadsClient(one);
    const token = await account.workspace.token('member');
    const ids: string[] = (await account.post(newLeads(12))).data.prospectIds;
    const answers = await Promise.all(
      Array.from({ length: callers }, (_, caller) =>
        sendUntilServed(caller, token, '/bulk', {
          action: 'tag',
          tagName: ['Hot', ' HOT', 'hot '][caller % 3],
          prospectIds: caller % 4 < 2 ? ids.slice(caller % 5) : ids.toReversed(),
        }),
      ),
    );
    expect(new Set(answers.map(({ data }) => data.tag.id)).size).toBe(1);
    expect(new Set(answers.map(({ data }) => data.tag.name)).size).toBe(1);
    expect(sum(answers, 'tag')).toBe(ids.length);
    const { tags } = (await one.call(token, 'GET', '/boards')).data;
    expect(tags).toEqual([{ ...answers[0]!.data.tag, count: ids.length }]);
    expect(await account.events('prospect.tagged')).toHaveLength(ids.length);
    await expectExactCounts(account);
  }
});

/** The actions of the callers in a round, which conflict with each other. */
const actions = [
  { action: 'stage', stage: 'meeting' },
  { action: 'stage', stage: 'new' },
  { action: 'stage', stage: 'customer' },
  { action: 'tag', tagName: 'Hot' },
  { action: 'untag', tagName: 'Hot' },
  { action: 'add_to_list', listName: 'Fair' },
  { action: 'remove_from_list', listName: 'Fair' },
  { action: 'suppress' },
  { action: 'unsuppress' },
  { action: 'delete' },
] as const;

const kindOf = {
  stage: 'prospect.stage_changed',
  tag: 'prospect.tagged',
  untag: 'prospect.untagged',
  remove_from_list: 'list.member_removed',
  unsuppress: 'prospect.unsuppressed',
  delete: 'prospect.deleted',
} as const;

test('conflicting actions and imports on the same prospects leave consistent counts, rows, events and suppressions', {
  timeout,
}, async ({ annotate }) => {
  for (let round = 0; round < rounds; round++) {
    const account = await leadsClient(one);
    const [bulkToken, leadsToken] = await Promise.all([
      account.workspace.token('member'),
      account.workspace.token('member'),
    ]);
    const { leads } = overlappingLeads(12);
    // Some get their second identity key in a later import, when they may be suppressed.
    const halves = leads.map(({ linkedinUrl, ...lead }, n) =>
      lead.email && n % 4 === 3 ? lead : { ...lead, ...(linkedinUrl && { linkedinUrl }) },
    );
    const { prospectIds: ids } = (await account.post(halves, { listName: 'Fair' })).data;
    await one.call(bulkToken, 'POST', '/bulk', { body: { ...actions[3], prospectIds: ids } });
    const already = await account.events('prospect.tagged');

    const answers = await Promise.all(
      Array.from({ length: callers + 10 }, (_, caller): Promise<ApiResponse> => {
        const from = (caller * 5) % 7;
        const maybeReversed = <T>(items: T[]) => (caller % 3 ? items : items.toReversed());
        if (caller >= callers)
          return sendUntilServed(caller, leadsToken, '/leads', {
            leads: maybeReversed(leads).slice(from),
            ...(caller % 2 && { listName: 'Fair' }),
          });
        const wish = actions[(caller + round) % actions.length]!;
        return sendUntilServed(caller, bulkToken, '/bulk', {
          ...wish,
          prospectIds: maybeReversed(
            wish.action === 'delete' ? ids.slice(from, from + 3) : ids.slice(from),
          ),
          ignoreMissing: true,
        });
      }),
    );

    for (const { data } of answers.slice(0, callers))
      expect(data.affected + data.unchanged + data.notFound.length).toBe(data.requested);
    for (const [action, kind] of Object.entries(kindOf)) {
      const eventCount = (await account.events(kind)).length;
      expect(`${action} ${eventCount - (action === 'tag' ? already.length : 0)}`).toBe(
        `${action} ${sum(answers, action)}`,
      );
    }
    const deleted = await account.events('prospect.deleted');
    expect(new Set(deleted.map(({ prospectId }) => prospectId)).size).toBe(deleted.length);
    expect(await inconsistenciesIn(owner, suppression, account)).toEqual([]);
    await expectExactCounts(account);

    // Deleted prospects are added again, and are suppressed if their hash is.
    await sendUntilServed(0, leadsToken, '/leads', { leads });
    expect(await inconsistenciesIn(owner, suppression, account)).toEqual([]);
    await expectExactCounts(account);
  }
  await annotate(`${retries} of ${2 * rounds * callers} requests were retried after a 503`);
});
