import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { raw, sql } from '../../src/platform/db/index.ts';
import { type LeadsClient, leadsClient, newLeads } from '../leads-client.ts';
import { sizeForRun, timeoutForRun } from '../run-size.ts';
import type { ApiResponse } from '../send-request.ts';
import { testService } from '../service.ts';
import { boardCounts } from '../workspace-checksums.ts';

const rounds = sizeForRun(2, 50);
const timeout = timeoutForRun(600_000);

// Two services with pools large enough that the callers of a workspace run concurrently.
const config = { DATABASE_POOL_SIZE: 48 };
const one = await testService({ config });
const services = [one, await testService({ config, database: one.database })];
const { owner } = one;

const kinds = {
  list: {
    path: '/api/v1/manage/lists',
    put: 'add_to_list',
    take: 'remove_from_list',
    joined: 'list.member_added',
    left: 'list.member_removed',
  },
  tag: {
    path: '/api/v1/manage/tags',
    put: 'tag',
    take: 'untag',
    joined: 'prospect.tagged',
    left: 'prospect.untagged',
  },
} as const;
type Kind = keyof typeof kinds;

/** Retries requests that get a 503. */
async function sendUntilServed(
  caller: number,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<ApiResponse> {
  for (;;) {
    const request = body ? { body } : {};
    const answer = await services[caller % 2]!.call(token, method, path, request);
    if (answer.error?.code !== 'unavailable') return answer;
    await sleep(1_000 * Number(answer.headers.get('retry-after')));
  }
}

/** Describes inconsistencies after a round. */
async function inconsistenciesIn(
  kind: Kind,
  { workspace, events }: LeadsClient,
): Promise<string[]> {
  const { shown, counted } = await boardCounts(owner, workspace.id);
  const members = await owner.query<{ key: string }>(sql`
    select ${raw(`${kind}_id`)} || ' ' || prospect_id as key
    from ${raw(`prospect_${kind}`)} where workspace_id = ${workspace.id}`);
  const lost = await owner.query<{ key: string }>(sql`
    select key from board_count
    where workspace_id = ${workspace.id} and kind = ${kind}
      and key not in (select id::text from ${raw(kind)} where workspace_id = ${workspace.id})`);
  // The sum of the events must equal the memberships. Deleted prospects have no events.
  const net = new Map(members.map(({ key }) => [key, -1]));
  for (const { type, data } of await events()) {
    const by = type === kinds[kind].joined ? 1 : type === kinds[kind].left ? -1 : 0;
    if (by === 0 || data[kind] === undefined) continue;
    const key = `${data[kind].id} ${data.prospectId}`;
    net.set(key, (net.get(key) ?? 0) + by);
  }
  return [
    ...Object.keys({ ...shown, ...counted })
      .filter((board) => shown[board] !== counted[board])
      .map((board) => `${board} shows ${shown[board]}, but has ${counted[board]}`),
    ...lost.map(({ key }) => `a count of the deleted ${kind} ${key}`),
    ...[...net].filter(([, by]) => by !== 0).map(([key, by]) => `${key}: ${by} extra events`),
  ];
}

describe.each(Object.keys(kinds) as Kind[])('a %s', (kind) => {
  const { path, put, take } = kinds[kind];

  test('that is renamed, merged and deleted while prospects are added, removed and deleted keeps consistent counts, rows and events', {
    timeout,
  }, async () => {
    for (let round = 0; round < rounds; round++) {
      const account = await leadsClient(one);
      const tokens = await Promise.all([1, 2, 3].map(() => account.workspace.token('member')));
      const leads = newLeads(12);
      const ids: string[] = (await account.post(leads)).data.prospectIds;
      const bulk = (caller: number, action: string, prospectIds: string[], more = {}) =>
        sendUntilServed(caller, tokens[caller % 2]!, 'POST', '/bulk', {
          action,
          prospectIds,
          ignoreMissing: true,
          ...more,
        });
      const named = (name: string) => ({ [`${kind}Name`]: name });
      const [first, second] = await Promise.all(
        ['Fair', 'Second'].map(
          async (name, n) =>
            (await bulk(n, put, ids.slice(n * 4, n * 4 + 7), named(name))).data[kind].id as string,
        ),
      );
      const ends = [
        () =>
          sendUntilServed(0, account.token, 'POST', `${path}/${first}/merge`, { intoId: second }),
        () => sendUntilServed(1, account.token, 'PATCH', `${path}/${first}`, { name: 'Third' }),
        () => sendUntilServed(0, account.token, 'DELETE', `${path}/${round % 2 ? first : second}`),
        () =>
          sendUntilServed(1, account.token, 'POST', `${path}/${second}/merge`, { intoId: first }),
      ];
      const answers = await Promise.all([
        ...Array.from({ length: 12 }, async (_, caller) => {
          await sleep((caller * 7) % 5);
          const some = ids.slice(caller % 4, 6 + (caller % 7));
          const people = caller % 3 ? some : some.toReversed();
          const which = caller % 4 === 1 ? { [`${kind}Id`]: first } : named('Fair');
          return bulk(caller, caller % 3 === 2 ? take : put, people, which);
        }),
        bulk(0, 'delete', ids.slice(5, 8)),
        ...Array.from({ length: 3 }, (_, caller) =>
          sendUntilServed(caller, tokens[2]!, 'POST', '/leads', {
            leads: leads.slice(caller * 2),
            ...(kind === 'list' && { listName: ['fair', 'Second', 'THIRD'][caller] }),
          }),
        ),
        ...ends.map(async (end, n) => {
          await sleep((n + round) % 4);
          return end();
        }),
      ]);
      for (const { status, error } of answers)
        expect([200, 404, 422], JSON.stringify(error)).toContain(status);
      expect(await inconsistenciesIn(kind, account)).toEqual([]);
    }
  });

  test('is created once when many callers create it, or rename others to its name, at the same time', {
    timeout,
  }, async () => {
    for (let round = 0; round < rounds; round++) {
      const account = await leadsClient(one);
      const others: string[] = [];
      for (const name of ['A', 'B', 'C'])
        others.push(
          (await sendUntilServed(0, account.token, 'POST', path, { name })).data.board.id,
        );
      const answers = await Promise.all(
        Array.from({ length: 9 }, (_, caller) =>
          caller % 3 === 2
            ? sendUntilServed(
                caller,
                account.token,
                'PATCH',
                `${path}/${others[(caller - 2) / 3]}`,
                {
                  name: 'WANTED',
                },
              )
            : sendUntilServed(caller, account.token, 'POST', path, { name: 'Wanted' }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status, error } of answers.filter((answer) => answer.status !== 200)) {
        expect(status).toBe(422);
        expect(error.fieldErrors.name[0]).toMatch(/^is already used by the /);
      }
    }
  });
});
