import { randomUUIDv7 } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../error.ts';
import { failure } from './envelope.ts';

type BadFraming = '400 Bad Request' | '431 Request Header Fields Too Large';

/** Answers what is not HTTP enough to become a request, in the same envelope as everything else. */
export const badFraming = (log: FastifyBaseLogger) => {
  const refuse = (socket: Duplex, status: BadFraming, message: string, cause?: string) => {
    const correlationId = randomUUIDv7();
    log.info(
      { correlationId, status: Number.parseInt(status, 10), cause },
      'request refused: bad framing',
    );
    if (!socket.writable) return socket.destroy();
    const body = JSON.stringify(failure(new ApiError('bad_request', message), correlationId));
    return socket.end(
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
    /** Given to the framework, which would otherwise answer first and in words of its own. */
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
        refuse(
          socket,
          '400 Bad Request',
          'The request did not arrive in time. Send it again.',
          code,
        );
      else
        refuse(
          socket,
          '400 Bad Request',
          'This is not a valid HTTP request. Check the client, or the proxy between.',
          code,
        );
    },
    answerOn: (server: Server): void => {
      server.on('connect', (_request, socket: Duplex) => {
        refuse(
          socket,
          '400 Bad Request',
          'This server is not a proxy. Send the request to its own address.',
        );
      });
      // An expectation we do not know is ignored, where Node would answer 417 by itself.
      server.on('checkExpectation', (request, response) =>
        server.emit('request', request, response),
      );
    },
  };
};

/**
 * The path that is routed. An absolute address loses its origin, and one that cannot be decoded
 * becomes a path that nobody has, so that both take the way of every other request.
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
