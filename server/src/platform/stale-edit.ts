import { invalidField } from './error.ts';

/** Rejects an edit based on an outdated version. */
export function rejectIfStale(
  what: string,
  { updatedAt }: { updatedAt: Date },
  ifUpdatedAt: string | undefined,
): void {
  if (ifUpdatedAt === undefined || Date.parse(ifUpdatedAt) === updatedAt.getTime()) return;
  throw invalidField(
    'ifUpdatedAt',
    `is out of date: the ${what} was last changed on ${updatedAt.toISOString()}; reload it and repeat the edit`,
  );
}

/** Strictly increasing, so that `ifUpdatedAt` detects concurrent edits. */
export const nextUpdatedAt = ({ updatedAt }: { updatedAt: Date }): Date =>
  new Date(Math.max(Date.now(), updatedAt.getTime() + 1));
