import type { Endpoint } from '@outcrop/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../error.ts';
import type { Caller } from './call.ts';

/** A request of someone who is known, and how it was answered. */
export interface Exchange {
  correlationId: string;
  at: Date;
  method: string;
  /** Null where nothing is at the address. */
  line: Endpoint | null;
  caller: Caller;
  params: unknown;
  /** The address as it was asked for. */
  url: string;
  body: unknown;
  requestBytes: number;
  status: number;
  ms: number;
  error: ApiError | null;
  replayed: boolean;
  answerBytes: number | null;
}

export function exchangeOf(request: FastifyRequest, reply: FastifyReply, caller: Caller): Exchange {
  const { content, upload, headers } = request;
  const ms = Math.round(reply.elapsedTime);
  const length = reply.getHeader('content-length');
  return {
    correlationId: request.id,
    at: new Date(Date.now() - ms),
    method: request.method,
    line: request.routeOptions.config.route?.line ?? null,
    caller,
    params: request.params,
    url: request.url,
    body: content?.json,
    requestBytes:
      content?.bytes.length ?? upload?.size ?? (Number(headers['content-length'] ?? 0) || 0),
    status: reply.statusCode,
    ms,
    error: request.refusal,
    replayed: reply.hasHeader('idempotency-replayed'),
    answerBytes: length === undefined ? null : Number(length),
  };
}
