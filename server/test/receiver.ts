import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterAll } from 'vitest';
import type { Certificate } from './certificate.ts';

export interface Receiver {
  port: number;
  /** How many connections have arrived, whether or not anything was said on them. */
  connections: number;
  /** How many of them are open. */
  open: () => number;
}

interface Place {
  host?: string;
  port?: number;
}

/** Something on this machine that outgoing calls may or may not reach; it counts who comes. */
async function listen(
  server: ReturnType<typeof createTcpServer>,
  { host = '127.0.0.1', port = 0 }: Place,
): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const receiver = { port: 0, connections: 0, open: () => sockets.size };
  server.on('connection', (socket: Socket) => {
    receiver.connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, host, resolve);
  });
  afterAll(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  receiver.port = (server.address() as AddressInfo).port;
  return receiver;
}

export const httpReceiver = (answer: RequestListener, place: Place = {}) =>
  listen(createServer(answer), place);

export const httpsReceiver = (certificate: Certificate, answer: RequestListener) =>
  listen(
    createTlsServer(certificate, answer).on('tlsClientError', () => {}),
    {},
  );

/** Speaks whatever a test wants, HTTP or not. */
export const tcpReceiver = (greet: (socket: Socket) => void) =>
  listen(
    createTcpServer((socket) => {
      greet(socket);
      // Whoever does not read does not notice that the other side has left.
      socket.resume();
    }),
    {},
  );
