import { createHash } from 'node:crypto';
import { invalid } from './error.ts';

/** The last item of a page, sorted newest first. */
export interface Position {
  at: Date;
  id: string;
}

/** Short, but long enough to distinguish different filters. */
const fingerprint = (filters: object): string =>
  createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 16);

export const writeCursor = ({ at, id }: Position, filters: object): string =>
  Buffer.from(`${at.getTime()} ${id} ${fingerprint(filters)}`).toString('base64url');

const cursorPattern = /^(\d{1,14}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (.{16})$/;

/** Reads a cursor; 422 unless it was created for these filters. */
export function readCursor(cursor: string, filters: object): Position {
  const match = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match)
    throw invalid(
      'cursor',
      'is not valid: send the nextCursor of the previous page unchanged, or omit it',
    );
  if (match[3] !== fingerprint(filters))
    throw invalid('cursor', 'belongs to a search with different filters; start again without it');
  return { at: new Date(Number(match[1])), id: match[2]! };
}
