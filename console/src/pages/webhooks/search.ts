import type { DeliveryStatus } from '@outcrop/contract';
import { oneOf, textsOf } from '../../search.ts';

const statuses: readonly DeliveryStatus[] = ['pending', 'delivered', 'failed'];

/** Which deliveries are listed, and which is open. */
export function webhookSearch(given: Record<string, unknown>): {
  status?: DeliveryStatus;
  delivery?: string;
} {
  const status = oneOf(statuses, given['status']);
  return { ...textsOf(given, 'delivery'), ...(status && { status }) };
}
