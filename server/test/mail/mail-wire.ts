import type { AddressInfo } from 'node:net';
import { createServer, connect as openSocket, type Socket } from 'node:net';
import { afterTestOrFile } from '../after-test-or-file.ts';

export interface MailWire {
  port: number;
  /** All bytes that clients sent. */
  sent: () => string;
}

/** Listens on a free port and passes every byte on, or answers with a script. */
export async function startWire(serve: number | ((client: Socket) => void)): Promise<MailWire> {
  const sent: Buffer[] = [];
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => {}).on('data', (bytes) => sent.push(bytes));
    if (typeof serve === 'function') return serve(client);
    const target = openSocket(serve, '127.0.0.1').on('error', () => client.destroy());
    open.add(target);
    return void client.pipe(target).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTestOrFile(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, sent: () => Buffer.concat(sent).toString('latin1') };
}
