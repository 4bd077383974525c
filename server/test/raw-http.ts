import { connect } from 'node:net';
import { basePath, type ErrorCode, errorSchema, errorStatus } from '@outcrop/contract';
import { expect } from 'vitest';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read it freely.
  json: any;
}

export interface Exchange {
  answers: RawAnswer[];
  /** Whether the server hung up by itself. */
  closed: boolean;
}

interface Listen {
  /** Stop after this many answers; without it, listen until the server hangs up. */
  answers?: number;
  /** An answer to HEAD tells a length, but has no body. */
  head?: boolean;
}

type Bytes = string | Buffer;

/** A request head for the API, as a client of no fixed abode might write it. */
export const head = (method: string, path: string, headers: Record<string, string> = {}): string =>
  [
    `${method} ${path.startsWith('/api/') ? path : basePath.ext + path} HTTP/1.1`,
    ...Object.entries({ Host: 'outcrop.example', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '\r\n',
  ].join('\r\n');

/** Says exactly these bytes to the server, right or wrong, and reads what comes back. */
export function say(
  origin: string,
  parts: Bytes | Bytes[],
  { answers: wanted = Number.POSITIVE_INFINITY, head: toHead = false }: Listen = {},
): Promise<Exchange> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let heard = Buffer.alloc(0);
    const finish = (closed: boolean) => {
      socket.destroy();
      resolve({ answers: readAnswers(heard, toHead), closed });
    };
    socket.on('data', (bytes) => {
      heard = Buffer.concat([heard, bytes]);
      if (readAnswers(heard, toHead).length >= wanted) finish(false);
    });
    socket.on('close', () => finish(true));
    socket.on('error', () => {});
    for (const part of [parts].flat()) socket.write(part);
  });
}

/** The one answer to these bytes, whether or not the server hangs up after it. */
export async function ask(
  origin: string,
  parts: Bytes | Bytes[],
  listen: Listen = {},
): Promise<RawAnswer> {
  const { answers } = await say(origin, parts, { answers: 1, ...listen });
  expect(answers).toHaveLength(1);
  return answers[0]!;
}

/** Every error is in the envelope, in our words, and carries the id under which it is logged. */
export function expectError(answer: RawAnswer | undefined, code: ErrorCode, status?: number): void {
  expect(answer?.json).toMatchObject({ ok: false, error: { code } });
  const { error } = errorSchema.parse(answer!.json);
  expect(answer!.status).toBe(status ?? errorStatus[code]);
  expect(answer!.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer!.headers['cache-control']).toBe('no-store');
  expect(answer!.headers['x-correlation-id']).toBe(error.correlationId);
  expect(answer!.text).not.toMatch(/statusCode|FST_|HPE_|ERR_|fastify|Client Error|node:|\.ts:/i);
}

/** The whole answers among the bytes that have arrived. */
function readAnswers(bytes: Buffer, toHead: boolean): RawAnswer[] {
  const answers: RawAnswer[] = [];
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
    const length = toHead ? 0 : Number(headers['content-length'] ?? 0);
    if (rest.length < end + 4 + length) break;
    const status = Number(first.split(' ')[1]);
    const text = rest.subarray(end + 4, end + 4 + length).toString();
    // 100 Continue is an interim answer; the real one follows it.
    if (status >= 200) answers.push({ status, headers, text, json: asJson(text) });
    rest = rest.subarray(end + 4 + length);
  }
  return answers;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
