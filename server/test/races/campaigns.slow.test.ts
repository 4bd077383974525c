import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { type LeadsClient, leadsClient, newLeads } from '../leads-client.ts';
import { insertCampaign } from '../outreach.ts';
import { sizeForRun, timeoutForRun } from '../run-size.ts';
import type { ApiResponse } from '../send-request.ts';
import { testService } from '../service.ts';
import { boardCounts } from '../workspace-checksums.ts';

const rounds = sizeForRun(2, 50);
const callers = 20;

// Two services. Requests that get a 503 are retried.
const config = { DATABASE_POOL_SIZE: 24 };
const one = await testService({ config });
const services = [one, await testService({ config, database: one.database })];
const { owner } = one;

async function send(
  caller: number,
  token: string,
  path: string,
  body: object,
): Promise<ApiResponse> {
  for (;;) {
    const answer = await services[caller % 2]!.call(token, 'POST', path, { body });
    if (answer.status !== 503) return answer;
    await sleep(1_000 * Number(answer.headers.get('retry-after')));
  }
}

const enrollmentsOf = (campaignId: string) =>
  owner.query<{ id: string }>(
    sql`select prospect_id as id from enrollment where campaign_id = ${campaignId}`,
  );

async function expectExact({ workspace }: LeadsClient): Promise<void> {
  const { shown, counted } = await boardCounts(owner, workspace.id);
  expect(shown).toEqual(counted);
}

async function playRound(): Promise<void> {
  const account = await leadsClient(one);
  const ids: string[] = (await account.post(newLeads(12))).data.prospectIds;
  const campaigns = [await insertCampaign(owner, account.workspace.id)];
  campaigns.push(await insertCampaign(owner, account.workspace.id));

  // Every caller enrolls all or most prospects, half of the callers in reverse order.
  const answers = await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      const some = caller % 5 === 0 ? ids.slice(caller % 4) : ids;
      const prospectIds = caller % 2 ? some : some.toReversed();
      const campaignId = campaigns[caller % 4 === 3 ? 1 : 0]!;
      const answer = await send(caller, account.token, '/campaigns', { campaignId, prospectIds });
      return { campaignId, prospectIds, ...answer };
    }),
  );
  for (const { status, data, prospectIds } of answers) {
    expect(status).toBe(200);
    expect(data.enrolled + data.skipped).toBe(prospectIds.length);
    expect(data.results.map(({ prospectId }: { prospectId: string }) => prospectId)).toEqual(
      prospectIds,
    );
  }
  for (const campaignId of campaigns) {
    const eventCount = answers
      .filter((answer) => answer.campaignId === campaignId)
      .reduce((total, { data }) => total + data.enrolled, 0);
    expect(eventCount).toBe(ids.length);
    expect(await enrollmentsOf(campaignId)).toHaveLength(ids.length);
  }
  expect(await account.events('campaign.enrolled')).toHaveLength(2 * ids.length);
  await expectExact(account);
}

test(`${callers} callers enroll the same prospects, and each prospect is enrolled once [campaigns.never-twice]`, {
  timeout: timeoutForRun(600_000),
}, async () => {
  for (let round = 0; round < rounds; round++) await playRound();
});

test('suppressed and deleted prospects are not enrolled afterwards, and the counts stay exact [suppression.not-enrolled]', {
  timeout: timeoutForRun(600_000),
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await leadsClient(one);
    const ids: string[] = (await account.post(newLeads(12))).data.prospectIds;
    const campaignId = await insertCampaign(owner, account.workspace.id);
    const [suppressed, deleted] = [ids.slice(0, 4), ids.slice(4, 8)];
    const enroll = (caller: number) =>
      send(caller, account.token, '/campaigns', {
        campaignId,
        prospectIds: caller % 2 ? ids : ids.toReversed(),
        ignoreMissing: true,
      });
    const bulk = (action: string, prospectIds: string[]) =>
      send(round, account.token, '/bulk', { action, prospectIds });

    const [suppress, remove, ...answers] = await Promise.all([
      bulk('suppress', suppressed),
      bulk('delete', deleted),
      ...Array.from({ length: 6 }, (_, caller) => enroll(caller)),
    ]);
    for (const { status } of [suppress, remove, ...answers]) expect(status).toBe(200);
    for (const { data } of answers)
      expect(data.enrolled + data.skipped + data.notFound.length).toBe(ids.length);

    const before = await enrollmentsOf(campaignId);
    expect((await enroll(0)).data).toMatchObject({ enrolled: 0, notFound: { length: 4 } });
    const left = before.map(({ id }) => id);
    expect(left.filter((id) => deleted.includes(id))).toEqual([]);
    expect(ids.slice(8).every((id) => left.includes(id))).toBe(true);
    await expectExact(account);
  }
});

test('nobody is enrolled in a campaign after it is archived', {
  timeout: timeoutForRun(600_000),
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await leadsClient(one);
    const ids: string[] = (await account.post(newLeads(3))).data.prospectIds;
    const campaignId = await insertCampaign(owner, account.workspace.id);
    const enrolling = await owner.transaction(account.workspace.id, async (tx) => {
      await tx.run(sql`update campaign set status = 'archived' where id = ${campaignId}`);
      const answer = send(round, account.token, '/campaigns', { campaignId, prospectIds: ids });
      await sleep((round % 15) * 3);
      return { answer };
    });
    expect((await enrolling.answer).status).toBe(422);
    expect(await enrollmentsOf(campaignId)).toEqual([]);
  }
});
