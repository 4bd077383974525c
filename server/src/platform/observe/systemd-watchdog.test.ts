import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { notifyWatchdog } from './systemd-watchdog.ts';

/** A replacement of systemd-notify, and what it was called with. */
function recordNotifications(settings: NodeJS.ProcessEnv) {
  const folder = mkdtempSync(join(tmpdir(), 'outcrop-watchdog-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  const file = join(folder, 'calls');
  const script = `#!/bin/sh\necho "$@" >>"${file}"\n`;
  writeFileSync(join(folder, 'systemd-notify'), script, { mode: 0o755 });
  const failures: Error[] = [];
  const { stop } = notifyWatchdog({ ...settings, PATH: folder }, (error) => failures.push(error));
  onTestFinished(stop);
  const calls = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  return { calls, failures };
}

test('systemd is notified again and again, three times in the limit of the unit', async () => {
  const { calls, failures } = recordNotifications({ WATCHDOG_USEC: '60000' });
  await expect.poll(() => calls().length, { timeout: 30_000 }).toBeGreaterThan(2);
  expect(new Set(calls())).toEqual(new Set(['WATCHDOG=1']));
  expect(failures).toEqual([]);
});

test('a unit without WatchdogSec needs no systemd-notify', () => {
  const stopped = notifyWatchdog({ PATH: '' }, (error) => {
    throw error;
  });
  expect(stopped.stop()).toBeUndefined();
});
