import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { basePath } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { isFull } from '../run-size.ts';
import { getSession, postTestWrite, setUpApiEnvironment } from './api-environment.ts';

const env = await setUpApiEnvironment();
const polling = { interval: 10 };

/** One request over a keep-alive connection. */
async function requestOver(agent: Agent, origin: string, token: string, body?: object) {
  const request = httpRequest(`${origin}${basePath.ext}${body ? '/test-writes' : '/session'}`, {
    agent,
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  request.end(body && JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const text = (await response.toArray()).join('');
  return { status: response.statusCode, connection: response.headers.connection, text };
}

test('on SIGTERM, a process finishes open requests, accepts no new ones, and exits with 0', async () => {
  const api = await env.startApi();
  const workspace = await env.workspace();
  const token = await workspace.token('member');
  const agents = Array.from({ length: 10 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const idle = new Agent({ keepAlive: true });
  expect(await requestOver(idle, api.origin, token)).toMatchObject({ connection: 'keep-alive' });
  const openWrite = agents.map((agent, index) =>
    requestOver(agent, api.origin, token, { name: `under way ${index}`, holdMs: 1_500 }),
  );
  // These wait on connections that are still busy when the process gets the signal.
  const queued = agents.map((agent) => requestOver(agent, api.origin, token).catch(String));
  const written = () =>
    env.owner.query(sql`
      select from list where workspace_id = ${workspace.id} and name like 'under way %'`);
  await expect.poll(async () => (await written()).length, polling).toBeGreaterThan(0);

  const silent = connect(Number(new URL(api.origin).port));
  await once(silent, 'connect');
  const exited = api.stop();
  await expect.poll(() => api.log.some(({ signal }) => signal === 'SIGTERM'), polling).toBe(true);
  const refused = () => getSession(api, token).then(() => 'answered', String);
  await expect.poll(refused, polling).toContain('fetch failed');

  const answers = await Promise.all(openWrite);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.map(({ connection }) => connection)).toContain('close');
  for (const answer of await Promise.all(queued))
    if (typeof answer === 'string') expect(answer).toMatch(/ECONNREFUSED|ECONNRESET|hang up/);
    else expect(answer.status).toBe(200);
  expect(await exited).toEqual({ code: 0, signal: null });
  expect(api.stderr()).toBe('');
  for (let index = 0; index < agents.length; index++)
    expect(await env.countLists(workspace, `under way ${index}`)).toBe(1);
  for (const agent of [...agents, idle]) agent.destroy();
});

test.runIf(isFull)(
  'under constant load, a process that gets SIGTERM loses no accepted request',
  async () => {
    const [leaving, staying] = await Promise.all([env.startApi(), env.startApi()]);
    const workspace = await env.workspace();
    const token = await workspace.token('member');
    const failures: string[] = [];
    let acknowledged = 0;
    let gone = false;
    const callers = Array.from({ length: 8 }, async (_, caller) => {
      for (let call = 0; !gone; call++) {
        const body = { name: `${caller} ${call}` };
        const keyed = { 'idempotency-key': body.name };
        const answer = await postTestWrite(leaving, token, body, keyed).catch(String);
        if (typeof answer === 'string') {
          gone = true;
          const again = await postTestWrite(staying, token, body, keyed);
          if (again.status !== 200) failures.push(`${again.status} from the other process`);
        } else if (answer.status !== 200)
          failures.push(`${answer.status}: ${answer.error.message}`);
        acknowledged++;
      }
    });
    await expect.poll(() => acknowledged, polling).toBeGreaterThan(50);
    expect(await leaving.stop()).toEqual({ code: 0, signal: null });
    await Promise.all(callers);
    expect(failures).toEqual([]);
    const [row] = await env.owner.query<{ count: number }>(
      sql`select count(*)::int as count from list where workspace_id = ${workspace.id}`,
    );
    expect(row!.count).toBe(acknowledged);
  },
);
