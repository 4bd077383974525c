import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { sizeForRun } from '../run-size.ts';
import { type ApiResponse, sendRequest } from '../send-request.ts';
import { startWebhookReceiver } from '../webhooks/webhook-receiver.ts';
import { setUpApiEnvironment } from './api-environment.ts';
import { chooseSeed, seededRandom } from './seeded-random.ts';
import { startProcess, type TestProcess } from './test-process.ts';

const kills = sizeForRun(2, 60);
const env = await setUpApiEnvironment();
const workerMain = fileURLToPath(new URL('../../src/worker.ts', import.meta.url));
const environment = { DATABASE_URL: env.appUrl, EGRESS_ALLOW: '127.0.0.0/8' };
const startWorker = () => startProcess(workerMain, 'working', environment);
const startApi = () => env.startApi({ EGRESS_ALLOW: environment.EGRESS_ALLOW });

test(
  'when API and workers are killed repeatedly, every event of an acknowledged change arrives under one id, and no event of a change that was not made',
  async () => {
    const random = seededRandom(chooseSeed());
    const workspace = await env.workspace();
    const admin = await workspace.token('admin');
    const tokens = await Promise.all(Array.from({ length: 20 }, () => workspace.token('member')));
    const receiver = await startWebhookReceiver();
    const refused = new Set<string>();
    receiver.respondWith((response, _request, { event }) => {
      const isRefused = !refused.has(event.id) && random() < 0.05;
      if (isRefused) refused.add(event.id);
      setTimeout(() => response.writeHead(isRefused ? 500 : 204).end(), random() * 30);
    });

    let api = await startApi();
    const workers = await Promise.all([startWorker(), startWorker()]);
    const call = (caller: string, path: string, body: object): Promise<ApiResponse | undefined> =>
      // When a process dies during a request, its outcome is unknown.
      sendRequest(api.origin, caller, 'POST', path, { body }, []).catch(() => undefined);
    const registered = await call(admin, '/api/v1/manage/webhooks', {
      url: receiver.url,
      events: ['*'],
    });
    expect(registered?.status).toBe(200);

    /** Events that must arrive, and a text that must never arrive. */
    const expected: { prospectId: string; type: string }[] = [];
    const never = `never-${randomUUID()}`;
    const known: string[] = [];
    const expectOf = (ids: string[], type: string) =>
      expected.push(...ids.map((prospectId) => ({ prospectId, type })));
    const wronglyDone: unknown[] = [];
    const write = async (): Promise<void> => {
      const token = tokens[Math.floor(random() * tokens.length)]!;
      const some = known.splice(Math.floor(random() * known.length), 3);
      const choice = random();
      if (choice < 0.4 || some.length === 0) {
        const leads = Array.from({ length: 1 + Math.floor(random() * 5) }, () => ({
          email: `${randomUUID()}@acme.example`,
        }));
        const answer = await call(token, '/leads', { leads });
        if (answer?.status !== 200) return;
        expectOf(answer.data.prospectIds, 'prospect.created');
        known.push(...some, ...answer.data.prospectIds);
      } else if (choice < 0.5) {
        const leads = [{ email: `${randomUUID()}@${never}.example` }];
        await call(token, '/leads', { leads, dryRun: true });
        known.push(...some);
      } else if (choice < 0.6) {
        const body = { action: 'tag', tagName: never, prospectIds: [...some, randomUUID()] };
        const answer = await call(token, '/bulk', body);
        if (answer?.status === 200) wronglyDone.push(answer.data);
        known.push(...some);
      } else if (choice < 0.65) {
        const answer = await call(token, '/bulk', { action: 'delete', prospectIds: some });
        if (answer?.status === 200) expectOf(some, 'prospect.deleted');
      } else {
        // A new tag, so that the outcome of earlier requests does not matter.
        const body = { action: 'tag', tagName: `Tag ${randomUUID()}`, prospectIds: some };
        const answer = await call(token, '/bulk', body);
        if (answer?.status === 200) expectOf(some, 'prospect.tagged');
        known.push(...some);
      }
    };

    const writes = new AbortController();
    const writing = Array.from({ length: 3 }, async () => {
      while (!writes.signal.aborted) {
        await write();
        await sleep(random() * 100);
      }
    });
    for (let killed = 0; killed < kills; killed++) {
      await sleep(200 + random() * 1_500);
      const victim = 2 - (killed % 3);
      if (victim === 2) {
        await api.kill();
        api = await startApi();
      } else {
        await (workers[victim] as TestProcess).kill();
        workers[victim] = await startWorker();
      }
    }
    writes.abort();
    await Promise.all(writing);
    const lastKill = Date.now();

    const outstanding = () =>
      env.owner.query<{ type: string; problem: string | null }>(sql`
        select e.type, d.last_problem as problem from event e
        left join delivery d on d.workspace_id = e.workspace_id and d.event_id = e.id
        where e.workspace_id = ${workspace.id} and d.status is distinct from 'delivered'
          and d.last_problem is distinct from 'The prospect was deleted before the event could be sent.'`);
    await expect.poll(outstanding, { timeout: 400_000, interval: 250 }).toEqual([]);
    const drained = Math.round((Date.now() - lastKill) / 1_000);
    for (const worker of workers) await worker.kill();

    const events = await env.owner.query<{ id: string; type: string; prospectId: string }>(sql`
      select id, type, prospect_id as "prospectId" from event where workspace_id = ${workspace.id}`);
    const made = new Set(events.map(({ type, prospectId }) => `${type} ${prospectId}`));
    const missing = expected.filter(({ type, prospectId }) => !made.has(`${type} ${prospectId}`));
    expect(missing).toEqual([]);
    expect(wronglyDone).toEqual([]);
    expect(expected.length).toBeGreaterThan(kills);

    const arrivals = Map.groupBy(receiver.requests, ({ event }) => event.id as string);
    const ids = new Set(events.map(({ id }) => id));
    expect([...arrivals.keys()].filter((id) => !ids.has(id))).toEqual([]);
    for (const [id, attempts] of arrivals) {
      expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
      expect(attempts.every(({ headers }) => headers['webhook-id'] === id)).toBe(true);
    }
    expect(JSON.stringify(receiver.requests)).not.toContain(never);
    const deleted = new Set(
      events.filter(({ type }) => type === 'prospect.deleted').map(({ prospectId }) => prospectId),
    );
    const unheard = events.filter(
      ({ id, type, prospectId }) =>
        !arrivals.has(id) && (type === 'prospect.deleted' || !deleted.has(prospectId)),
    );
    expect(unheard).toEqual([]);
    console.log(
      `${kills} kills: ${events.length} events, ${receiver.requests.length} received requests, the last after ${drained} s`,
    );
  },
  600_000 + kills * 10_000,
);
