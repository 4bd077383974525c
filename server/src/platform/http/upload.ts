import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessages, maxUploadBytes } from '@outcrop/contract';
import { ApiError, unavailableError } from '../error.ts';
import { BodyRate } from './body-rate.ts';

const chunkBytes = 64 * 1024;

/** An uploaded file, kept on disk to save memory. */
export interface UploadedFile {
  size: number;
  /** SHA-256 of its bytes. */
  digest: Buffer;
  /** Reads from the start; can be called repeatedly. */
  read: () => AsyncIterable<Buffer>;
  close: () => Promise<void>;
}

/** Reads the whole file, then checks size and type, in this order. */
export async function readUpload(
  request: IncomingMessage,
  slowBodyMs: number,
): Promise<UploadedFile> {
  if (Number(request.headers['content-length']) > maxUploadBytes) {
    request.resume();
    throw tooLarge();
  }
  // A file of the wrong type is not stored, but its size is still checked first.
  const isAccepted = isCsv(request);
  const file = isAccepted ? await openTempFile() : undefined;
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of readChunks(request, slowBodyMs)) {
      size += chunk.length;
      if (size > maxUploadBytes) throw tooLarge();
      hash.update(chunk);
      await file?.writeFile(chunk).catch(storageUnavailable);
    }
    if (!file) throw new ApiError('unsupported_media_type', errorMessages.notCsv);
  } catch (error) {
    // Read and discard the rest: closing now would hide the response from the caller.
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

/** Unlinked immediately, so nothing is left on disk if the process ends. */
async function openTempFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `outcrop-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600).catch(storageUnavailable);
  await unlink(path);
  return file;
}

async function* bytesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(chunkBytes), position });
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

async function* readChunks(request: IncomingMessage, slowBodyMs: number): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  const rate = new BodyRate(slowBodyMs);
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), rate.slow]);
      if (done) return;
      rate.add(value);
      yield value;
    }
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError('bad_request', 'The request body is incomplete. Send all of it.', { cause });
  } finally {
    rate.stop();
    // Lets go of the request, so that Node can discard the rest of the body. A stalled body keeps it waiting.
    chunks.return?.().catch(() => {});
  }
}

const tooLarge = () => new ApiError('payload_too_large', errorMessages.fileTooLarge);

function storageUnavailable(cause: unknown): never {
  throw unavailableError(
    'storage',
    'The server cannot store the file right now. Try again later.',
    {
      retryAfter: 60,
      cause,
    },
  );
}

/** An empty upload is accepted here and reported later as an empty file. */
function isCsv({ headers }: IncomingMessage): boolean {
  const type = headers['content-type'];
  const isEmpty = type === undefined && (headers['content-length'] ?? '0') === '0';
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  return isPlain && (isEmpty || /^text\/csv\s*(;|$)/i.test(type ?? ''));
}
