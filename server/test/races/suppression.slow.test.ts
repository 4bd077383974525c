import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { Suppression } from '../../src/core/suppression/suppression.ts';
import { leadsClient } from '../leads-client.ts';
import { sizeForRun, timeoutForRun } from '../run-size.ts';
import type { ApiResponse } from '../send-request.ts';
import { testService } from '../service.ts';
import { inconsistenciesIn } from './bulk-checks.ts';
import { overlappingLeads } from './lead-checks.ts';

const rounds = sizeForRun(2, 50);

// Two services with pools large enough that the callers of a workspace run concurrently.
const config = { DATABASE_POOL_SIZE: 48 };
const one = await testService({ config });
const services = [one, await testService({ config, database: one.database })];
const suppression = new Suppression(readConfig().SUPPRESSION_KEY!);

async function sendUntilServed(
  caller: number,
  token: string,
  path: string,
  body: object,
): Promise<ApiResponse> {
  for (;;) {
    const answer = await services[caller % 2]!.call(token, 'POST', path, { body });
    if (answer.error?.code !== 'unavailable') {
      expect(answer.error).toBeUndefined();
      return answer;
    }
    await sleep(1_000 * Number(answer.headers.get('retry-after')));
  }
}

test('suppressing addresses while their prospects are imported, suppressed and deleted keeps prospects and hashes consistent', {
  timeout: timeoutForRun(600_000),
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await leadsClient(one);
    const { leads } = overlappingLeads(12);
    const emails = leads.flatMap(({ email }) => email ?? []);
    const linkedinUrls = leads.flatMap(({ linkedinUrl }) => linkedinUrl ?? []);
    const half = leads.slice(0, 6);
    const ids: string[] = (await account.post(half)).data.prospectIds;
    await Promise.all(
      Array.from({ length: 16 }, async (_, caller) => {
        await sleep((caller * 3 + round) % 5);
        const maybeReversed = <T>(items: T[]) => (caller % 3 ? items : items.toReversed());
        const manage = `/api/v1/manage/suppression${caller % 2 ? '/remove' : ''}`;
        if (caller % 4 === 0)
          return sendUntilServed(caller, account.token, '/leads', { leads: maybeReversed(leads) });
        if (caller % 4 === 1)
          return sendUntilServed(caller, account.token, '/bulk', {
            action: ['suppress', 'unsuppress', 'delete', 'suppress'][(caller - 1) / 4],
            prospectIds: maybeReversed(ids.slice(caller % 3)),
            ignoreMissing: true,
          });
        return sendUntilServed(caller, account.token, manage, {
          emails: maybeReversed(emails.slice(caller % 5)),
          ...(caller % 4 === 2 && { linkedinUrls: maybeReversed(linkedinUrls) }),
        });
      }),
    );
    expect(await inconsistenciesIn(one.owner, suppression, account)).toEqual([]);
    await sendUntilServed(0, account.token, '/leads', { leads });
    expect(await inconsistenciesIn(one.owner, suppression, account)).toEqual([]);
  }
});
