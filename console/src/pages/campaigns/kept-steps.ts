import { readDraft, setDraft } from '../../browser/drafts.ts';
import type { Campaign } from './campaign-labels.ts';
import type { Draft } from './draft.ts';

/** Unsaved steps, and those that they started from. Kept in case the page or the session ends. */
interface KeptSteps {
  base: Campaign['steps'];
  draft: Draft;
}

/** The number changes with the form of what is kept, so that older ones are not read. */
const idOf = (campaignId: string) => `steps-1 ${campaignId}`;

export function readKeptSteps(campaignId: string): KeptSteps | null {
  const text = readDraft(idOf(campaignId));
  return text === '' ? null : JSON.parse(text);
}

export const keepSteps = (campaignId: string, steps: KeptSteps): void =>
  setDraft(idOf(campaignId), JSON.stringify(steps));

export const forgetSteps = (campaignId: string): void => setDraft(idOf(campaignId), '');
