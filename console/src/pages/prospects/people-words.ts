import type { ManageData, Prospect, ProspectFilter } from '@outcrop/contract';
import { stageNames } from '../../parts/stages.ts';
import type { ProspectFilters } from './search.ts';

/** How many there are, as far as they were counted. */
export interface Counted {
  count: number;
  isCapped: boolean;
}

/** "1 person", "1,240 people", "more than 10,000 people". */
export const peopleInWords = ({ count, isCapped }: Counted): string =>
  `${isCapped ? 'more than ' : ''}${count.toLocaleString('en')} ${count === 1 ? 'person' : 'people'}`;

export const enrichmentNames: Record<Prospect['enrichmentStatus'], string> = {
  none: 'Not enriched',
  queued: 'Queued',
  running: 'Running',
  enriched: 'Enriched',
  failed: 'Failed',
};

export const sourceNames: Record<Prospect['sourceType'], string> = {
  extension: 'Extension',
  extension_profile: 'Extension, profile',
  extension_search: 'Extension, search',
  extension_comments: 'Extension, comments',
  csv: 'CSV file',
  manual: 'By hand',
};

/** What the filters' ids are called. */
export interface FilterNames {
  lists: ManageData<'getBoards'>['lists'];
  tags: ManageData<'getBoards'>['tags'];
  campaigns: { id: string; name: string }[];
}

/** The filters as they are told to someone who found nobody: `stage "New"`. */
export function filtersInWords(filters: ProspectFilters, names: FilterNames): string[] {
  const called = (all: { id: string; name: string }[], id: string) =>
    `"${all.find((each) => each.id === id)?.name ?? 'no longer there'}"`;
  const { q, stage, listId, tagId, campaignId, createdFrom, createdTo, enrichmentStatus } = filters;
  return [
    q && `the words "${q}"`,
    stage && `the stage "${stageNames[stage]}"`,
    listId && `the list ${called(names.lists, listId)}`,
    tagId && `the tag ${called(names.tags, tagId)}`,
    campaignId && `the campaign ${called(names.campaigns, campaignId)}`,
    filters.hasEmail && (filters.hasEmail === 'true' ? 'an e-mail address' : 'no e-mail address'),
    filters.hasLinkedin &&
      (filters.hasLinkedin === 'true' ? 'a LinkedIn page' : 'no LinkedIn page'),
    enrichmentStatus && `the enrichment "${enrichmentNames[enrichmentStatus]}"`,
    createdFrom && `a day of arrival from ${createdFrom}`,
    createdTo && `a day of arrival up to ${createdTo}`,
  ].filter((words) => words !== undefined);
}

/** The filters of the address as a body takes them. */
export function filterBody({ hasEmail, hasLinkedin, ...rest }: ProspectFilters): ProspectFilter {
  return {
    ...rest,
    ...(hasEmail && { hasEmail: hasEmail === 'true' }),
    ...(hasLinkedin && { hasLinkedin: hasLinkedin === 'true' }),
  };
}
