import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Lets go of connections when the process stops, since each one that stays open keeps it from
 * ending. The framework closes those that wait for another request; here are the others.
 */
export function letGoWhenStopping(app: FastifyInstance): void {
  let stopping = false;
  const silent = new Set<Socket>();
  // Browsers connect ahead of their first request. It may never come.
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));

  app.addHook('preClose', async () => {
    stopping = true;
    for (const socket of silent) socket.destroy();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
}
