import { afterAll, describe, expect, test } from 'vitest';
import { PageReaders, UnreadablePage } from './page-readers.ts';

const opened: PageReaders[] = [];
const openReaders = (limits: ConstructorParameters<typeof PageReaders>[0]) => {
  const readers = new PageReaders(limits);
  opened.push(readers);
  return readers;
};
afterAll(() => Promise.all(opened.map((readers) => readers.close())));

const bytes = (text: string) => new TextEncoder().encode(text);
const neverAborted = new AbortController().signal;
const address = 'https://saltmarsh.example/';
const harmlessPage = { kind: 'page' as const, bytes: bytes('<p>Sensors</p>'), address };
const robots = (text: string, path = '') => ({
  kind: 'robots' as const,
  bytes: bytes(text),
  agent: 'OutcropResearch',
  addresses: [address + path],
});

/** Takes a few seconds: each wildcard is tried at each position of the path. */
const endlessRobots = robots(
  `User-agent: *\nDisallow: /${'*a'.repeat(200_000)}`,
  'a'.repeat(50_000),
);
/** Every rule is stored once per agent. */
const hugeRobots = robots(
  Array.from({ length: 20_000 }, (_, at) => `User-agent: a${at}\n`).join('') +
    'Disallow: /\n'.repeat(20_000),
);

describe('reading a page that takes too much is stopped, and a new thread reads the next page', () => {
  test('too much time', async () => {
    const readers = openReaders({ threads: 1, maxCpuMs: 300 });
    await readers.read('a', harmlessPage, neverAborted);
    await expect(readers.read('a', endlessRobots, neverAborted)).rejects.toThrow(UnreadablePage);
    const { text } = await readers.read('a', harmlessPage, neverAborted);
    expect(text).toBe('Sensors');
  });

  test('too much memory', async () => {
    const readers = openReaders({ threads: 1, maxCpuMs: 20_000, maxMegabytes: 32 });
    await expect(readers.read('a', hugeRobots, neverAborted)).rejects.toThrow(UnreadablePage);
    expect((await readers.read('a', harmlessPage, neverAborted)).text).toBe('Sensors');
  });
});

test('pages of another workspace are read before the next hostile page', async () => {
  const readers = openReaders({ threads: 2, maxCpuMs: 300 });
  const ended: string[] = [];
  const hostile = Array.from({ length: 5 }, () =>
    readers.read('hostile', endlessRobots, neverAborted).catch(() => ended.push('hostile')),
  );
  const other = readers.read('other', harmlessPage, neverAborted).then(() => ended.push('other'));
  await Promise.all([...hostile, other]);
  expect(ended.indexOf('other')).toBeLessThan(3);
});

test('a canceled read stops, and waiting reads stop when the readers close', async () => {
  const readers = openReaders({ threads: 1, maxCpuMs: 20_000 });
  const canceled = new AbortController();
  const reading = readers.read('a', endlessRobots, canceled.signal);
  const waiting = readers.read('b', harmlessPage, neverAborted);
  canceled.abort(new Error('canceled by the caller'));
  await expect(reading).rejects.toThrow('canceled by the caller');
  expect((await waiting).text).toBe('Sensors');

  const [last, queued] = [
    readers.read('a', endlessRobots, neverAborted),
    readers.read('b', harmlessPage, neverAborted),
  ];
  const ends = Promise.allSettled([last, queued]);
  await readers.close();
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(readers.read('a', harmlessPage, neverAborted)).rejects.toThrow('stopping');
});
