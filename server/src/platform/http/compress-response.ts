import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);

/** A smaller response fits into one packet anyway. */
const minBytes = 1_400;

/**
 * Compresses JSON for callers with a token. A browser does not send a token by itself, so a foreign
 * page cannot make it send requests and guess a secret from the size of compressed responses. With a
 * session it could.
 */
export async function compressResponse(
  { caller, headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const isText = typeof payload === 'string' && Buffer.byteLength(payload) >= minBytes;
  const returnsSecret = routeOptions.config.route?.endpoint.returnsSecret === true;
  if (!isText || !caller?.tokenId || returnsSecret || !acceptsGzip(headers['accept-encoding']))
    return payload;
  reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  return compress(payload);
}

const acceptsGzip = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((part) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(part));
