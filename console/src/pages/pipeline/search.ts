import { stages } from '@outcrop/contract/stages';
import { oneOf, pickStrings } from '../../browser/search-parameters.ts';

/** The filters in the URL, with the names of the query parameters of the API. */
export type PipelineFilters = { q?: string; listId?: string; tagId?: string };

/** The filters, the open prospect, and the stage to show on narrow screens. */
export type PipelineSearch = ReturnType<typeof pipelineSearch>;

export function pipelineSearch(given: Record<string, unknown>) {
  const stage = oneOf(stages, given['stage']);
  return { ...pickStrings(given, 'q', 'listId', 'tagId', 'prospect'), ...(stage && { stage }) };
}
