import type { ManageData, Prospect, ProspectFilter } from '@outcrop/contract';
import { stageName } from '@outcrop/contract/stages';
import type { ProspectFilters } from './search.ts';

export const enrichmentNames: Record<Prospect['enrichmentStatus'], string> = {
  none: 'Not enriched',
  queued: 'Queued',
  running: 'In progress',
  enriched: 'Enriched',
  failed: 'Failed',
};

export const sourceNames: Record<Prospect['sourceType'], string> = {
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
}

/** The active filters, for the empty state: `stage New`. */
export function describeFilters(filters: ProspectFilters, names: FilterNames): string[] {
  const nameOf = (all: { id: string; name: string }[], id: string) =>
    `“${all.find((each) => each.id === id)?.name ?? 'deleted'}”`;
  const { q, stage, listId, tagId, campaignId, createdFrom, createdTo, enrichmentStatus } = filters;
  return [
    q && `search “${q}”`,
    stage && `stage ${stageName[stage]}`,
    listId && `list ${nameOf(names.lists, listId)}`,
    tagId && `tag ${nameOf(names.tags, tagId)}`,
    campaignId && `campaign ${nameOf(names.campaigns, campaignId)}`,
    filters.hasEmail && (filters.hasEmail === 'true' ? 'an email' : 'no email'),
    filters.hasLinkedin && (filters.hasLinkedin === 'true' ? 'a LinkedIn URL' : 'no LinkedIn URL'),
    enrichmentStatus && `enrichment ${enrichmentNames[enrichmentStatus]}`,
    createdFrom && `added after ${createdFrom}`,
    createdTo && `added before ${createdTo}`,
  ].filter((text) => text !== undefined);
}

/** URL filters as a request body. */
export function filterBody({ hasEmail, hasLinkedin, ...rest }: ProspectFilters): ProspectFilter {
  return {
    ...rest,
    ...(hasEmail && { hasEmail: hasEmail === 'true' }),
    ...(hasLinkedin && { hasLinkedin: hasLinkedin === 'true' }),
  };
}
