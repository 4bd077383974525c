import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError, unavailable } from '../error.ts';

const mostBytes = 64 * 1024 * 1024;
const pieceBytes = 64 * 1024;

/** A file that was sent. It waits on disk, so that many of them, or slow ones, cost no memory. */
export interface Upload {
  size: number;
  /** SHA-256 of its bytes. */
  digest: Buffer;
  /** From the first byte, as often as asked. */
  read: () => AsyncIterable<Buffer>;
  close: () => Promise<void>;
}

/** Takes the whole file, then says what is wrong with it in this order: size, type. */
export async function readUpload(request: IncomingMessage): Promise<Upload> {
  if (Number(request.headers['content-length']) > mostBytes) {
    request.resume();
    throw tooLarge();
  }
  // A file of the wrong type is not kept, but it may still be too large, which is told first.
  const wanted = isCsv(request);
  const file = wanted ? await openNameless() : undefined;
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of arriving(request)) {
      size += chunk.length;
      if (size > mostBytes) throw tooLarge();
      hash.update(chunk);
      await file?.writeFile(chunk).catch(noRoom);
    }
    if (!file)
      throw new ApiError(
        'unsupported_media_type',
        'Send the file as it is, uncompressed, with Content-Type: text/csv.',
      );
  } catch (error) {
    // The rest is read and dropped: hanging up now would keep the caller from seeing the answer.
    request.resume();
    await file?.close();
    throw error;
  }
  return {
    size,
    digest: hash.digest(),
    read: () => bytesOf(file),
    close: () => file.close(),
  };
}

/** The name is taken away at once: whatever ends this process, nothing is left lying about. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `outcrop-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600).catch(noRoom);
  await unlink(path);
  return file;
}

async function* bytesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(pieceBytes), position });
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

async function* arriving(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } catch (cause) {
    throw new ApiError('bad_request', 'The body ended early. Send all of it.', { cause });
  }
}

const tooLarge = () =>
  new ApiError('payload_too_large', 'The file is larger than 64 MiB. Split it into several.');

function noRoom(cause: unknown): never {
  throw unavailable('The server has no room for the file now. Try again later.', {
    retryAfter: 60,
    cause,
  });
}

/** Nothing at all is left to be told as an empty file. */
function isCsv({ headers }: IncomingMessage): boolean {
  const type = headers['content-type'];
  const isNothing = type === undefined && (headers['content-length'] ?? '0') === '0';
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  return isPlain && (isNothing || /^text\/csv\s*(;|$)/i.test(type ?? ''));
}
