import type { AuditAction } from '@outcrop/contract';
import { oneOf, pickStrings } from '../../browser/search-parameters.ts';
import { actionNames } from './audit-labels.ts';

/** The filters, named as in the endpoint's query, and the open entry. */
export type AuditSearch = ReturnType<typeof auditSearch>;

export function auditSearch(given: Record<string, unknown>) {
  const action = oneOf(Object.keys(actionNames) as AuditAction[], given['action']);
  const texts = pickStrings(given, 'actorId', 'from', 'to', 'entry');
  return { ...texts, ...(action && { action }) };
}
