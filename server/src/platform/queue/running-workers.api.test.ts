import { expect, test } from 'vitest';
import { testQueue } from '../../../test/queue/workers.ts';
import { testService } from '../../../test/service.ts';
import { raw } from '../db/index.ts';

test('/readyz says how many workers run, and forgets one that has been silent for 18 seconds', async () => {
  const service = await testService();
  const queue = await testQueue([], service.database);
  const ready = async () => (await fetch(`${service.origin}/readyz`)).json();
  const readyWith = (workers: number) => ({ ok: true, data: { ready: true, workers } });
  expect(await ready()).toEqual(readyWith(0));

  const worker = await queue.startWorker([]);
  await expect.poll(ready).toEqual(readyWith(1));
  await worker.stop();
  expect(await ready()).toEqual(readyWith(0));

  await service.owner.query(
    raw(`
    insert into watcher (id, alive_until) values
      (gen_random_uuid(), now() + interval '12 seconds'), (gen_random_uuid(), now() + interval '30 seconds')`),
  );
  expect(await ready()).toEqual(readyWith(1));
  const token = await (await service.workspace()).token('member');
  const { data } = await service.call(token, 'GET', '/api/v1/manage/tasks');
  expect(data).toMatchObject({ workers: 1 });
});
