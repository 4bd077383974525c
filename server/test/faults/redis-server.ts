import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';

/** A separate Redis server that tests can kill, pause and restart. It stores nothing on disk. */
export class RedisServer {
  readonly url: string;
  readonly #port: number;
  #process: ReturnType<typeof launch> | undefined;

  private constructor(port: number) {
    this.#port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const started = launch(this.#port);
    this.#process = started;
    await new Promise<void>((resolve, reject) => {
      started.stdout.on('data', (text) => String(text).includes('Ready to accept') && resolve());
      started.once('exit', () => reject(new Error('redis-server did not start')));
    });
  }

  async kill(): Promise<void> {
    const ended = this.#process;
    this.#process = undefined;
    if (!ended) return;
    ended.kill('SIGKILL');
    await once(ended, 'exit');
  }

  /** Makes it hang: the port is open, but nothing responds. */
  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }
}

function launch(port: number) {
  const options = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: '/tmp' };
  const started = spawn(
    'redis-server',
    Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const end = () => started.kill('SIGKILL');
  process.once('exit', end);
  started.once('exit', () => process.off('exit', end));
  return started;
}
