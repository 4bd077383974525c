import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { Suppression } from '../../src/suppression/suppression.ts';
import type { Answer } from '../call.ts';
import { importer } from '../importer.ts';
import { testService } from '../service.ts';
import { faultsIn } from './bulk-rounds.ts';
import { crowdOf } from './lead-rounds.ts';

const rounds = Number(process.env['RACE_ROUNDS'] ?? 15);

// Two processes' worth, and wide enough that a workspace's callers are really there at once.
const config = { DATABASE_POOL_SIZE: 48 };
const one = await testService({ config });
const services = [one, await testService({ config, database: one.database })];
const suppression = new Suppression(readConfig().SUPPRESSION_KEY!);

async function insist(caller: number, token: string, path: string, body: object): Promise<Answer> {
  for (;;) {
    const answer = await services[caller % 2]!.call(token, 'POST', path, { body });
    if (answer.error?.code !== 'unavailable') {
      expect(answer.error).toBeUndefined();
      return answer;
    }
    await sleep(1_000 * Number(answer.headers.get('retry-after')));
  }
}

test('addresses are marked and freed while their owners are imported, marked, freed and deleted: marks and hashes agree [suppression.of-owner]', {
  timeout: 180_000 + rounds * 10_000,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await importer(one);
    const { leads } = crowdOf(12);
    const emails = leads.flatMap(({ email }) => email ?? []);
    const linkedinUrls = leads.flatMap(({ linkedinUrl }) => linkedinUrl ?? []);
    const half = leads.slice(0, 6);
    const ids: string[] = (await account.post(half)).data.prospectIds;
    await Promise.all(
      Array.from({ length: 16 }, async (_, caller) => {
        await sleep((caller * 3 + round) % 5);
        const turned = <T>(items: T[]) => (caller % 3 ? items : items.toReversed());
        const manage = `/api/v1/manage/suppression${caller % 2 ? '/remove' : ''}`;
        if (caller % 4 === 0)
          return insist(caller, account.token, '/leads', { leads: turned(leads) });
        if (caller % 4 === 1)
          return insist(caller, account.token, '/bulk', {
            action: ['suppress', 'unsuppress', 'delete', 'suppress'][(caller - 1) / 4],
            prospectIds: turned(ids.slice(caller % 3)),
            ignoreMissing: true,
          });
        return insist(caller, account.token, manage, {
          emails: turned(emails.slice(caller % 5)),
          ...(caller % 4 === 2 && { linkedinUrls: turned(linkedinUrls) }),
        });
      }),
    );
    expect(await faultsIn(one.owner, suppression, account)).toEqual([]);
    await insist(0, account.token, '/leads', { leads });
    expect(await faultsIn(one.owner, suppression, account)).toEqual([]);
  }
});
