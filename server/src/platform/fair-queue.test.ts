import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FairQueue, type FairQueueOptions, type Leave } from './fair-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const options: FairQueueOptions = {
  places: 4,
  share: 1,
  maxWaiting: 10,
  maxWaitingPerKey: 5,
  patienceMs: 10_000,
  shortPatienceMs: 1_000,
};

/** Callers by name, such as `a1`: the first letter is their key. Each is noted when its fate is known. */
function callers(changes: Partial<FairQueueOptions> = {}) {
  const queue = new FairQueue({ ...options, ...changes });
  const admitted: string[] = [];
  const refused: string[] = [];
  const leaves = new Map<string, Leave>();
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    queue,
    admitted,
    refused,
    arrive: async (names: string, gone?: AbortSignal) => {
      const enter = async (name: string) => {
        try {
          const leave = await queue.enter(name[0]!, gone);
          admitted.push(name);
          leaves.set(name, leave);
        } catch {
          refused.push(name);
        }
      };
      for (const name of names.split(' ')) void enter(name);
      await settle();
    },
    leave: async (name: string) => {
      leaves.get(name)!();
      await settle();
    },
  };
}

test('one key holds at most its share, and others are admitted at once', async () => {
  const { arrive, admitted, leave } = callers({ share: 2 });
  await arrive('a1 a2 a3 b1');
  expect(admitted).toEqual(['a1', 'a2', 'b1']);
  await leave('a1');
  expect(admitted).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('keys take turns, however many of one are waiting [rate.fair-turns]', async () => {
  const { arrive, admitted, leave } = callers({ places: 1 });
  await arrive('a1 a2 a3 a4 b1 b2 c1');
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await leave(name);
  expect(admitted).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('whoever has waited too long is refused, and the others keep their order', async () => {
  const { arrive, admitted, refused, leave } = callers();
  await arrive('a1 a2');
  await vi.advanceTimersByTimeAsync(9_999);
  await arrive('b1');
  expect(refused).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(refused).toEqual(['a2']);
  await arrive('a3');
  await leave('a1');
  expect(admitted).toEqual(['a1', 'b1', 'a3']);
});

test('behind a queue that does not empty, newcomers are refused early; once it is empty they wait as long as ever', async () => {
  const { arrive, admitted, refused, leave } = callers();
  await arrive('a1 a2');
  await vi.advanceTimersByTimeAsync(6_000);
  await arrive('a3');
  await vi.advanceTimersByTimeAsync(4_000);
  await arrive('a4');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refused).toEqual(['a2', 'a4']);
  await leave('a1');
  expect(admitted).toEqual(['a1', 'a3']);
  await arrive('a5');
  await vi.advanceTimersByTimeAsync(9_000);
  expect(refused).toEqual(['a2', 'a4']);
});

test('one key has at most so many waiting; of all, the longest queue gives way', async () => {
  const { arrive, refused } = callers({ maxWaiting: 6 });
  await arrive('a1 a2 a3 a4 a5 a6 a7');
  expect(refused).toEqual(['a7']);
  await arrive('b1 b2 b3');
  expect(refused).toEqual(['a7', 'a6']);
});

test('a caller who has gone is dropped from the queue', async () => {
  const { arrive, admitted, refused, leave } = callers();
  const caller = new AbortController();
  await arrive('a1');
  await arrive('a2', caller.signal);
  await arrive('a3');
  caller.abort();
  await arrive('a4', caller.signal);
  expect(refused).toEqual(['a2', 'a4']);
  await leave('a1');
  expect(admitted).toEqual(['a1', 'a3']);
});

test('a place is given back once, however often that is said', async () => {
  const { arrive, admitted, leave } = callers({ places: 1 });
  await arrive('a1 b1 c1');
  await leave('a1');
  await leave('a1');
  expect(admitted).toEqual(['a1', 'b1']);
});

test('all who wait can be refused at once, and the places stay as they were', async () => {
  const { arrive, queue, admitted, refused, leave } = callers({ places: 1 });
  await arrive('a1 a2 b1');
  queue.refuseAll(new Error('gone'));
  await arrive('c1');
  expect(refused).toEqual(['a2', 'b1']);
  await leave('a1');
  expect(admitted).toEqual(['a1', 'c1']);
});
