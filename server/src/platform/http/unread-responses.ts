import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

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
