import { setTimeout as sleep } from 'node:timers/promises';
import { manageEndpoints } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { chooseSeed, seededRandom } from '../faults/seeded-random.ts';
import { insertProspects } from '../prospects/insert-prospects.ts';
import { sizeForRun, timeoutForRun } from '../run-size.ts';
import { testService } from '../service.ts';
import { expectConsistentCredits } from './credit-checks.ts';
import { creditsOf } from './enrichment-client.ts';

const requests = sizeForRun(60, 1_000);
const seed = chooseSeed();
const service = await testService({ config: { DATABASE_POOL_SIZE: 40 } });

test(
  'concurrent requests against a nearly empty balance, with refunds, never spend more credits than there are',
  async () => {
    const { id: workspaceId, token } = await service.workspace();
    const ids = await insertProspects(service.owner, workspaceId, { count: 400 });
    const credits = 25;
    await service.owner.query(sql`
      with account as (
        insert into credit_account (workspace_id, month, balance) values (${workspaceId}, current_month(), ${credits}))
      insert into credit_entry (workspace_id, id, kind, balance_change, reserved_change, month)
      values (${workspaceId}, gen_random_uuid(), 'grant', ${credits}, 0, current_month())`);
    const random = seededRandom(seed);
    const callers = await Promise.all(
      Array.from({ length: Math.ceil(requests / 300) }, () => token('member')),
    );
    const pick = () => ids[Math.floor(random() * ids.length)]!;
    const outcomes = new Map<string, number>();
    const note = (what: string) => outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
    const taken = new Set<string>();

    /** Retries requests that get a 503. */
    const callUntilAnswered = async (...request: Parameters<typeof service.callEndpoint>) => {
      for (;;) {
        const answer = await service.callEndpoint(...request);
        if (answer.status !== 503) return answer;
        note('503, retried');
        await sleep(200 * random());
      }
    };
    const sendOne = async (number: number): Promise<void> => {
      const caller = callers[number % callers.length]!;
      if (number % 10 === 9) {
        const body = { action: 'delete', prospectIds: [pick()], ignoreMissing: true };
        const { status } = await callUntilAnswered(caller, manageEndpoints.postBulk, { body });
        note(`deletion ${status}`);
        return;
      }
      const prospectIds = Array.from({ length: 1 + Math.floor(random() * 3) }, pick);
      const body = { prospectIds, allowPartial: random() < 0.3, ignoreMissing: true };
      const { status, data, error } = await callUntilAnswered(caller, manageEndpoints.postEnrich, {
        body,
      });
      note(error?.code ?? String(status));
      if (status !== 200) return;
      expect(data.credits.remaining).toBeGreaterThanOrEqual(0);
      expect(data.queued).toBe(data.creditsReserved);
      if (data.jobId) taken.add(data.jobId);
    };
    const watch = async () => {
      const { account, ledger } = await creditsOf(service, workspaceId);
      expect(account.reserved).toBeLessThanOrEqual(account.balance);
      expect(ledger.balance).toBeLessThanOrEqual(credits);
    };
    const numbers = Array.from({ length: requests }, (_, number) => number);
    const worker = async () => {
      for (let next = numbers.pop(); next !== undefined; next = numbers.pop()) await sendOne(next);
    };
    await Promise.all([...Array.from({ length: Math.min(requests, 200) }, worker), watch()]);
    await watch();

    const allowed = ['200', 'insufficient_credits', 'deletion 200', '503, retried'];
    expect([...outcomes.keys()].filter((each) => !allowed.includes(each))).toEqual([]);
    const { open } = await expectConsistentCredits(service, workspaceId);
    expect(open).toBeLessThanOrEqual(credits);
    expect(taken.size).toBeGreaterThan(0);
    const [jobs] = await service.owner.query<{ count: number; total: number; work: number }>(sql`
      select count(*)::int, sum(total)::int as total,
             (select count(*)::int from enrichment where workspace_id = ${workspaceId}) as work
      from enrichment_job where workspace_id = ${workspaceId}`);
    expect(jobs!.total).toBe(jobs!.work);
    console.log(
      `seed ${seed}, credits ${credits}, still reserved ${open}`,
      Object.fromEntries(outcomes),
    );
  },
  timeoutForRun(600_000),
);
