import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { MessageParser } from '../../src/core/receiving/parse-message.ts';
import { recordMeasurement } from '../record-measurement.ts';
import { buildMessage } from './build-message.ts';
import { hostileMessages } from './hostile-messages.ts';

const parser = new MessageParser();
const { signal } = new AbortController();
const harmless = Buffer.from(buildMessage({ body: 'Hello' }));
afterAll(() => parser.close());

/** The peak memory growth of the process during the work. */
function memoryGrowth() {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  return () => {
    clearInterval(timer);
    return (most - before) / 1024 / 1024;
  };
}

test.for(Object.entries(hostileMessages))(
  '%s: 2 s and 128 MB at most, the event loop is never blocked for 100 ms, and the message of another mailbox is read meanwhile',
  async ([name, write]) => {
    const hostile = Buffer.from(write(), 'latin1');
    await Promise.all([
      parser.parseRaw('a', harmless, signal),
      parser.parseRaw('b', harmless, signal),
    ]);
    // Waits until the memory that writing the message took is free.
    await sleep(200);
    const loop = monitorEventLoopDelay({ resolution: 10 });
    const grown = memoryGrowth();
    loop.enable();
    const start = performance.now();
    const cpu = process.cpuUsage();
    const reading = parser.parseRaw('a', hostile, signal);
    expect((await parser.parseRaw('b', harmless, signal)).parsed.ownWords).toBe('Hello');
    const otherMs = performance.now() - start;
    await reading;
    const tookMs = performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    const megabytes = grown();
    loop.disable();
    const figure = `${Math.round(tookMs)} ms, ${Math.round((user + system) / 1_000)} ms of CPU, ${Math.round(megabytes)} MB`;
    recordMeasurement(`a hostile message: ${name}`, figure);
    console.log(`${name}: ${figure}`);
    expect(otherMs).toBeLessThan(2_000);
    expect(tookMs).toBeLessThan(2_000);
    expect(megabytes).toBeLessThan(128);
    expect(loop.max / 1e6).toBeLessThan(100);
  },
);
