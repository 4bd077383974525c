import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { ApiError } from '../error.ts';

const mostBytes = 4 * 1024 * 1024;
const mostMs = 60_000;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

export interface JsonBody {
  bytes: Buffer;
  json: unknown;
}

/** Reads the whole body, then says what is wrong with it in this order: size, type, JSON. */
export async function readJson(request: IncomingMessage, schema: z.ZodType): Promise<JsonBody> {
  const bytes = await readBytes(request);
  requireJsonType(request, bytes.length);
  if (bytes.length === 0 && schema.safeParse({}).success) return { bytes, json: {} };
  return { bytes, json: parse(bytes) };
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  let timer: NodeJS.Timeout;
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const late = () => reject(new ApiError('bad_request', 'The request did not arrive in time.'));
    // The server itself waits longer, since a file may take its time.
    timer = setTimeout(late, mostMs);
    const tooLarge = () => {
      // The rest is read and dropped: hanging up now would keep the caller from seeing the answer.
      request.removeAllListeners('data').resume();
      reject(
        new ApiError(
          'payload_too_large',
          'The body is larger than 4 MiB. Send it in several requests.',
        ),
      );
    };
    if (Number(request.headers['content-length']) > mostBytes) return tooLarge();
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostBytes) tooLarge();
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', (cause) =>
      reject(new ApiError('bad_request', 'The body ended early.', { cause })),
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

function parse(bytes: Buffer): unknown {
  const refuse = (message: string) =>
    new ApiError('validation_error', `The body ${message}.`, {
      fieldErrors: { body: [message] },
      issues: [{ path: ['body'], message }],
    });
  if (bytes.length === 0) throw refuse('is required: send a JSON object');
  let value: unknown;
  try {
    value = JSON.parse(strictUtf8.decode(bytes));
  } catch (error) {
    throw refuse(error instanceof SyntaxError ? 'is not valid JSON' : 'is not valid UTF-8');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('must be a JSON object');
  return value;
}
