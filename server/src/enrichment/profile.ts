import type { Prospect } from '@outcrop/contract';
import { instructionIn, type Origin } from './instructions-in-text.ts';
import { NothingUseful } from './model.ts';

/** What a model is told about a person: what it can use, and nothing that identifies them further. */
export const profileText = (prospect: Prospect): string =>
  Object.entries({
    name: prospect.fullName,
    title: prospect.title,
    company: prospect.companyName,
    location: prospect.locationName,
    website: prospect.website,
  })
    .filter(([, value]) => value !== null)
    .map(([field, value]) => `${field}: ${value}`)
    .join('\n');

/** Refuses material that speaks to the model, before the model hears it. */
export function requireInnocent(texts: { text: string; origin: Origin; where: string }[]): void {
  for (const { text, origin, where } of texts)
    if (instructionIn(text, origin)) throw speaksToModels(where);
}

export const speaksToModels = (where: string): NothingUseful =>
  new NothingUseful(
    'instructions_found',
    `${where} holds text that reads like an instruction to a language model, so nothing was asked.`,
  );
