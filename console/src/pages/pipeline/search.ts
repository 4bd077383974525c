import { stages } from '../../parts/stages.ts';
import { oneOf, textsOf } from '../../search.ts';

/** Whom the board shows, by names of the line's query. */
export type PipelineFilters = { q?: string; listId?: string; tagId?: string };

/** The filters, who is open beside the board, and the one stage that a narrow screen has room for. */
export type PipelineSearch = ReturnType<typeof pipelineSearch>;

export function pipelineSearch(given: Record<string, unknown>) {
  const stage = oneOf(stages, given['stage']);
  return { ...textsOf(given, 'q', 'listId', 'tagId', 'prospect'), ...(stage && { stage }) };
}
