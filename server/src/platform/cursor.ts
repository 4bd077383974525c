import { createHash } from 'node:crypto';
import { invalidField } from './error.ts';

/** The last item of a page, sorted newest first. */
export interface PagePosition {
  at: Date;
  id: string;
}

/** The last item of a page that is sorted by any value, which is written as text. */
export interface ValuePosition {
  value: string;
  id: string;
}

/** Short, but long enough to distinguish different filters. */
const fingerprintOf = (filters: object): string =>
  createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 16);

export const writeCursor = ({ at, id }: PagePosition, filters: object): string =>
  writeValueCursor({ value: String(at.getTime()), id }, filters);

export const writeValueCursor = ({ value, id }: ValuePosition, filters: object): string =>
  Buffer.from(`${encodeURIComponent(value)} ${id} ${fingerprintOf(filters)}`).toString('base64url');

const cursorPattern = /^([^ ]{0,2000}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (.{16})$/;

const isTime = (value: string): boolean => /^-?\d{1,14}$/.test(value);

/** Reads a cursor; 422 unless it was created for these filters. */
export function readCursor(cursor: string, filters: object): PagePosition {
  const { value, id } = readValueCursor(cursor, filters, isTime);
  return { at: new Date(Number(value)), id };
}

/** If `filters` is null, reads a cursor of any filters. Tasks store such cursors. */
export function readValueCursor(
  cursor: string,
  filters: object | null,
  isValid: (value: string) => boolean,
): ValuePosition {
  const [, encoded = '', id = '', print] =
    cursorPattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const value = decodeValue(encoded);
  if (print === undefined || value === null || !isValid(value))
    throw invalidField(
      'cursor',
      'is not valid: send the nextCursor of the previous page unchanged, or omit it',
    );
  if (filters !== null && print !== fingerprintOf(filters))
    throw invalidField(
      'cursor',
      'belongs to a search with different filters; start again without it',
    );
  return { value, id };
}

function decodeValue(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/**
 * One page, newest first. `select` gets the position to start after and the number of rows to read.
 * That is one row more than the page has, which shows whether there is another page. A cursor works
 * with the same filters only.
 */
export async function pageOf<Row>(
  { cursor, limit = 50 }: { cursor?: string | undefined; limit?: number | undefined },
  filters: object,
  select: (after: PagePosition | null, take: number) => Promise<Row[]>,
  positionOf: (row: Row) => PagePosition,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor, filters);
  const selectedRows = await select(after, limit + 1);
  const rows = selectedRows.slice(0, limit);
  const last = selectedRows.length > limit ? rows.at(-1)! : null;
  return { rows, nextCursor: last && writeCursor(positionOf(last), filters) };
}

export const creationPositionOf = ({
  createdAt,
  id,
}: {
  createdAt: Date;
  id: string;
}): PagePosition => ({
  at: createdAt,
  id,
});
