import { readDraft, setDraft } from '../../browser/drafts.ts';
import type { Campaign } from './campaign-labels.ts';
import type { Draft } from './draft.ts';

/** Unsaved steps, and the saved steps before them. Kept in case the page or the session ends. */
interface KeptSteps {
  base: Campaign['steps'];
  draft: Draft;
}

/** The number changes with the stored format, so that older formats are not read. */
const idOf = (campaignId: string) => `steps-1 ${campaignId}`;

export function readKeptSteps(campaignId: string): KeptSteps | null {
  const text = readDraft(idOf(campaignId));
  return text === '' ? null : JSON.parse(text);
}

export const keepSteps = (campaignId: string, steps: KeptSteps): void =>
  setDraft(idOf(campaignId), JSON.stringify(steps));

export const forgetSteps = (campaignId: string): void => setDraft(idOf(campaignId), '');
