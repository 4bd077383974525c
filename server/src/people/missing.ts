import { ApiError } from '../platform/error.ts';

/** The ids of nobody in the workspace, in the order they were sent: 404 unless they may be missing. */
export function missingAmong(
  ids: string[],
  found: { id: string }[],
  mayBeMissing: boolean,
): string[] {
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length > 0 && !mayBeMissing)
    throw new ApiError(
      'not_found',
      `${missing.length} of the prospects ${missing.length === 1 ? 'is' : 'are'} not in the workspace; nothing was changed. With ignoreMissing the others are served.`,
      { notFound: missing },
    );
  return missing;
}
