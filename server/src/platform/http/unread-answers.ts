import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Closes a connection whose answer nobody reads, so that its memory is free again. A time-out of the
 * socket would not do: whatever the caller goes on sending sets it back.
 */
export function closeUnread(app: FastifyInstance, unreadMs: number): void {
  app.addHook('onSend', async (request, { raw: answer }) => {
    const { socket } = request.raw;
    let before = '';
    const timer = setInterval(() => {
      const now = progressOf(socket);
      if (now !== '' && now === before) socket.destroy();
      before = now;
    }, unreadMs);
    timer.unref();
    answer.once('close', () => clearInterval(timer));
  });
}

/** Changes with every byte that is taken; empty when nothing waits. */
function progressOf(socket: Socket): string {
  // Of one large write, only the handle knows how much has left.
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } };
  const leaving = handle?.writeQueueSize ?? 0;
  return socket.writableLength + leaving > 0 ? `${socket.bytesWritten} ${leaving}` : '';
}
