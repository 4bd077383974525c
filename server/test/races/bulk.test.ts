import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { sql } from '../../src/platform/db/index.ts';
import { Suppression } from '../../src/suppression/suppression.ts';
import type { Answer } from '../call.ts';
import { type Importer, importer, newLeads } from '../importer.ts';
import { testService } from '../service.ts';
import { boardCounts } from '../workspace-rows.ts';
import { faultsIn } from './bulk-rounds.ts';
import { crowdOf } from './lead-rounds.ts';

const rounds = Number(process.env.RACE_ROUNDS ?? 15);
const callers = 20;
const timeout = 180_000 + rounds * 10_000;

// Two processes' worth, and wide enough that a workspace's callers are really there at once.
const config = { DATABASE_POOL_SIZE: 48 };
const one = await testService({ config });
const two = await testService({ config, database: one.database });
const { owner } = one;
const suppression = new Suppression(readConfig().SUPPRESSION_KEY!);

let toldToComeBack = 0;

/** On a busy machine some are told to come back. They do; any other error fails the test. */
async function insist(
  caller: number,
  token: string,
  path: '/bulk' | '/leads',
  body: object,
): Promise<Answer> {
  for (;;) {
    const answer = await (caller % 2 ? one : two).call(token, 'POST', path, { body });
    if (answer.error?.code !== 'unavailable') {
      expect(answer.error).toBeUndefined();
      return answer;
    }
    toldToComeBack++;
    await sleep(1_000 * Number(answer.headers.get('retry-after')));
  }
}

const sum = (answers: Answer[], action: string) =>
  answers
    .filter(({ data }) => data.action === action)
    .reduce((total, { data }) => total + data.affected, 0);

async function expectExactCounts({ workspace }: Importer): Promise<void> {
  const { shown, counted } = await boardCounts(owner, workspace.id);
  expect(shown).toEqual(counted);
}

test(`${callers} callers who tag by one new name make one tag, and each person has it once [ids.name-races boards.exact]`, {
  timeout,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await importer(one);
    const token = await account.workspace.token('member');
    const ids: string[] = (await account.post(newLeads(12))).data.prospectIds;
    const answers = await Promise.all(
      Array.from({ length: callers }, (_, caller) =>
        insist(caller, token, '/bulk', {
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

/** What the callers of a round want, each the opposite of some other. */
const wishes = [
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

test('opposing actions and imports over the same people leave counts, rows, events and suppressions that agree [boards.exact bulk.sum bulk.all-or-nothing]', {
  timeout,
}, async ({ annotate }) => {
  for (let round = 0; round < rounds; round++) {
    const account = await importer(one);
    const [bulkToken, leadsToken] = await Promise.all([
      account.workspace.token('member'),
      account.workspace.token('member'),
    ]);
    const { leads } = crowdOf(12);
    // Half of what some are known by comes with a later import, when they may be suppressed.
    const halves = leads.map(({ linkedinUrl, ...lead }, n) =>
      lead.email && n % 4 === 3 ? lead : { ...lead, ...(linkedinUrl && { linkedinUrl }) },
    );
    const { prospectIds: ids } = (await account.post(halves, { listName: 'Fair' })).data;
    await one.call(bulkToken, 'POST', '/bulk', { body: { ...wishes[3], prospectIds: ids } });
    const already = await account.events('prospect.tagged');

    const answers = await Promise.all(
      Array.from({ length: callers + 10 }, (_, caller): Promise<Answer> => {
        const from = (caller * 5) % 7;
        const upsideDown = <T>(items: T[]) => (caller % 3 ? items : items.toReversed());
        if (caller >= callers)
          return insist(caller, leadsToken, '/leads', {
            leads: upsideDown(leads).slice(from),
            ...(caller % 2 && { listName: 'Fair' }),
          });
        const wish = wishes[(caller + round) % wishes.length]!;
        return insist(caller, bulkToken, '/bulk', {
          ...wish,
          prospectIds: upsideDown(
            wish.action === 'delete' ? ids.slice(from, from + 3) : ids.slice(from),
          ),
          ignoreMissing: true,
        });
      }),
    );

    for (const { data } of answers.slice(0, callers))
      expect(data.affected + data.unchanged + data.notFound.length).toBe(data.requested);
    for (const [action, kind] of Object.entries(kindOf)) {
      const told = (await account.events(kind)).length;
      expect(`${action} ${told - (action === 'tag' ? already.length : 0)}`).toBe(
        `${action} ${sum(answers, action)}`,
      );
    }
    const deleted = await account.events('prospect.deleted');
    expect(new Set(deleted.map(({ prospectId }) => prospectId)).size).toBe(deleted.length);
    expect(await faultsIn(owner, suppression, account)).toEqual([]);
    await expectExactCounts(account);

    // Whoever was deleted comes back, suppressed or not as they are remembered.
    await insist(0, leadsToken, '/leads', { leads });
    expect(await faultsIn(owner, suppression, account)).toEqual([]);
    await expectExactCounts(account);
  }
  await annotate(`${toldToComeBack} of ${2 * rounds * callers} requests were told to come back`);
});

test('who deletes people waits for whoever is adding some; the other actions need not', async () => {
  const impatient = await testService({ database: one.database, config: { LOCK_TIMEOUT_MS: 100 } });
  const account = await importer(one);
  const { prospectIds } = (await account.post(newLeads(2))).data;
  const bulk = (body: object) =>
    impatient.call(account.token, 'POST', '/bulk', { body: { ...body, prospectIds } });
  await owner.transaction(account.workspace.id, async (tx) => {
    await tx.run(sql`
      select 1 from workspace_usage where workspace_id = ${tx.workspaceId} for no key update`);
    expect((await bulk({ action: 'delete' })).error.code).toBe('unavailable');
    expect((await bulk({ action: 'suppress' })).data.affected).toBe(2);
  });
  expect((await bulk({ action: 'delete' })).data.affected).toBe(2);
});
