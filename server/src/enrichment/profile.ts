import { NoUsableResult } from '../core/ai/model.ts';
import type { ProspectRecord } from '../core/search/records.sql.ts';
import { findInstruction, type Origin } from './prompt-injection.ts';

/** The fields that a model gets. Contact details are left out. */
export const profileText = (prospect: ProspectRecord): string =>
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

/** Throws if the material contains instructions to a model. */
export function rejectPromptInjection(
  texts: { text: string; origin: Origin; where: string }[],
): void {
  for (const { text, origin, where } of texts)
    if (findInstruction(text, origin)) throw promptInjectionFound(where);
}

export const promptInjectionFound = (where: string): NoUsableResult =>
  new NoUsableResult(
    'instructions_found',
    `${where} contains text that reads like an instruction to a language model, so the model was not called.`,
  );
