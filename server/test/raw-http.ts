import { connect } from 'node:net';
import { basePath, type ErrorCode, errorSchema, errorStatus } from '@outcrop/contract';
import { expect } from 'vitest';

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read it freely.
  json: any;
}

export interface RawExchange {
  responses: RawResponse[];
  /** Whether the server closed the connection. */
  closed: boolean;
}

interface ReadOptions {
  /** Stop after this many responses; by default read until the server closes the connection. */
  responses?: number;
  /** A response to HEAD has a length, but no body. */
  isHead?: boolean;
  /** Sent on the same connection after the first response. */
  next?: Bytes;
}

type Bytes = string | Buffer;

/** The request line and headers of an API request, as raw HTTP. */
export const requestHead = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
): string =>
  [
    `${method} ${path.startsWith('/api/') ? path : basePath.ext + path} HTTP/1.1`,
    ...Object.entries({ Host: 'outcrop.example', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '\r\n',
  ].join('\r\n');

/** Sends exactly these bytes, valid or not, and reads the responses. */
export function sendRaw(
  origin: string,
  parts: Bytes | Bytes[],
  { responses: maxResponses = Number.POSITIVE_INFINITY, isHead = false, next }: ReadOptions = {},
): Promise<RawExchange> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let received = Buffer.alloc(0);
    const finish = (closed: boolean) => {
      socket.destroy();
      resolve({ responses: readResponses(received, isHead), closed });
    };
    if (next) socket.once('data', () => socket.write(next));
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (readResponses(received, isHead).length >= maxResponses) finish(false);
    });
    socket.on('close', () => finish(true));
    socket.on('error', () => {});
    for (const part of [parts].flat()) socket.write(part);
  });
}

/** Sends these bytes and returns the only response. */
export async function requestRaw(
  origin: string,
  parts: Bytes | Bytes[],
  options: ReadOptions = {},
): Promise<RawResponse> {
  const { responses } = await sendRaw(origin, parts, { responses: 1, ...options });
  expect(responses).toHaveLength(1);
  return responses[0]!;
}

/** Errors must be in the envelope, without internals, and with their correlation id. */
export function expectError(
  response: RawResponse | undefined,
  code: ErrorCode,
  status?: number,
): void {
  expect(response?.json).toMatchObject({ ok: false, error: { code } });
  const { error } = errorSchema.parse(response!.json);
  expect(response!.status).toBe(status ?? errorStatus[code]);
  expect(response!.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response!.headers['cache-control']).toBe('no-store');
  expect(response!.headers['x-correlation-id']).toBe(error.correlationId);
  expect(response!.text).not.toMatch(/statusCode|FST_|HPE_|ERR_|fastify|Client Error|node:|\.ts:/i);
}

/** The complete responses in the received bytes. */
function readResponses(bytes: Buffer, isHead: boolean): RawResponse[] {
  const responses: RawResponse[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) break;
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => {
        const [name = '', ...value] = line.split(':');
        return [name.toLowerCase(), value.join(':').trim()];
      }),
    );
    const length = isHead ? 0 : Number(headers['content-length'] ?? 0);
    if (rest.length < end + 4 + length) break;
    const status = Number(first.split(' ')[1]);
    const text = rest.subarray(end + 4, end + 4 + length).toString();
    // 100 Continue is an interim response; the final one follows.
    if (status >= 200) responses.push({ status, headers, text, json: asJson(text) });
    rest = rest.subarray(end + 4 + length);
  }
  return responses;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
