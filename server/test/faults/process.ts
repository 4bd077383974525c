import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('api-process.ts', import.meta.url));

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ApiProcess {
  origin: string;
  pid: number;
  /** Every line it has logged. */
  log: Record<string, unknown>[];
  /** The time that its slowest answer of this status took, by its own log. */
  slowest: (status: number) => number;
  /** What it wrote to standard error: nothing, while all is well. */
  complaints: () => string;
  exited: Promise<Exit>;
  /** SIGTERM. */
  stop: () => Promise<Exit>;
  /** SIGKILL. */
  kill: () => Promise<Exit>;
}

/** The API in a process of its own, with the tests' write route; resolves when it listens. */
export async function startApi(environment: Record<string, string>): Promise<ApiProcess> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const exited = once(child, 'exit').then(([code, signal]): Exit => {
    process.off('exit', end);
    return { code, signal };
  });
  const log: Record<string, unknown>[] = [];
  let complaints = '';
  child.stderr.on('data', (text) => {
    complaints += String(text);
  });
  const listening = new Promise<string>((resolve) => {
    createInterface(child.stdout).on('line', (text) => {
      const line = JSON.parse(text) as Record<string, unknown>;
      log.push(line);
      if (line.msg === 'listening') resolve(String(line.origin));
    });
  });
  const origin = await Promise.race([listening, exited]);
  if (typeof origin !== 'string') throw new Error(`The API did not start:\n${complaints}`);
  const signal = (name: NodeJS.Signals) => () => {
    child.kill(name);
    return exited;
  };
  return {
    origin,
    pid: child.pid!,
    log,
    slowest: (status) =>
      Math.max(0, ...log.filter((line) => line.status === status).map(({ ms }) => Number(ms))),
    complaints: () => complaints,
    exited,
    stop: signal('SIGTERM'),
    kill: signal('SIGKILL'),
  };
}
