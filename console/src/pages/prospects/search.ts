import type { ManageQuery, Prospect } from '@outcrop/contract';
import { stages } from '@outcrop/contract/stages';
import { oneOf, pickStrings, someOf } from '../../browser/search-parameters.ts';

type Query = ManageQuery<'getProspects'>;
type EnrichmentStatus = NonNullable<Query['enrichmentStatus']>;
export type ProspectSort = NonNullable<Query['sort']>;

export const enrichmentStatuses: readonly EnrichmentStatus[] = [
  'none',
  'queued',
  'running',
  'enriched',
  'failed',
];
export const sourceTypes: readonly Prospect['sourceType'][] = [
  'extension',
  'extension_profile',
  'extension_search',
  'extension_comments',
  'csv',
  'manual',
];
const booleans = ['true', 'false'] as const;

/** The order without a sort in the URL. */
export const defaultSort = '-createdAt' satisfies ProspectSort;
const sortFields = [
  'createdAt',
  'updatedAt',
  'lastActivityAt',
  'name',
  'company',
  'stage',
] as const;
export type SortField = (typeof sortFields)[number];
const prospectSorts: readonly ProspectSort[] = sortFields.flatMap(
  (field) => [field, `-${field}`] as const,
);

const isTime = (field: SortField): boolean => field.endsWith('At');

/** The order after a click on a heading: the latest first, names from A to Z, and then the reverse. */
export function nextSort(field: SortField, current: ProspectSort): ProspectSort {
  const first: ProspectSort = isTime(field) ? `-${field}` : field;
  const second: ProspectSort = isTime(field) ? field : `-${field}`;
  return current === first ? second : first;
}

/** The filters in the URL, with the names of the query parameters of the API. */
export type ProspectFilters = ReturnType<typeof prospectFilters>;

export function prospectFilters(given: Record<string, unknown>) {
  const stage = someOf(stages, given['stage']);
  const sourceType = someOf(sourceTypes, given['sourceType']);
  const enrichmentStatus = oneOf(enrichmentStatuses, given['enrichmentStatus']);
  const hasEmail = oneOf(booleans, String(given['hasEmail']));
  const hasPhone = oneOf(booleans, String(given['hasPhone']));
  const hasLinkedin = oneOf(booleans, String(given['hasLinkedin']));
  return {
    ...pickStrings(given, 'q', 'listId', 'tagId', 'campaignId', 'company', 'ownerId'),
    ...pickStrings(given, 'createdFrom', 'createdTo', 'updatedFrom', 'updatedTo'),
    ...(stage && { stage }),
    ...(sourceType && { sourceType }),
    ...(enrichmentStatus && { enrichmentStatus }),
    ...(hasEmail && { hasEmail }),
    ...(hasPhone && { hasPhone }),
    ...(hasLinkedin && { hasLinkedin }),
  };
}

/** The filters and the order. */
export type ProspectQuery = ProspectFilters & { sort?: ProspectSort };

export function prospectQuery(given: Record<string, unknown>): ProspectQuery {
  const sort = oneOf(prospectSorts, given['sort']);
  return { ...prospectFilters(given), ...(sort && sort !== defaultSort && { sort }) };
}

/** The query, the saved view it started from, and the open prospect. */
export type ProspectSearch = ProspectQuery & { view?: string; prospect?: string };

export const prospectSearch = (given: Record<string, unknown>): ProspectSearch => ({
  ...tableSearch(given),
  ...pickStrings(given, 'prospect'),
});

/** Without the open prospect. */
export const tableSearch = (given: Record<string, unknown>): ProspectSearch => ({
  ...prospectQuery(given),
  ...pickStrings(given, 'view'),
});
