import { errorMessages, maxResponseBytes } from '@outcrop/contract';
import { ApiError } from '../error.ts';

/**
 * Refuses data whose JSON would be larger than a response may be, before the text is built and before a
 * write commits. Escaped characters are not counted; `limitResponseText` counts exactly.
 */
export function limitResponseData(data: unknown): void {
  let bytes = 0;
  const count = (value: unknown): void => {
    if (typeof value === 'string') bytes += Buffer.byteLength(value) + 2;
    else if (Array.isArray(value)) for (const item of value) count(item);
    else if (typeof value === 'object' && value !== null)
      for (const [name, field] of Object.entries(value)) {
        bytes += name.length + 4;
        count(field);
      }
    if (bytes > maxResponseBytes) throw responseTooLarge();
  };
  count(data);
}

export function limitResponseText(text: unknown): void {
  if (typeof text === 'string' && Buffer.byteLength(text) > maxResponseBytes)
    throw responseTooLarge();
}

/** Endpoints return pages and bounded texts, so this is an error of ours. */
const responseTooLarge = () => new ApiError('internal_error', errorMessages.responseTooLarge);
