import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that the system assigns. The system could assign such a port to another test before the
 * server listens.
 */
const [lowest, highest] = [20_000, 32_000];
let last = randomInt(lowest, highest);

/** Returns an unused port of 127.0.0.1, a different one on each call. */
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
