import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePath } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { session, testGround, write } from './ground.ts';

const ground = await testGround();
const patient = { interval: 10 };

/** One request over a connection that the caller would keep open. */
async function over(agent: Agent, origin: string, token: string, body?: object) {
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

test('when told to stop, a process finishes what is under way, takes nothing new, and ends well', async () => {
  const api = await ground.api();
  const workspace = await ground.workspace();
  const token = await workspace.token('member');
  const agents = Array.from({ length: 10 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const idle = new Agent({ keepAlive: true });
  expect(await over(idle, api.origin, token)).toMatchObject({ connection: 'keep-alive' });
  const underWay = agents.map((agent, index) =>
    over(agent, api.origin, token, { name: `under way ${index}`, holdMs: 100 }),
  );
  // Their turn comes on connections that are still busy when the process is told to stop.
  const rightBehind = agents.map((agent) => over(agent, api.origin, token).catch(String));
  await expect.poll(() => ground.lists(workspace, 'under way 0'), patient).toBe(1);

  const silent = connect(Number(new URL(api.origin).port));
  await once(silent, 'connect');
  const exited = api.stop();
  await expect.poll(() => api.log.some(({ signal }) => signal === 'SIGTERM'), patient).toBe(true);
  await sleep(20);
  await expect(session(api, token)).rejects.toThrow('fetch failed');

  const answers = await Promise.all(underWay);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const last = answers.at(-1)!;
  expect(last.connection).toBe('close');
  for (const answer of await Promise.all(rightBehind))
    if (typeof answer === 'string') expect(answer).toMatch(/ECONNREFUSED|ECONNRESET|hang up/);
    else expect(answer.status).toBe(200);
  expect(await exited).toEqual({ code: 0, signal: null });
  expect(api.complaints()).toBe('');
  for (let index = 0; index < agents.length; index++)
    expect(await ground.lists(workspace, `under way ${index}`)).toBe(1);
  for (const agent of [...agents, idle]) agent.destroy();
});

test('under constant load a process that is told to stop loses no request it has taken', async () => {
  const [leaving, staying] = await Promise.all([ground.api(), ground.api()]);
  const workspace = await ground.workspace();
  const token = await workspace.token('member');
  const odd: string[] = [];
  let acknowledged = 0;
  let gone = false;
  const callers = Array.from({ length: 8 }, async (_, caller) => {
    for (let call = 0; !gone; call++) {
      const body = { name: `${caller} ${call}` };
      const keyed = { 'idempotency-key': body.name };
      const answer = await write(leaving, token, body, keyed).catch(String);
      if (typeof answer === 'string') {
        gone = true;
        const again = await write(staying, token, body, keyed);
        if (again.status !== 200) odd.push(`${again.status} at the other process`);
      } else if (answer.status !== 200) odd.push(`${answer.status}: ${answer.error.message}`);
      acknowledged++;
    }
  });
  await expect.poll(() => acknowledged, patient).toBeGreaterThan(50);
  expect(await leaving.stop()).toEqual({ code: 0, signal: null });
  await Promise.all(callers);
  expect(odd).toEqual([]);
  const [row] = await ground.owner.ask<{ count: number }>(
    sql`select count(*)::int as count from list where workspace_id = ${workspace.id}`,
  );
  expect(row!.count).toBe(acknowledged);
});
