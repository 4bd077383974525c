import { type Lead, type LeadField, leadSchema } from '@outcrop/contract';
import { clean, type Issue } from '../platform/http/clean.ts';
import { check } from '../platform/http/validation.ts';

/** The row as a lead, cleaned and checked like one of POST /leads; or why it is none. */
export function asLead(
  cells: string[],
  places: [LeadField, number][],
  columnOf: (place: number) => string,
): { lead: Lead } | { reason: string } {
  const given = Object.fromEntries(places.map(([field, place]) => [field, cells[place] ?? '']));
  const issues: Issue[] = [];
  const lead = check(leadSchema, clean(given, issues), issues);
  if (lead && issues.length === 0) return { lead };
  const place = new Map<unknown, number>(places);
  const sentences = issues.map(({ path: [field], message }) =>
    place.has(field) ? `${columnOf(place.get(field)!)} ${message}.` : nobody,
  );
  return { reason: sentences.join(' ') };
}

const nobody = 'The row has neither a name nor an e-mail address nor a LinkedIn page.';
