import type { ManageData, Prospect, ProspectFilter, Stage } from '@outcrop/contract';
import { stageName } from '@outcrop/contract/stages';
import { splitValues } from '../../browser/search-parameters.ts';
import { withOwnerId } from '../../features/prospect/owner.ts';
import type { ProspectFilters, ProspectSort } from './search.ts';

type SourceType = Prospect['sourceType'];

export const enrichmentNames: Record<Prospect['enrichmentStatus'], string> = {
  none: 'Not enriched',
  queued: 'Queued',
  running: 'In progress',
  enriched: 'Enriched',
  failed: 'Failed',
};

export const sourceNames: Record<SourceType, string> = {
  extension: 'Extension',
  extension_profile: 'Extension (profile)',
  extension_search: 'Extension (search)',
  extension_comments: 'Extension (comments)',
  csv: 'CSV file',
  manual: 'Added by hand',
};

/** The names of the ids in filters. */
export interface FilterNames {
  lists: ManageData<'getBoards'>['lists'];
  tags: ManageData<'getBoards'>['tags'];
  campaigns: { id: string; name: string }[];
  owners: { value: string; label: string }[];
  /** An id without a name was deleted. */
  isLoaded: boolean;
}

/** Every order, as a choice on narrow screens and for screen readers. */
export const sortNames: Record<ProspectSort, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-lastActivityAt': 'Latest activity first',
  lastActivityAt: 'Latest activity last',
  '-updatedAt': 'Last updated first',
  updatedAt: 'Last updated last',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  company: 'Company, A to Z',
  '-company': 'Company, Z to A',
  stage: 'Stage, first to last',
  '-stage': 'Stage, last to first',
};

/** The active filters, for the empty state: `stage New or Contacted`. */
export function describeFilters(filters: ProspectFilters, names: FilterNames): string[] {
  const or = (values: string | undefined, nameOf: (value: string) => string | undefined) =>
    splitValues(values).map(nameOf).join(' or ');
  const named = (all: { id: string; name: string }[]) => (id: string) =>
    `“${all.find((each) => each.id === id)?.name ?? 'deleted'}”`;
  const has = (value: 'true' | 'false' | undefined, an: string, no: string) =>
    value && (value === 'true' ? an : no);
  const { q, stage, listId, tagId, campaignId, sourceType, company, enrichmentStatus } = filters;
  const { createdFrom, createdTo, updatedFrom, updatedTo } = filters;
  return [
    q && `search “${q}”`,
    stage && `stage ${or(stage, (value) => stageName[value as Stage])}`,
    listId && `list ${or(listId, named(names.lists))}`,
    tagId && `tag ${or(tagId, named(names.tags))}`,
    campaignId && `campaign ${named(names.campaigns)(campaignId)}`,
    sourceType && `source ${or(sourceType, (value) => sourceNames[value as SourceType])}`,
    company && `company “${company}”`,
    filters.ownerId && `owner ${ownerLabel(filters.ownerId, names)}`,
    has(filters.hasEmail, 'an email', 'no email'),
    has(filters.hasPhone, 'a phone number', 'no phone number'),
    has(filters.hasLinkedin, 'a LinkedIn URL', 'no LinkedIn URL'),
    enrichmentStatus && `enrichment ${enrichmentNames[enrichmentStatus]}`,
    createdFrom && `added from ${createdFrom} (UTC)`,
    createdTo && `added to ${createdTo} (UTC)`,
    updatedFrom && `updated from ${updatedFrom} (UTC)`,
    updatedTo && `updated to ${updatedTo} (UTC)`,
  ].filter((text) => text !== undefined);
}

const ownerLabel = (id: string, { owners }: FilterNames): string =>
  owners.find(({ value }) => value === id)?.label ?? 'a former member';

/** URL filters as a request body. */
export function filterBody(filters: ProspectFilters): ProspectFilter {
  const { stage, listId, tagId, sourceType, hasEmail, hasPhone, hasLinkedin, ...rest } =
    withOwnerId(filters);
  return {
    ...rest,
    ...(stage && { stage: splitValues(stage) as Stage[] }),
    ...(listId && { listId: splitValues(listId) }),
    ...(tagId && { tagId: splitValues(tagId) }),
    ...(sourceType && { sourceType: splitValues(sourceType) as SourceType[] }),
    ...(hasEmail && { hasEmail: hasEmail === 'true' }),
    ...(hasPhone && { hasPhone: hasPhone === 'true' }),
    ...(hasLinkedin && { hasLinkedin: hasLinkedin === 'true' }),
  };
}
