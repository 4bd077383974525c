import type { IncomingMessage } from 'node:http';
import { bodyTooLarge, type Endpoint, maxBodyBytesOf } from '@outcrop/contract';
import { ApiError } from '../error.ts';
import { jsonMistake } from './json-mistake.ts';
import { maxValues, ValueCounter } from './json-values.ts';

const mostMs = 60_000;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

export interface JsonBody {
  bytes: Buffer;
  json: unknown;
}

/** Reads the whole body, then says what is wrong with it in this order: size, type, JSON. */
export async function readJson(request: IncomingMessage, line: Endpoint): Promise<JsonBody> {
  const values = new ValueCounter();
  const bytes = await readBytes(request, line, values);
  requireJsonType(request, bytes.length);
  if (bytes.length === 0 && line.body?.safeParse({}).success) return { bytes, json: {} };
  if (values.count > maxValues)
    throw refuse(
      `has more than ${maxValues.toLocaleString('en')} fields and items: send it in several requests`,
    );
  return { bytes, json: await parse(bytes) };
}

function readBytes(
  request: IncomingMessage,
  line: Endpoint,
  values: ValueCounter,
): Promise<Buffer> {
  const mostBytes = maxBodyBytesOf(line);
  let timer: NodeJS.Timeout;
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const late = () =>
      reject(new ApiError('bad_request', 'The request did not arrive in time. Send it again.'));
    // The server itself waits longer, since a file may take its time.
    timer = setTimeout(late, mostMs);
    const tooLarge = () => {
      // The rest is read and dropped: hanging up now would keep the caller from seeing the answer.
      request.removeAllListeners('data').resume();
      reject(new ApiError('payload_too_large', bodyTooLarge(line)));
    };
    if (Number(request.headers['content-length']) > mostBytes) return tooLarge();
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostBytes) return tooLarge();
      values.add(chunk);
      chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', (cause) =>
      reject(new ApiError('bad_request', 'The body ended early. Send all of it.', { cause })),
    );
  }).finally(() => clearTimeout(timer));
}

function requireJsonType({ headers }: IncomingMessage, size: number): void {
  const type = headers['content-type'];
  if (type === undefined && size === 0) return;
  const isJson = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i.test(type ?? '');
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  if (!isJson || !isPlain)
    throw new ApiError(
      'unsupported_media_type',
      'Send the body as uncompressed JSON in UTF-8, with Content-Type: application/json.',
    );
}

const refuse = (message: string) =>
  new ApiError('validation_error', `The body ${message}.`, {
    fieldErrors: { body: [message] },
    issues: [{ path: ['body'], message }],
  });

async function parse(bytes: Buffer): Promise<unknown> {
  if (bytes.length === 0) throw refuse('is required: send a JSON object');
  const text = decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    await new Promise((resolve) => setImmediate(resolve));
    throw refuse(`is not valid JSON: ${jsonMistake(text)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('must be a JSON object');
  return value;
}

function decode(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw refuse('is not valid UTF-8: send it in UTF-8');
  }
}
