import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { send } from './call.ts';
import { testGround } from './faults/ground.ts';

const ground = await testGround();
const api = await ground.api();

test('during a burst of sixty batches of a hundred leads, probes of life are answered within 100 ms [rate.probes rate.bursts]', async () => {
  const token = await (await ground.workspace()).token('member');
  const started = performance.now();
  const burst = Promise.all(
    Array.from({ length: 60 }, (_, batch) =>
      send(api.origin, token, 'POST', '/leads', {
        body: {
          leads: Array.from({ length: 100 }, (_, n) => ({
            fullName: `Guest ${batch} ${n}`,
            email: `guest${batch}.${n}@kelptide.example`,
            companyName: 'Kelp & Tide',
          })),
        },
      }),
    ),
  );
  const over = burst.then(() => true);
  do expect((await fetch(`${api.origin}/livez`)).status).toBe(200);
  while (!(await Promise.race([over, sleep(10, false)])));
  const answers = await burst;
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const took = api.log.filter(({ path }) => path === '/livez').map(({ ms }) => Number(ms));
  const slowest = Math.max(...took);
  console.log(
    `burst ${Math.round(performance.now() - started)} ms; ${took.length} probes, slowest ${slowest} ms`,
  );
  expect(slowest).toBeLessThan(100);
}, 60_000);
