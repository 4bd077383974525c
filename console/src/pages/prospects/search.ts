import type { ManageQuery } from '@outcrop/contract';
import { stages } from '@outcrop/contract/stages';
import { oneOf, pickStrings } from '../../browser/search-parameters.ts';

type Query = ManageQuery<'getProspects'>;
type EnrichmentStatus = NonNullable<Query['enrichmentStatus']>;

export const enrichmentStatuses: readonly EnrichmentStatus[] = [
  'none',
  'queued',
  'running',
  'enriched',
  'failed',
];
const booleans = ['true', 'false'] as const;

/** The filters in the URL, with the names of the query parameters of the API. */
export type ProspectFilters = ReturnType<typeof prospectFilters>;

export function prospectFilters(given: Record<string, unknown>) {
  const stage = oneOf(stages, given['stage']);
  const enrichmentStatus = oneOf(enrichmentStatuses, given['enrichmentStatus']);
  const hasEmail = oneOf(booleans, String(given['hasEmail']));
  const hasLinkedin = oneOf(booleans, String(given['hasLinkedin']));
  return {
    ...pickStrings(given, 'q', 'listId', 'tagId', 'campaignId', 'createdFrom', 'createdTo'),
    ...(stage && { stage }),
    ...(enrichmentStatus && { enrichmentStatus }),
    ...(hasEmail && { hasEmail }),
    ...(hasLinkedin && { hasLinkedin }),
  };
}

/** The filters and the open prospect: `?stage=new&prospect=…`. */
export type ProspectSearch = ProspectFilters & { prospect?: string };

export const prospectSearch = (given: Record<string, unknown>): ProspectSearch => ({
  ...prospectFilters(given),
  ...pickStrings(given, 'prospect'),
});
