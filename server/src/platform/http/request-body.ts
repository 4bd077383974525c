import type { IncomingMessage } from 'node:http';
import { type Endpoint, errorMessages, maxBodyBytesOf } from '@outcrop/contract';
import { ApiError } from '../error.ts';
import { jsonSyntaxError } from './json-mistake.ts';
import { maxValues, ValueCounter } from './json-values.ts';

const maxReadMs = 60_000;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

export interface JsonBody {
  bytes: Buffer;
  json: unknown;
}

/** Reads the whole body, then checks size, type and JSON, in this order. */
export async function readJson(request: IncomingMessage, endpoint: Endpoint): Promise<JsonBody> {
  const values = new ValueCounter();
  const bytes = await readBytes(request, endpoint, values);
  requireJsonType(request, bytes.length);
  if (bytes.length === 0 && endpoint.body?.safeParse({}).success) return { bytes, json: {} };
  if (values.count > maxValues)
    throw invalidBody(
      `has more than ${maxValues.toLocaleString('en')} fields and items: send it in several requests`,
    );
  return { bytes, json: await parse(bytes) };
}

function readBytes(
  request: IncomingMessage,
  endpoint: Endpoint,
  values: ValueCounter,
): Promise<Buffer> {
  const maxBytes = maxBodyBytesOf(endpoint);
  let timer: NodeJS.Timeout;
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onTimeout = () =>
      reject(new ApiError('bad_request', 'The request did not arrive in time. Send it again.'));
    // The server's own timeout is longer, for file uploads.
    timer = setTimeout(onTimeout, maxReadMs);
    const tooLarge = () => {
      // Read and discard the rest: closing now would hide the response from the caller.
      request.removeAllListeners('data').resume();
      reject(new ApiError('payload_too_large', errorMessages.bodyTooLarge(endpoint)));
    };
    if (Number(request.headers['content-length']) > maxBytes) return tooLarge();
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return tooLarge();
      values.add(chunk);
      chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', (cause) =>
      reject(
        new ApiError('bad_request', 'The request body is incomplete. Send all of it.', { cause }),
      ),
    );
  }).finally(() => clearTimeout(timer));
}

function requireJsonType({ headers }: IncomingMessage, size: number): void {
  const type = headers['content-type'];
  if (type === undefined && size === 0) return;
  const isJson = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i.test(type ?? '');
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  if (!isJson || !isPlain) throw new ApiError('unsupported_media_type', errorMessages.notJson);
}

const invalidBody = (message: string) =>
  new ApiError('validation_error', `The body ${message}.`, {
    fieldErrors: { body: [message] },
    issues: [{ path: ['body'], message }],
  });

async function parse(bytes: Buffer): Promise<unknown> {
  if (bytes.length === 0) throw invalidBody('is required: send a JSON object');
  const text = decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    await new Promise((resolve) => setImmediate(resolve));
    throw invalidBody(`is not valid JSON: ${jsonSyntaxError(text)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidBody('must be a JSON object');
  return value;
}

function decode(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw invalidBody('is not valid UTF-8: send it in UTF-8');
  }
}
