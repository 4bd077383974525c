import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileResponse } from './endpoint-call.ts';

/**
 * Streams a file. The first piece is awaited, so that errors before it use the envelope; later
 * errors cut off the file, which every client notices.
 */
export async function sendFile(
  reply: FastifyReply,
  { name, type = 'text/csv; charset=utf-8', pieces }: FileResponse,
  read: Parameters<FileResponse['pieces']>[0],
): Promise<FastifyReply> {
  const iterator = pieces(read)[Symbol.asyncIterator]();
  const first = await iterator.next();
  const all = async function* () {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  const file = Readable.from(all());
  // If the client is gone before the first piece is read, nothing else would end the pieces.
  file.once('close', () => void iterator.return?.()?.catch(() => {}));
  return (
    reply
      .type(type)
      .header('content-disposition', contentDisposition(name))
      // A file is never shown as a page of ours.
      .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
      .send(file)
  );
}

/** An ASCII name for all browsers, plus the real name in UTF-8. */
const contentDisposition = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\w.-]+/g, '-')}"; filename*=UTF-8''${encodeFileName(name)}`;

/** Also encodes the characters that RFC 8187 forbids in a header. */
const encodeFileName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
