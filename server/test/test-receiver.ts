import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterTestOrFile } from './after-test-or-file.ts';
import type { TestCertificate } from './certificate.ts';

export interface TestReceiver {
  port: number;
  /** The number of connections so far, with or without data. */
  connections: number;
  /** The number of open connections. */
  openConnections: () => number;
}

interface ListenOptions {
  host?: string;
  port?: number;
}

/** Starts a local server that counts its connections. */
async function listen(
  server: ReturnType<typeof createTcpServer>,
  { host = '127.0.0.1', port = 0 }: ListenOptions,
): Promise<TestReceiver> {
  const sockets = new Set<Socket>();
  const receiver = { port: 0, connections: 0, openConnections: () => sockets.size };
  server.on('connection', (socket: Socket) => {
    receiver.connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, host, resolve);
  });
  afterTestOrFile(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  receiver.port = (server.address() as AddressInfo).port;
  return receiver;
}

export const httpReceiver = (answer: RequestListener, options: ListenOptions = {}) =>
  listen(createServer(answer), options);

export const httpsReceiver = (certificate: TestCertificate, answer: RequestListener) =>
  listen(
    createTlsServer(certificate, answer).on('tlsClientError', () => {}),
    {},
  );

/** A raw TCP server. */
export const tcpReceiver = (greet: (socket: Socket) => void) =>
  listen(
    createTcpServer((socket) => {
      greet(socket);
      // Without reading, the socket does not notice that the client has disconnected.
      socket.resume();
    }),
    {},
  );
