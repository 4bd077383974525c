import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A process that takes longer to stop is killed. A debugger may be holding it. */
const maxStopMs = 3_000;

interface ProcessOptions {
  kind: 'api' | 'worker';
  environment: NodeJS.ProcessEnv;
  /** Options for Node, and for service-process.main.ts. */
  nodeOptions: string[];
  options: string[];
  /** Called when the process exits without having been stopped: it did not start, or it crashed. */
  onFailure: () => void;
}

/** The API or the worker in its own process, which is replaced when its code changes. */
export class ServiceProcess {
  readonly #options: ProcessOptions;
  #child: ChildProcess | undefined;
  #isStopping = false;
  #origin = rejectedOrigin('not started');

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  /** Its address, once it is running. Rejects if the newest process did not start. */
  async origin(): Promise<string> {
    for (;;) {
      const origin = this.#origin;
      try {
        return await origin;
      } catch (error) {
        if (origin === this.#origin) throw error;
      }
    }
  }

  /** Stops the process, even one that is still starting, and starts a new one. */
  start(): Promise<string> {
    const origin: Promise<string> = this.#end().then(() => {
      if (origin !== this.#origin) throw new Error('replaced');
      return this.#spawn();
    });
    origin.catch(() => {});
    this.#origin = origin;
    return this.origin();
  }

  stop(): Promise<void> {
    this.#origin = rejectedOrigin('stopped');
    return this.#end();
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    this.#isStopping = true;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), maxStopMs);
    await exited;
    clearTimeout(timer);
  }

  #spawn(): Promise<string> {
    const { kind, environment, nodeOptions, options, onFailure } = this.#options;
    const main = join(import.meta.dirname, 'service-process.main.ts');
    const child = spawn(process.execPath, [...nodeOptions, main, kind, ...options], {
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    this.#isStopping = false;
    return new Promise((resolve, reject) => {
      child.once('message', ({ origin }: { origin: string }) => resolve(origin));
      child.once('exit', () => {
        reject(new Error('not started'));
        if (this.#isStopping) return;
        this.#origin = rejectedOrigin('not running');
        onFailure();
      });
    });
  }
}

function rejectedOrigin(reason: string): Promise<string> {
  const promise = Promise.reject<string>(new Error(reason));
  promise.catch(() => {});
  return promise;
}
