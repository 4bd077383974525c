import type { Endpoint } from '@outcrop/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../caller.ts';
import type { ApiError } from '../error.ts';

/** An authenticated request and its response. */
export interface RequestRecord {
  correlationId: string;
  at: Date;
  method: string;
  /** Null if the path does not exist. */
  endpoint: Endpoint | null;
  caller: Caller;
  params: unknown;
  url: string;
  body: unknown;
  requestBytes: number;
  status: number;
  ms: number;
  error: ApiError | null;
  replayed: boolean;
  answerBytes: number | null;
}

export function requestRecordOf(
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
): RequestRecord {
  const { content, upload, headers } = request;
  const ms = Math.round(reply.elapsedTime);
  const length = reply.getHeader('content-length');
  return {
    correlationId: request.id,
    at: new Date(Date.now() - ms),
    method: request.method,
    endpoint: request.routeOptions.config.route?.endpoint ?? null,
    caller,
    params: request.params,
    url: request.url,
    body: content?.json,
    requestBytes:
      content?.bytes.length ?? upload?.size ?? (Number(headers['content-length'] ?? 0) || 0),
    status: reply.statusCode,
    ms,
    error: request.apiError,
    replayed: reply.hasHeader('idempotency-replayed'),
    answerBytes: length === undefined ? null : Number(length),
  };
}
