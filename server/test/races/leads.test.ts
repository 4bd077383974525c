import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Answer } from '../call.ts';
import { type Importer, importer, planOf } from '../importer.ts';
import { type TestService, testService } from '../service.ts';
import { boardCounts } from '../workspace-rows.ts';
import { countUp, crowdOf } from './lead-rounds.ts';

const rounds = Number(process.env.RACE_ROUNDS ?? 25);
const callers = 50;

// Two processes' worth. A workspace holds a quarter of each pool, and on a busy machine some of its
// callers may be told to come back. They do, and are counted; nobody meets any other error.
const config = { DATABASE_POOL_SIZE: 48 };
let toldToComeBack = 0;
const one = await testService({ config });
const two = await testService({ config, database: one.database });
const { owner } = one;

const halves = (length: number) => Math.ceil(length / 2);

async function post(service: TestService, token: string, body: object): Promise<Answer> {
  for (;;) {
    const answer = await service.call(token, 'POST', '/leads', { body });
    if (answer.status !== 503) return answer;
    toldToComeBack++;
    await sleep(1_000 * Number(answer.headers.get('retry-after')));
  }
}

/** Every caller posts the whole crowd or half of it, half of them from the other end. */
async function race(
  { workspace }: Importer,
  leads: object[],
  listNames: string[],
): Promise<Answer[]> {
  const tokens = [await workspace.token('member'), await workspace.token('member')];
  return Promise.all(
    Array.from({ length: callers }, (_, caller) => {
      const part = caller % 5 === 0 ? leads.slice(halves(leads.length)) : leads;
      const listName = listNames[caller % listNames.length]!;
      return post(caller % 2 ? one : two, tokens[caller % 2]!, {
        leads: caller % 4 < 2 ? part : part.toReversed(),
        listName: caller % 3 ? listName : ` ${listName.toUpperCase()} `,
      });
    }),
  );
}

function expectTruthful(answers: Answer[], allowance: number): void {
  expect(answers.map(({ status, error }) => error ?? status)).toEqual(Array(callers).fill(200));
  for (const { data } of answers) {
    const { received, processed, inserted, updated, skipped, failed, quotaBlocked } = data;
    expect(inserted + updated + skipped + failed + quotaBlocked).toBe(received);
    expect(inserted + updated + skipped).toBe(processed);
    expect(failed).toBe(0);
    expect(data.quota.monthlyImports).toBe(allowance);
    expect(data.quota.remaining).toBeGreaterThanOrEqual(0);
    expect(data.quota.remaining).toBeLessThanOrEqual(allowance);
  }
}

const sum = (answers: Answer[], count: string) =>
  answers.reduce((total, { data }) => total + data[count], 0);

async function playRound(round: number): Promise<void> {
  const { leads, people } = crowdOf(8);
  // In most rounds the quota ends in the middle of the crowd.
  const allowance = [people, people - 3, 3, 0][round % 4]!;
  const account = await importer(one, await planOf(one, allowance));
  const answers = await race(account, leads, ['Fair', 'Other', `Round ${round}`]);

  expectTruthful(answers, allowance);
  const expected = Math.min(people, allowance);
  expect(await countUp(owner, account.workspace.id)).toEqual({
    duplicates: 0,
    lists: 3,
    listNames: 3,
    imports: expected,
    prospects: expected,
  });
  expect(sum(answers, 'inserted')).toBe(expected);
  expect(new Set(answers.flatMap(({ data }) => data.prospectIds)).size).toBe(expected);
  expect(new Set(answers.map(({ data }) => data.listId)).size).toBe(3);
  const { shown, counted } = await boardCounts(owner, account.workspace.id);
  expect(shown).toEqual(counted);
  expect(await account.events('prospect.created')).toHaveLength(expected);
  expect(await account.events('quota.low')).toHaveLength(allowance > 0 ? 1 : 0);
}

test(`${callers} racing requests make one prospect of each person, one list of each name, and keep to the quota [leads.one-person leads.quota-under-races ids.name-races]`, {
  timeout: 180_000 + rounds * 10_000,
}, async ({ annotate }) => {
  for (let round = 0; round < rounds; round++) await playRound(round);
  await annotate(`${toldToComeBack} of ${rounds * callers} requests were told to come back`);
});
