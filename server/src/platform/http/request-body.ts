import type { IncomingMessage } from 'node:http';
import { type Endpoint, errorMessages, maxBodyBytesOf } from '@outcrop/contract';
import { ApiError } from '../error.ts';
import { BodyRate, requestTimeout } from './body-rate.ts';

const maxReadMs = 60_000;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

export interface JsonBody {
  bytes: Buffer;
  json: unknown;
}

/** Reads the whole body, then checks size, type and JSON, in this order. */
export async function readJson(
  request: IncomingMessage,
  endpoint: Endpoint,
  slowBodyMs: number,
): Promise<JsonBody> {
  const values = new ValueCounter();
  const rate = new BodyRate(slowBodyMs);
  const body = readBytes(request, endpoint, (chunk) => {
    rate.add(chunk);
    values.add(chunk);
  });
  const bytes = await Promise.race([body, rate.slow]).finally(() => rate.stop());
  requireJsonType(request, bytes.length);
  if (bytes.length === 0 && endpoint.body?.safeParse({}).success) return { bytes, json: {} };
  if (values.count > maxValues)
    throw invalidBody(
      `has more than ${maxValues.toLocaleString('en')} fields and items: send it in several requests`,
    );
  return { bytes, json: await parseJson(bytes) };
}

function readBytes(
  request: IncomingMessage,
  endpoint: Endpoint,
  onChunk: (chunk: Buffer) => void,
): Promise<Buffer> {
  const maxBytes = maxBodyBytesOf(endpoint);
  let timer: NodeJS.Timeout;
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onTimeout = () => reject(requestTimeout());
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
      onChunk(chunk);
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

async function parseJson(bytes: Buffer): Promise<unknown> {
  if (bytes.length === 0) throw invalidBody('is required: send a JSON object');
  const text = decodeUtf8(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    await new Promise((resolve) => setImmediate(resolve));
    throw invalidBody(`is not valid JSON at ${jsonErrorPosition(text)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidBody('must be a JSON object');
  return value;
}

/** Line and column of the syntax error in text that JSON.parse refuses. */
export function jsonErrorPosition(text: string): string {
  const index = jsonErrorIndex(text);
  const line = text.slice(0, index).split('\n').length;
  return `line ${line}, column ${index - text.lastIndexOf('\n', index - 1)}`;
}

/**
 * JSON.parse names the position of most errors. For an unexpected token it quotes ten characters on
 * each side instead. Blanks around the text make sure that there are ten.
 */
function jsonErrorIndex(text: string): number {
  const blanks = ' '.repeat(11);
  const padded = blanks + text + blanks;
  try {
    JSON.parse(padded);
  } catch (error) {
    const { message } = error as SyntaxError;
    const [, quoted] = /\.\.\."(.*)"\.\.\. is not valid JSON$/s.exec(message) ?? [];
    const [, position] = / at position (\d+)/.exec(message) ?? [];
    if (quoted !== undefined) return padded.indexOf(quoted) + 10 - blanks.length;
    if (position !== undefined) return Math.min(Number(position) - blanks.length, text.length);
  }
  return text.length;
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw invalidBody('is not valid UTF-8: send it in UTF-8');
  }
}

const [quote, backslash, comma, brace, bracket] = Buffer.from('"\\,{[');

/** More than any valid request: 100 leads with 50 fields each. */
const maxValues = 5_000;

/**
 * Counts the fields and items of JSON while it arrives. Half a million small ones fit into a body
 * and are slow to parse.
 */
class ValueCounter {
  count = 0;
  #inText = false;
  #escaped = false;

  add(chunk: Buffer): void {
    for (const byte of chunk) {
      if (this.#escaped) this.#escaped = false;
      else if (this.#inText) {
        if (byte === backslash) this.#escaped = true;
        else if (byte === quote) this.#inText = false;
      } else if (byte === quote) this.#inText = true;
      else if (byte === comma || byte === brace || byte === bracket) this.count++;
    }
  }
}
