import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ReadSlots } from './read-slots.ts';

test('a key that fills its slots leaves the others to other keys', async () => {
  const slots = new ReadSlots(3, 2);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const use = (key: string, name: string) =>
    slots.use(key, () => {
      began.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)!();
    await tick();
  };
  const all = Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => use('a', name)),
    ...['b1', 'b2'].map((name) => use('b', name)),
  ]);
  await tick();
  expect(began).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(began.at(-1)).toBe('b2');
  await end('a1');
  expect(began.at(-1)).toBe('a3');
  for (const name of ['a2', 'a3', 'b2', 'a4']) await end(name);
  await all;
  expect(began).toEqual(['a1', 'a2', 'b1', 'b2', 'a3', 'a4']);
});
