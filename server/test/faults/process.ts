import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const apiMain = fileURLToPath(new URL('api-process.ts', import.meta.url));

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

type Line = Record<string, unknown>;

export interface TestProcess {
  pid: number;
  /** Every line it has logged. */
  log: Line[];
  /** What it wrote to standard error: nothing, while all is well. */
  complaints: () => string;
  exited: Promise<Exit>;
  signal: (name: NodeJS.Signals) => void;
  /** SIGTERM. */
  stop: () => Promise<Exit>;
  /** SIGKILL. */
  kill: () => Promise<Exit>;
}

export interface ApiProcess extends TestProcess {
  origin: string;
  /** The time that its slowest answer of this status took, by its own log. */
  slowest: (status: number) => number;
}

/** The API in a process of its own, with the tests' write route; resolves when it listens. */
export async function startApi(environment: Record<string, string>): Promise<ApiProcess> {
  const { ready, ...api } = await startProcess(apiMain, 'listening', { PORT: '0', ...environment });
  return {
    ...api,
    origin: String(ready.origin),
    slowest: (status) =>
      Math.max(0, ...api.log.filter((line) => line.status === status).map(({ ms }) => Number(ms))),
  };
}

/** Runs a file in a process of its own; resolves when it logs that it is ready. */
export async function startProcess(
  main: string,
  readyMessage: string,
  environment: Record<string, string>,
): Promise<TestProcess & { ready: Line }> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const exited = once(child, 'exit').then(([code, signal]): Exit => {
    process.off('exit', end);
    return { code, signal };
  });
  const log: Line[] = [];
  let complaints = '';
  child.stderr.on('data', (text) => {
    complaints += String(text);
  });
  const started = new Promise<Line>((resolve) => {
    createInterface(child.stdout).on('line', (text) => {
      const line = JSON.parse(text) as Line;
      log.push(line);
      if (line.msg === readyMessage) resolve(line);
    });
  });
  const ready = await Promise.race([started, exited.then(() => undefined)]);
  if (!ready) throw new Error(`The process did not start:\n${complaints}`);
  const ended = (name: NodeJS.Signals) => () => {
    child.kill(name);
    return exited;
  };
  return {
    ready,
    pid: child.pid!,
    log,
    complaints: () => complaints,
    exited,
    signal: (name) => void child.kill(name),
    stop: ended('SIGTERM'),
    kill: ended('SIGKILL'),
  };
}
