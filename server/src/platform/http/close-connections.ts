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
