import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FairQueue, type FairQueueOptions, type ReleaseSlot } from './fair-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const options: FairQueueOptions = {
  pool: 'test',
  slots: 4,
  slotsPerKey: 1,
  maxWaiting: 10,
  maxWaitingPerKey: 5,
  maxWaitMs: 10_000,
  overloadedMaxWaitMs: 1_000,
};

/** Callers such as `a1`, whose first letter is the key. Records which are admitted and rejected. */
function callers(changes: Partial<FairQueueOptions> = {}) {
  const queue = new FairQueue({ ...options, ...changes });
  const admitted: string[] = [];
  const refused: string[] = [];
  const leaves = new Map<string, ReleaseSlot>();
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    queue,
    admitted,
    refused,
    arrive: async (names: string, gone?: AbortSignal) => {
      const enter = async (name: string) => {
        try {
          const leave = await queue.acquire(name[0]!, gone);
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

test('one key uses at most its share, and others are admitted immediately', async () => {
  const { arrive, admitted, leave } = callers({ slotsPerKey: 2 });
  await arrive('a1 a2 a3 b1');
  expect(admitted).toEqual(['a1', 'a2', 'b1']);
  await leave('a1');
  expect(admitted).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('the keys of a group use at most its share, and others are admitted immediately', async () => {
  const queue = new FairQueue({ ...options, slotsPerKey: 2, slotsPerGroup: 2 });
  const admitted: string[] = [];
  const enter = async (name: string, group: string) => {
    const leave = await queue.acquire(name[0]!, undefined, group);
    admitted.push(name);
    return leave;
  };
  const [first] = [enter('a1', 'x'), enter('b1', 'x'), enter('c1', 'x'), enter('c2', 'y')];
  await vi.advanceTimersByTimeAsync(0);
  expect(admitted).toEqual(['a1', 'b1', 'c2']);
  (await first)();
  await vi.advanceTimersByTimeAsync(0);
  expect(admitted).toEqual(['a1', 'b1', 'c2', 'c1']);
});

test('keys take turns, however many callers of one key are waiting', async () => {
  const { arrive, admitted, leave } = callers({ slots: 1 });
  await arrive('a1 a2 a3 a4 b1 b2 c1');
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await leave(name);
  expect(admitted).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('a waiter is rejected after the maximum wait, and the others keep their order', async () => {
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

test('new waiters are rejected early while the queue does not empty, and wait normally once it does', async () => {
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

test('waiters per key are limited, and if the total is exceeded, the longest queue loses its newest waiter', async () => {
  const { arrive, refused } = callers({ maxWaiting: 6 });
  await arrive('a1 a2 a3 a4 a5 a6 a7');
  expect(refused).toEqual(['a7']);
  await arrive('b1 b2 b3');
  expect(refused).toEqual(['a7', 'a6']);
});

test('a disconnected caller is removed from the queue', async () => {
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

test('a slot is released only once', async () => {
  const { arrive, admitted, leave } = callers({ slots: 1 });
  await arrive('a1 b1 c1');
  await leave('a1');
  await leave('a1');
  expect(admitted).toEqual(['a1', 'b1']);
});
