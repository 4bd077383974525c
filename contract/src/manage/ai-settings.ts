import { z } from 'zod';
import { endpoint, manageLine, noQuery, writeNotes } from '../endpoint.ts';
import { count, text } from '../fields.ts';

export const aiProviders = ['openai-compatible', 'openai', 'anthropic', 'google'] as const;
export type AiProvider = (typeof aiProviders)[number];

const provider = z.enum(aiProviders);

const price = z.number().min(0).max(100_000);
const prices = z
  .strictObject({ input: price, output: price })
  .describe(
    'US dollars for a million tokens that it reads and writes, so that jobs tell their cost.',
  );

const aiSettings = z
  .strictObject({
    instructions: z.string().nullable().describe('How first lines should be written.'),
    provider: provider.nullable().describe('Null: the operator’s model is used.'),
    model: z.string().nullable(),
    baseUrl: z.string().nullable(),
    apiKeyEnd: z.string().nullable().describe('Its last characters; the key itself is not told.'),
    prices: prices.nullable(),
    ofOperator: z
      .strictObject({ provider, model: z.string() })
      .nullable()
      .describe('What is used without a provider of one’s own; null if there is none.'),
  })
  .meta({ id: 'AiSettings' });

const settingsExample = {
  instructions: 'Write plainly, no exclamation marks.',
  provider: 'openai-compatible',
  model: 'qwen3:14b',
  baseUrl: 'https://models.saltmarsh.example/v1',
  apiKeyEnd: '4f2a',
  prices: { input: 0.15, output: 0.6 },
  ofOperator: null,
};

export const getAiSettings = endpoint({
  ...manageLine,
  id: 'getAiSettings',
  method: 'GET',
  path: '/ai-settings',
  summary: 'Read the AI settings',
  description: 'The workspace’s own language model and instructions, if it has any.',
  role: 'admin',
  query: noQuery,
  body: null,
  data: z.strictObject({ settings: aiSettings }),
  examples: [{ summary: 'A model of one’s own', data: { settings: settingsExample } }],
});

export const patchAiSettings = endpoint({
  ...manageLine,
  id: 'patchAiSettings',
  method: 'PATCH',
  path: '/ai-settings',
  summary: 'Change the AI settings',
  description:
    'What is left out stays. A null `provider` goes back to the operator’s model. Another provider ' +
    'or address forgets the key: send it along.',
  role: 'admin',
  nullClears: true,
  query: noQuery,
  body: z.object({
    instructions: text(4000).nullable().optional(),
    provider: provider.nullable().optional(),
    model: text(200).nullable().optional(),
    baseUrl: text(2048)
      .nullable()
      .optional()
      .describe('Of an OpenAI-compatible server; the others have one of their own.'),
    apiKey: text(1000).nullable().optional().describe('Kept sealed and never told.'),
    prices: z.object(prices.shape).describe(prices.description!).nullable().optional(),
  }),
  data: z.strictObject({ settings: aiSettings, ...writeNotes }),
  examples: [
    {
      summary: 'A model of one’s own',
      body: {
        instructions: settingsExample.instructions,
        provider: settingsExample.provider,
        model: settingsExample.model,
        baseUrl: settingsExample.baseUrl,
        apiKey: 'sk-0f6c1d9e7b3a4f2a',
        prices: settingsExample.prices,
      },
      data: { settings: settingsExample },
    },
  ],
});

export const postAiSettingsTest = endpoint({
  ...manageLine,
  id: 'postAiSettingsTest',
  method: 'POST',
  path: '/ai-settings/test',
  transaction: 'none',
  summary: 'Try the language model',
  description: 'Asks the model that is set one small question. It costs no credit.',
  role: 'admin',
  query: noQuery,
  body: z.object({}),
  data: z.strictObject({
    works: z.boolean(),
    model: z.string().nullable().describe('Who was asked.'),
    ms: count().describe('How long it took.'),
    problem: z.string().nullable().describe('What is wrong, if it does not work.'),
    ...writeNotes,
  }),
  examples: [
    {
      summary: 'It answers',
      body: {},
      data: { works: true, model: 'openai-compatible qwen3:14b', ms: 840, problem: null },
    },
  ],
});
