import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startProcess } from '../faults/test-process.ts';
import { startDovecot } from '../mail/dovecot.ts';
import { recordMeasurement } from '../record-measurement.ts';
import { hostileMessages } from './hostile-messages.ts';
import { deliverByLmtp } from './lmtp.ts';
import { storedMessages } from './stored-messages.ts';
import { rawMessage, watchedWorkspace } from './watching.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const dovecot = await startDovecot({ plainOnly: true });
const { owner, database, addMailbox } = await watchedWorkspace();
const worker = await startProcess(file('watch-process.ts'), 'watching', {
  NODE_OPTIONS: `--import ${file('../faults/event-loop.ts')}`,
  DATABASE_URL: database.appUrl,
});
afterAll(() => worker.kill());

/** The current and the peak memory of the process with its threads, in MB. */
const memory = () => {
  const status = readFileSync(`/proc/${worker.pid}/status`, 'latin1');
  const mb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1024;
  return { now: mb('VmRSS'), most: mb('VmHWM') };
};

const hostile = Object.entries(hostileMessages).filter(([name]) => name !== 'nothing');
const poll = { timeout: 60_000, interval: 20 };

test('while a mailbox gets hostile messages, the messages of another one are stored within 3 s, the event loop is blocked for less than 100 ms, and memory grows by less than 128 MB', async () => {
  const server = { port: dovecot.imap, user: 'victim' };
  const [victim, other] = [
    await addMailbox(server),
    await addMailbox({ ...server, user: 'other' }),
  ];
  const count = async (id: string) => (await storedMessages(owner, id)).length;
  // Loads and starts everything.
  for (const user of ['victim', 'other'])
    await deliverByLmtp(dovecot.lmtp, [
      { user, source: rawMessage('Before', { id: `${user}@a.example` }) },
    ]);
  await expect.poll(() => count(victim), poll).toBe(1);
  await expect.poll(() => count(other), poll).toBe(1);
  const [logged, before] = [worker.log.length, memory().most];

  const otherMs: number[] = [];
  const hostileMs: Record<string, number> = {};
  for (const [index, [name, write]] of hostile.entries()) {
    const source = write().replace('<hostile@', `<${index}@`).replaceAll('\r\n.', '\r\n..');
    await deliverByLmtp(dovecot.lmtp, [{ user: 'victim', source }]);
    const arrived = performance.now();
    await deliverByLmtp(dovecot.lmtp, [
      { user: 'other', source: rawMessage(name, { id: `${index}@b.example` }) },
    ]);
    const started = performance.now();
    await expect.poll(() => count(other), poll).toBe(index + 2);
    otherMs.push(performance.now() - started);
    await expect.poll(() => count(victim), poll).toBe(index + 2);
    hostileMs[name] = Math.round(performance.now() - arrived);
  }
  const stretches = worker.log.slice(logged).filter(({ msg }) => msg === 'event loop');
  const blocked = (measure: string) =>
    Math.max(...stretches.map((stretch) => Number(stretch[measure])));
  const slowest = Math.max(...otherMs);
  const grown = memory().most - before;
  console.log(hostileMs);
  recordMeasurement(
    'a message beside hostile ones, slowest until stored',
    `${Math.round(slowest)} ms`,
  );
  recordMeasurement(
    'event loop of a worker that stores hostile messages, longest',
    `${Math.round(blocked('cpuMs'))} ms of CPU, ${Math.round(blocked('clockMs'))} ms`,
  );
  recordMeasurement('memory that hostile messages take at most', `${Math.round(grown)} MB`);
  console.log({ slowest, cpu: blocked('cpuMs'), clock: blocked('clockMs'), grown });
  expect(slowest).toBeLessThan(3_000);
  expect(blocked('cpuMs')).toBeLessThan(100);
  expect(grown).toBeLessThan(128);
}, 600_000);
