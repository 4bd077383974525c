import { errorMessages } from '@outcrop/contract';
import { ApiError } from '../../platform/error.ts';

/** Ids that are not in the workspace, in request order. Throws 404 unless they may be missing. */
export function missingIds(
  ids: string[],
  existingProspects: { id: string }[],
  ignoreMissing: boolean,
): string[] {
  const foundIds = new Set(existingProspects.map(({ id }) => id));
  const missing = ids.filter((id) => !foundIds.has(id));
  if (missing.length > 0 && !ignoreMissing)
    throw new ApiError('not_found', errorMessages.prospectsNotFound(missing.length), {
      notFound: missing,
    });
  return missing;
}
