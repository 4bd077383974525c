import { createHash } from 'node:crypto';
import { invalid } from '../error.ts';

/** Where a page ended: the last item on it, in an order of newest first. */
export interface Position {
  at: Date;
  id: string;
}

/** Short enough for a cursor, long enough that two searches do not share it. */
const fingerprint = (filters: object): string =>
  createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 16);

export const writeCursor = ({ at, id }: Position, filters: object): string =>
  Buffer.from(`${at.getTime()} ${id} ${fingerprint(filters)}`).toString('base64url');

const made = /^(\d{1,14}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (.{16})$/;

/** The position in a cursor; 422 unless it was made for these filters. */
export function readCursor(cursor: string, filters: object): Position {
  const match = made.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match)
    throw invalid(
      'cursor',
      'is not a cursor: send the nextCursor of the page before as it is, or leave it out',
    );
  if (match[3] !== fingerprint(filters))
    throw invalid('cursor', 'belongs to a search with other filters; start again without it');
  return { at: new Date(Number(match[1])), id: match[2]! };
}
