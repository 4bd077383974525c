import type { ImportColumn, ImportOrder } from '@outcrop/contract';
import { type PersonField, personFieldNames } from '../../parts/person.ts';
import type { ImportSearch } from './search.ts';

/** What each column of a file holds, in their order; null for one that is left out. */
export type Held = (PersonField | null)[];

/** Of these each row needs one: without, it is nobody. */
const identifying: PersonField[] = ['fullName', 'firstName', 'lastName', 'email', 'linkedinUrl'];

export const isSomebody = (held: Held): boolean =>
  held.some((field) => field !== null && identifying.includes(field));

const leftOut = '-';

/** As it stands in the address: `fullName,email,-`. */
export const textOf = (held: Held): string => held.map((field) => field ?? leftOut).join();

/** What the address says of the columns, or what the service has guessed. No field is held twice. */
export function heldBy(columns: ImportColumn[], text: string | undefined): Held {
  const said = text?.split(',');
  const wanted = columns.map(({ guess }, place) => (said ? said[place] : guess));
  return wanted.map((field, place) =>
    isField(field) && wanted.indexOf(field) === place ? field : null,
  );
}

const isField = (text: string | null | undefined): text is PersonField =>
  text !== null && text !== undefined && Object.hasOwn(personFieldNames, text);

/** What the service is told: for each field the name of its column. */
const mappingOf = (columns: ImportColumn[], held: Held): NonNullable<ImportOrder['mapping']> =>
  Object.fromEntries(
    columns.flatMap(({ name }, place) => (held[place] ? [[held[place], name]] : [])),
  );

/** What an import is asked for, by what was chosen. */
export const orderOf = (columns: ImportColumn[], { columns: text, list, tag }: ImportSearch) => ({
  mapping: mappingOf(columns, heldBy(columns, text)),
  ...(list && { listName: list }),
  ...(tag && { tagName: tag }),
});
