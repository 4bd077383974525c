import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterTestOrFile } from './after-test-or-file.ts';

export interface TestProxy {
  url: string;
  /** The requested targets, as sent. */
  targets: string[];
  authorization: (string | undefined)[];
}

/** A CONNECT proxy that connects every caller to one local port, or rejects all of them. */
export async function startConnectProxy(port?: number): Promise<TestProxy> {
  const targets: string[] = [];
  const authorization: (string | undefined)[] = [];
  const server = createServer().on('connect', (request, client) => {
    targets.push(request.url!);
    authorization.push(request.headers['proxy-authorization']);
    client.on('error', () => {});
    if (port === undefined) {
      client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(target).pipe(client);
    });
    target.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTestOrFile(() => server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    authorization,
  };
}
