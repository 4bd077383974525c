import type { ImportColumn, ImportOptions } from '@outcrop/contract';
import { fieldNames, type ProspectField } from '../../features/prospect/fields.ts';
import type { ImportSearch } from './search.ts';

/** The field of each column, in file order; null for a column that is not imported. */
export type ColumnMapping = (ProspectField | null)[];

/** Each row needs a value in at least one of these. */
const identityFields: ProspectField[] = [
  'fullName',
  'firstName',
  'lastName',
  'email',
  'linkedinUrl',
];

export const identifiesProspects = (mapping: ColumnMapping): boolean =>
  mapping.some((field) => field !== null && identityFields.includes(field));

const notImported = '-';

/** The mapping as the URL holds it: `fullName,email,-`. */
export const mappingText = (mapping: ColumnMapping): string =>
  mapping.map((field) => field ?? notImported).join();

/**
 * Reads the mapping from the URL, or uses what was chosen for columns of these names before, or the
 * service's guesses. No field is used twice.
 */
export function readMapping(
  columns: ImportColumn[],
  text: string | undefined,
  remembered: Record<string, string> = {},
): ColumnMapping {
  const fromUrl = text?.split(',');
  const fields = columns.map(({ name, guess }, index) => {
    if (fromUrl) return fromUrl[index];
    return Object.hasOwn(remembered, name) ? remembered[name] : guess;
  });
  return fields.map((field, index) =>
    isField(field) && fields.indexOf(field) === index ? field : null,
  );
}

const isField = (text: string | null | undefined): text is ProspectField =>
  text !== null && text !== undefined && Object.hasOwn(fieldNames, text);

/** The field of each column by its name, to remember. */
export const fieldsByName = (
  columns: ImportColumn[],
  mapping: ColumnMapping,
): Record<string, string> =>
  Object.fromEntries(columns.map(({ name }, index) => [name, mapping[index] ?? notImported]));

const fieldColumns = (
  columns: ImportColumn[],
  mapping: ColumnMapping,
): NonNullable<ImportOptions['mapping']> =>
  Object.fromEntries(
    columns.flatMap(({ name }, index) => (mapping[index] ? [[mapping[index], name]] : [])),
  );

export const importRequest = (
  columns: ImportColumn[],
  { columns: text, list, tag, onMatch }: ImportSearch,
) => ({
  mapping: fieldColumns(columns, readMapping(columns, text)),
  ...(list && { listName: list }),
  ...(tag && { tagName: tag }),
  ...(onMatch && { onMatch }),
});
