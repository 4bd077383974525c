import { createHash } from 'node:crypto';

/** Where a page ended: the last prospect on it, in the order of the search. */
export interface Position {
  createdAt: Date;
  id: string;
}

/** Short enough for a cursor, long enough that two searches do not share it. */
const fingerprint = (filters: object): string =>
  createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 16);

export const writeCursor = ({ createdAt, id }: Position, filters: object): string =>
  Buffer.from(`${createdAt.getTime()} ${id} ${fingerprint(filters)}`).toString('base64url');

const made = /^(\d{1,14}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (.{16})$/;

/** The position in a cursor, or what is wrong with it. */
export function readCursor(cursor: string, filters: object): Position | string {
  const match = made.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match) return 'is not a cursor that this service made';
  if (match[3] !== fingerprint(filters))
    return 'belongs to a search with other filters; start again without it';
  return { createdAt: new Date(Number(match[1])), id: match[2]! };
}
