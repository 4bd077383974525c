import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, expect, test } from 'vitest';
import { decide } from '../../src/core/receiving/decide-rules.ts';
import { Parser } from '../../src/core/receiving/parser.ts';
import { build } from './build-message.ts';
import { hostileMessages } from './hostile-messages.ts';

const parser = new Parser();
const { signal } = new AbortController();
const ours = { addresses: [], subjects: [] };
afterAll(() => parser.close());

test.for(Object.entries(hostileMessages))(
  '%s: 3 s at most, the event loop is never blocked for 100 ms, and the message of another mailbox is read meanwhile',
  async ([, write]) => {
    const hostile = Buffer.from(write(), 'latin1');
    const harmless = Buffer.from(build({ body: 'Hello' }));
    await Promise.all([
      parser.parseRaw('a', harmless, signal),
      parser.parseRaw('b', harmless, signal),
    ]);
    const loop = monitorEventLoopDelay({ resolution: 10 });
    loop.enable();
    const start = performance.now();
    const reading = parser.parseRaw('a', hostile, signal);
    expect((await parser.parseRaw('b', harmless, signal)).ownWords).toBe('Hello');
    expect(performance.now() - start).toBeLessThan(3_000);
    decide(await reading, ours);
    expect(performance.now() - start).toBeLessThan(3_000);
    loop.disable();
    expect(loop.max / 1e6).toBeLessThan(100);
  },
);
