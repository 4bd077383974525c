import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Closes connections on shutdown, since an open connection keeps the process alive. The framework
 * closes idle keep-alive connections; this handles the others. While the process drains, each
 * connection ends with its next response, so that a proxy does not reuse it.
 */
export function closeConnectionsOnShutdown(app: FastifyInstance, isDraining: () => boolean): void {
  let stopping = false;
  const idleSockets = new Set<Socket>();
  // Browsers open connections before they send a request, and may never send one.
  app.server.on('connection', (socket: Socket) => {
    idleSockets.add(socket);
    socket.once('close', () => idleSockets.delete(socket));
  });
  app.server.on('request', ({ socket }) => idleSockets.delete(socket));

  app.addHook('preClose', async () => {
    stopping = true;
    for (const socket of idleSockets) socket.destroy();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping || isDraining()) reply.header('connection', 'close');
  });
}

/**
 * Closes connections whose response is not read, to free memory. A socket timeout does not work:
 * data that the caller sends resets it.
 */
export function closeUnreadResponses(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onSend', async (request, { raw: response }) => {
    const { socket } = request.raw;
    let before = '';
    const timer = setInterval(() => {
      const now = progressOf(socket);
      if (now !== '' && now === before) socket.destroy();
      before = now;
    }, timeoutMs);
    timer.unref();
    response.once('close', () => clearInterval(timer));
  });
}

/** Changes with every byte sent; empty when nothing is waiting. */
function progressOf(socket: Socket): string {
  // For one large write, only the handle knows how much was sent.
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } };
  const writeQueueSize = handle?.writeQueueSize ?? 0;
  return socket.writableLength + writeQueueSize > 0
    ? `${socket.bytesWritten} ${writeQueueSize}`
    : '';
}
