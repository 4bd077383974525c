import type { AuditAction } from '@outcrop/contract';
import { oneOf } from '../../browser/search-parameters.ts';
import { actionNames } from './audit-labels.ts';

export function auditSearch(given: Record<string, unknown>): { action?: AuditAction } {
  const action = oneOf(Object.keys(actionNames) as AuditAction[], given['action']);
  return action ? { action } : {};
}
