import type { DeliveryStatus } from '@outcrop/contract';
import { oneOf, pickStrings } from '../../browser/search-parameters.ts';

const statuses: readonly DeliveryStatus[] = ['pending', 'delivered', 'failed'];

/** The status filter and the open delivery. */
export function webhookSearch(given: Record<string, unknown>): {
  status?: DeliveryStatus;
  delivery?: string;
} {
  const status = oneOf(statuses, given['status']);
  return { ...pickStrings(given, 'delivery'), ...(status && { status }) };
}
