import type { Stage } from './stages.ts';

/** The result of a conversation, which a user sets. */
export const conversationOutcomes = [
  'interested',
  'meeting',
  'not_now',
  'not_interested',
  'wrong_person',
] as const;
export type ConversationOutcome = (typeof conversationOutcomes)[number];

export const outcomeName: Record<ConversationOutcome, string> = {
  interested: 'Interested',
  meeting: 'Meeting',
  not_now: 'Not now',
  not_interested: 'Not interested',
  wrong_person: 'Wrong person',
};

/** The stage that an outcome leads to. Null: the stage stays. */
export const outcomeStage: Record<ConversationOutcome, Stage | null> = {
  interested: 'interested',
  meeting: 'meeting',
  not_now: null,
  not_interested: 'not_interested',
  wrong_person: 'not_interested',
};
