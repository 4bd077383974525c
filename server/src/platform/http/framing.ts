import { randomUUIDv7 } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorMessages } from '@outcrop/contract';
import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../error.ts';
import { failureBody } from './envelope.ts';

type StatusLine = '400 Bad Request' | '408 Request Timeout' | '431 Request Header Fields Too Large';

/** How long a caller may go on sending after the refusal. */
const unreadTimeoutMs = 5_000;

/** Responds to invalid HTTP, with the same envelope as all other responses. */
export const invalidHttpHandler = (log: FastifyBaseLogger) => {
  const refused = new WeakSet<Duplex>();
  const refuse = (socket: Duplex, status: StatusLine, message: string, cause?: string) => {
    // Node reports each further part of the same request again. It is read and dropped: closing
    // now would reset the connection, and the caller might never see the response.
    if (refused.has(socket)) return;
    refused.add(socket);
    const timer = setTimeout(() => socket.destroy(), unreadTimeoutMs).unref();
    socket.once('close', () => clearTimeout(timer));
    const correlationId = randomUUIDv7();
    log.info(
      { correlationId, status: Number.parseInt(status, 10), cause },
      'request refused: bad framing',
    );
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const code = status === '408 Request Timeout' ? 'request_timeout' : 'bad_request';
    const body = JSON.stringify(failureBody(new ApiError(code, message), correlationId));
    socket.end(
      [
        `HTTP/1.1 ${status}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Correlation-Id: ${correlationId}`,
        'Access-Control-Allow-Origin: *',
        'Cache-Control: no-store',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };

  return {
    /** Replaces the framework's own response. */
    clientErrorHandler: ({ code }: NodeJS.ErrnoException, socket: Duplex): void => {
      if (code === 'ECONNRESET') socket.destroy();
      else if (code === 'HPE_HEADER_OVERFLOW')
        refuse(
          socket,
          '431 Request Header Fields Too Large',
          'The request headers are larger than 16 KiB. Send fewer or shorter ones.',
          code,
        );
      else if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
        refuse(socket, '408 Request Timeout', errorMessages.requestTimeout, code);
      else
        refuse(
          socket,
          '400 Bad Request',
          'This is not a valid HTTP request. Check the client or any proxy in between.',
          code,
        );
    },
    attachTo: (server: Server): void => {
      server.on('connect', (_request, socket: Duplex) => {
        refuse(
          socket,
          '400 Bad Request',
          'This server is not a proxy. Send the request to its own address.',
        );
      });
      // Ignore unknown expectations; Node would respond 417.
      server.on('checkExpectation', (request, response) =>
        server.emit('request', request, response),
      );
    },
  };
};

/**
 * The path to route. An absolute URL loses its origin, and a path that cannot be decoded is
 * escaped, so that it becomes a normal 404.
 */
export function routedUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const [encoded = ''] = path.split('?');
  try {
    decodeURIComponent(encoded);
    return path;
  } catch {
    return encoded.replaceAll('%', '%25');
  }
}
