import { z } from 'zod';

/** Small, to find out whether a model answers. */
export const testQuestion = {
  system: 'Answer with one JSON object and nothing else. It has one member, "word".',
  prompt: 'Say the word "ready".',
  answer: z.object({ word: z.string() }),
  maxTokens: 100,
};
