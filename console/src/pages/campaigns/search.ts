import type { CampaignStatus, EnrollmentStatus, OutboundStatus } from '@outcrop/contract';
import { oneOf, pickStrings } from '../../browser/search-parameters.ts';

const campaignStatuses: readonly CampaignStatus[] = ['draft', 'running', 'paused', 'archived'];

/** The status filter of the list. */
export function campaignsSearch(given: Record<string, unknown>): { status?: CampaignStatus } {
  const status = oneOf(campaignStatuses, given['status']);
  return status ? { status } : {};
}

export const tabs = ['steps', 'people', 'rehearsal', 'emails', 'numbers', 'settings'] as const;
export type Tab = (typeof tabs)[number];

const enrollmentStatuses: readonly EnrollmentStatus[] = [
  'waiting',
  'sending',
  'finished',
  'replied',
  'unsubscribed',
  'suppressed',
  'bounced',
  'away',
  'held',
  'stopped',
];
const messageStatuses: readonly OutboundStatus[] = [
  'sending',
  'accepted',
  'refused',
  'deferred',
  'unknown',
  'released',
  'given_up',
];

export interface CampaignSearch {
  tab?: Tab;
  /** Of the tab People. */
  state?: EnrollmentStatus;
  /** Of the tab Emails. */
  status?: OutboundStatus;
  /** The open prospect. */
  prospect?: string;
  /** The prospect whose emails are shown. */
  preview?: string;
}

export function campaignSearch(given: Record<string, unknown>): CampaignSearch {
  const tab = oneOf(tabs, given['tab']);
  const state = oneOf(enrollmentStatuses, given['state']);
  const status = oneOf(messageStatuses, given['status']);
  return {
    ...pickStrings(given, 'prospect', 'preview'),
    ...(tab && { tab }),
    ...(state && { state }),
    ...(status && { status }),
  };
}
