import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileAnswer } from './call.ts';

/**
 * Sends a file as it is read. The first piece is waited for, so that what goes wrong before it is
 * told in the envelope; whatever goes wrong later cuts the file off, which every client notices.
 */
export async function sendFile(
  reply: FastifyReply,
  { name, pieces }: FileAnswer,
  read: Parameters<FileAnswer['pieces']>[0],
): Promise<FastifyReply> {
  const iterator = pieces(read)[Symbol.asyncIterator]();
  const first = await iterator.next();
  const all = async function* () {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', attachment(name))
    .send(Readable.from(all()));
}

/** A name that every browser can keep, and beside it the real one for those that can read it. */
const attachment = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\w.-]+/g, '-')}"; filename*=UTF-8''${encodeURIComponent(name)}`;
