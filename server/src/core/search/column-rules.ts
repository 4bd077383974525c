import { type Stage, stages } from '@outcrop/contract';
import { fold, readName } from '@outcrop/contract/identity';
import type { ProspectFields } from './field-rules.ts';
import { searchText } from './word-rules.ts';

/** Columns of a prospect that a search reads and that depend on its fields. */
export interface SearchColumns {
  search_text: string;
  sort_name: string;
  company_key: string;
}

/** Sorts behind every name and company. */
const missing = '\u{10ffff}';
// An index entry holds at most 2,704 bytes.
const maxKeyLength = 200;

/** Folded for sorting and comparing. */
export const textKey = (text: string): string => fold(text).slice(0, maxKeyLength).toWellFormed();

export const searchColumns = (prospect: Omit<ProspectFields, 'id'>): SearchColumns => {
  const name = readName(prospect).fullName ?? prospect.email;
  return {
    search_text: searchText(prospect),
    sort_name: name === null ? missing : textKey(name),
    company_key: prospect.companyName === null ? missing : textKey(prospect.companyName),
  };
};

/** Stored beside the stage: the policies let an index on a number be used, but not on an enum. */
export const stagePosition = (stage: Stage): number => stages.indexOf(stage) + 1;
