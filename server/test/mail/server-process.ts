import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect as openSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { freePort } from '../faults/free-port.ts';

/** A folder that is removed afterwards and that the servers' own users may enter. */
export function serverFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  chmodSync(folder, 0o755);
  afterTestOrFile(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Returns unused ports, all different. */
export const freePorts = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, freePort));

interface ServerStart {
  ports: number[];
  /** Its log, for the error if it does not start. */
  log: () => string;
}

/**
 * Starts a server as a child process, waits until it listens, and stops it at the end of the
 * test or file. Returns a function that stops it earlier.
 */
export async function startServer(
  command: string,
  args: string[],
  { ports, log }: ServerStart,
): Promise<() => Promise<void>> {
  // A group of its own, so that processes that outlive the server can be ended.
  const child = spawn(command, args, { detached: true, stdio: ['ignore', 'ignore', 'inherit'] });
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      resolve();
    };
    child.once('exit', end).once('error', end);
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    endGroup(child.pid);
  };
  afterTestOrFile(stop);
  for (const port of ports)
    while (!(await isListening(port))) {
      if (hasEnded) throw new Error(`${command} did not start: ${log()}`);
      await sleep(50);
    }
  return stop;
}

/** Its connections are closed then, too. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = openSocket(port, '127.0.0.1');
    const done = (listening: boolean) => {
      socket.destroy();
      resolve(listening);
    };
    socket.once('connect', () => done(true)).once('error', () => done(false));
  });
