import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { timedSetUp } from '../set-up-times.ts';

const apiMain = fileURLToPath(new URL('api-process.ts', import.meta.url));

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

type LogLine = Record<string, unknown>;

export interface TestProcess {
  pid: number;
  /** Every line it has logged. */
  log: LogLine[];
  stderr: () => string;
  exited: Promise<Exit>;
  signal: (name: NodeJS.Signals) => void;
  /** SIGTERM. */
  stop: () => Promise<Exit>;
  /** SIGKILL. */
  kill: () => Promise<Exit>;
}

export interface ApiProcess extends TestProcess {
  origin: string;
  /** The longest logged response time for this status. */
  maxResponseMs: (status: number) => number;
}

/** Starts the API with the test write route in its own process, and waits until it listens. */
export async function startApi(environment: Record<string, string>): Promise<ApiProcess> {
  const { ready, ...api } = await startProcess(apiMain, 'listening', { PORT: '0', ...environment });
  return {
    ...api,
    origin: String(ready.origin),
    maxResponseMs: (status) =>
      Math.max(0, ...api.log.filter((line) => line.status === status).map(({ ms }) => Number(ms))),
  };
}

/** Runs a file in its own process, and waits until it logs that it is ready. */
export async function startProcess(
  main: string,
  readyMessage: string,
  environment: Record<string, string>,
): Promise<TestProcess & { ready: LogLine }> {
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
  const log: LogLine[] = [];
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += String(text);
  });
  const started = new Promise<LogLine>((resolve) => {
    createInterface(child.stdout).on('line', (text) => {
      const line = JSON.parse(text) as LogLine;
      log.push(line);
      if (line.msg === readyMessage) resolve(line);
    });
  });
  const ready = await timedSetUp('services', `"${readyMessage}" of ${main}`, () =>
    Promise.race([started, exited.then(() => undefined)]),
  );
  if (!ready) throw new Error(`The process did not start:\n${stderr}`);
  const ended = (name: NodeJS.Signals) => () => {
    child.kill(name);
    return exited;
  };
  return {
    ready,
    pid: child.pid!,
    log,
    stderr: () => stderr,
    exited,
    signal: (name) => void child.kill(name),
    stop: ended('SIGTERM'),
    kill: ended('SIGKILL'),
  };
}
