import { execFile } from 'node:child_process';

/**
 * Reports to systemd while the event loop runs, so that it restarts a process that is stuck. Does nothing
 * unless the unit has WatchdogSec. Node cannot write to the socket of systemd, so a command does.
 */
export function notifyWatchdog(
  environment: NodeJS.ProcessEnv,
  onError: (error: Error) => void,
): { stop: () => void } {
  const limitMs = Number(environment['WATCHDOG_USEC'] ?? 0) / 1_000;
  if (!(limitMs > 0)) return { stop: () => {} };
  const notify = () =>
    void execFile('systemd-notify', ['WATCHDOG=1'], { env: environment }, (error) => {
      if (error) onError(error);
    });
  notify();
  const timer = setInterval(notify, limitMs / 3);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
