import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { startProcess } from '../faults/test-process.ts';
import { startScriptedImap } from '../mail/scripted-imap.ts';
import { isFull } from '../run-size.ts';
import { storedMessages } from './stored-messages.ts';
import { holdersOf, overlappingWatches, recordWatches } from './watch-history.ts';
import { rawMessage, watchedWorkspace } from './watching.ts';

const { owner, database, addMailbox, state } = await watchedWorkspace();
const main = fileURLToPath(new URL('watch-process.ts', import.meta.url));

await recordWatches(owner);

const startWorker = async (name: string, stopIn?: string) => {
  const worker = await startProcess(main, 'watching', {
    DATABASE_URL: `${database.appUrl}?application_name=${name}`,
    TIMES: JSON.stringify({ leaseMs: 3_000, renewMs: 500, tickMs: 100, pollMs: 500 }),
    // The database ends a transaction that does nothing for twice as long.
    STATEMENT_TIMEOUT_MS: '4000',
    ...(stopIn !== undefined && { STOP_IN: stopIn }),
  });
  afterTestOrFile(worker.kill);
  return worker;
};

/** A letter of /proc: T for a stopped process. */
const processState = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)![0];

test.each(isFull ? ['parsing', 'storing'] : ['storing'])(
  'a worker that was stopped while %s beyond its lease stores nothing when it goes on',
  async (place) => {
    const server = await startScriptedImap();
    const id = await addMailbox(server);
    const first = await startWorker('first', place);
    server.add(rawMessage('Stop here', { id: `stop@${place}.example` }));
    await expect.poll(() => processState(first.pid)).toBe('T');

    const second = await startWorker('second');
    server.add(rawMessage('Later', { id: `later@${place}.example` }));
    const stored = async () =>
      (await storedMessages(owner, id)).map(({ subject, storedBy }) => [subject, storedBy]);
    const bySecond = [
      ['Stop here', 'second'],
      ['Later', 'second'],
    ];
    await expect.poll(stored, { timeout: 60_000 }).toEqual(bySecond);
    await expect.poll(async () => (await state(id)).syncedAt).not.toBeNull();
    // Only the fence keeps the first worker from storing its message now.
    await owner.query(sql`delete from received where mailbox_id = ${id}`);
    first.signal('SIGCONT');
    await expect.poll(() => first.log.map(({ msg }) => msg)).toContain('continued');
    // The worker ends only after its current work.
    expect(await first.stop()).toMatchObject({ code: 0 });
    expect(await stored()).toEqual(bySecond);
    expect(await holdersOf(owner, id)).toEqual([first.ready['holder'], second.ready['holder']]);
    expect(await overlappingWatches(owner)).toEqual([]);
    await second.stop();
  },
);
