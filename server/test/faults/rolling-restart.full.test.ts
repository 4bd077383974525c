import { expect, test } from 'vitest';
import { postTestWrite, setUpApiEnvironment } from './api-environment.ts';
import { freePort } from './free-port.ts';
import { startHaproxy } from './haproxy.ts';

test('processes behind a proxy are replaced one after the other under load, and no request fails', {
  // Each process drains for 15 s.
  timeout: 180_000,
}, async () => {
  const env = await setUpApiEnvironment();
  const ports = [await freePort(), await freePort()];
  const start = (port: number) => env.startApi({ PORT: String(port), DRAIN_MS: '15000' });
  const running = new Map<number, Awaited<ReturnType<typeof start>>>();
  for (const port of ports) running.set(port, await start(port));
  const proxy = await startHaproxy(ports);
  for (const port of ports) await proxy.waitFor(port, 'UP');

  const workspace = await env.workspace();
  const token = await workspace.token('member');
  const load = { isOver: false };
  let written = 0;
  const failures: string[] = [];
  const callers = Array.from({ length: 4 }, async (_, caller) => {
    for (let call = 0; !load.isOver; call++) {
      const answer = await postTestWrite(proxy, token, { name: `${caller} ${call}` }).catch(String);
      if (typeof answer !== 'string' && answer.status === 200) written++;
      else failures.push(typeof answer === 'string' ? answer : JSON.stringify(answer.error));
    }
  });
  for (const port of ports) {
    const before = written;
    await expect.poll(() => written).toBeGreaterThan(before + 20);
    const leaving = running.get(port)!;
    const left = leaving.stop();
    await proxy.waitFor(port, 'DOWN');
    expect(await left).toEqual({ code: 0, signal: null });
    await start(port);
    await proxy.waitFor(port, 'UP');
  }
  load.isOver = true;
  await Promise.all(callers);
  expect(failures).toEqual([]);
  expect(written).toBeGreaterThan(40);
});
