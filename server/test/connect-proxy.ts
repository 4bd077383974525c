import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll } from 'vitest';

export interface TestProxy {
  url: string;
  /** What it was asked to connect to, as it was written. */
  targets: string[];
  authorization: (string | undefined)[];
}

/** A CONNECT proxy that leads every caller to one port of this machine, or refuses them all. */
export async function startConnectProxy(port?: number): Promise<TestProxy> {
  const targets: string[] = [];
  const authorization: (string | undefined)[] = [];
  const server = createServer().on('connect', (request, caller) => {
    targets.push(request.url!);
    authorization.push(request.headers['proxy-authorization']);
    caller.on('error', () => {});
    if (port === undefined) {
      caller.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const target = connect(port, '127.0.0.1', () => {
      caller.write('HTTP/1.1 200 Connection established\r\n\r\n');
      caller.pipe(target).pipe(caller);
    });
    target.on('error', () => caller.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    authorization,
  };
}
