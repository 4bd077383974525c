import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPlan, type LeadsClient, leadsClient } from '../leads-client.ts';
import { sizeForRun, timeoutForRun } from '../run-size.ts';
import type { ApiResponse } from '../send-request.ts';
import { type TestService, testService } from '../service.ts';
import { boardCounts } from '../workspace-checksums.ts';
import { countRecords, overlappingLeads } from './lead-checks.ts';

const rounds = sizeForRun(4, 50);
const callers = 50;

// Two services. A workspace gets a quarter of each pool, so on a busy machine some callers get a 503.
// They retry and are counted; there is no other error.
const config = { DATABASE_POOL_SIZE: 48 };
let retries = 0;
const one = await testService({ config });
const two = await testService({ config, database: one.database });
const { owner } = one;

const halves = (length: number) => Math.ceil(length / 2);

async function post(service: TestService, token: string, body: object): Promise<ApiResponse> {
  for (;;) {
    const answer = await service.call(token, 'POST', '/leads', { body });
    if (answer.status !== 503) return answer;
    retries++;
    await sleep(1_000 * Number(answer.headers.get('retry-after')));
  }
}

/** Every caller posts all leads or half of them, half of the callers in reverse order. */
async function postConcurrently(
  { workspace }: LeadsClient,
  leads: object[],
  listNames: string[],
): Promise<ApiResponse[]> {
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

function expectConsistentResponses(answers: ApiResponse[], allowance: number): void {
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

const sum = (answers: ApiResponse[], count: string) =>
  answers.reduce((total, { data }) => total + data[count], 0);

async function playRound(round: number): Promise<void> {
  const { leads, people } = overlappingLeads(8);
  // In most rounds the quota is used up partway through the leads.
  const allowance = [people, people - 3, 3, 0][round % 4]!;
  const account = await leadsClient(one, await createPlan(one, allowance));
  const answers = await postConcurrently(account, leads, ['Fair', 'Other', `Round ${round}`]);

  expectConsistentResponses(answers, allowance);
  const expected = Math.min(people, allowance);
  // A new list without a lead is not kept.
  const lists = expected > 0 ? 3 : 0;
  expect(await countRecords(owner, account.workspace.id)).toEqual({
    duplicates: 0,
    lists,
    listNames: lists,
    imports: expected,
    prospects: expected,
  });
  expect(sum(answers, 'inserted')).toBe(expected);
  expect(new Set(answers.flatMap(({ data }) => data.prospectIds)).size).toBe(expected);
  expect(new Set(answers.flatMap(({ data }) => data.listId ?? [])).size).toBe(lists);
  const { shown, counted } = await boardCounts(owner, account.workspace.id);
  expect(shown).toEqual(counted);
  expect(await account.events('prospect.created')).toHaveLength(expected);
  expect(await account.events('quota.low')).toHaveLength(allowance > 0 ? 1 : 0);
}

test(`${callers} concurrent requests create one prospect per person and one list per name, and keep the quota`, {
  timeout: timeoutForRun(600_000),
}, async ({ annotate }) => {
  for (let round = 0; round < rounds; round++) await playRound(round);
  await annotate(`${retries} of ${rounds * callers} requests were retried after a 503`);
});
