import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that the system gives to those who ask for any: one of those could be given to another
 * test before the server that it is for listens.
 */
const [lowest, highest] = [20_000, 32_000];
let last = randomInt(lowest, highest);

/** A port of 127.0.0.1 on which nothing listens. Each call returns another one. */
export async function freePort(): Promise<number> {
  for (;;) {
    last = last === highest ? lowest : last + 1;
    const port = last;
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
