import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery, writeResultFields } from '../endpoint.ts';
import { count, text } from '../fields.ts';

export const aiProviders = ['openai-compatible', 'openai', 'anthropic', 'google'] as const;
export type AiProvider = (typeof aiProviders)[number];

const provider = z.enum(aiProviders);

export const maxListedModels = 200;
export const maxModelIdLength = 200;
const model = text(maxModelIdLength);
const baseUrl = text(2048);
const apiKey = text(1000);

const price = z.number().min(0).max(100_000);
const prices = z
  .strictObject({ input: price, output: price })
  .describe('US dollars per million input and output tokens, used to report the cost of jobs.');

const aiSettings = z
  .strictObject({
    instructions: z.string().nullable().describe('Instructions for opening lines.'),
    provider: provider.nullable().describe('Null if the operator’s model is used.'),
    model: z.string().nullable(),
    baseUrl: z.string().nullable(),
    apiKeyEnd: z
      .string()
      .nullable()
      .describe('Last characters of the API key. The key itself is never returned.'),
    prices: prices.nullable(),
    ofOperator: z
      .strictObject({ provider, model: z.string() })
      .nullable()
      .describe('The model used without a provider of your own, or null if there is none.'),
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

export const getAiSettings = defineEndpoint({
  ...manageDefaults,
  id: 'getAiSettings',
  method: 'GET',
  path: '/ai-settings',
  topic: 'Enrichment',
  summary: 'Get the AI settings',
  description: 'Returns the workspace’s own language model and instructions, if any.',
  role: 'admin',
  query: noQuery,
  body: null,
  data: z.strictObject({ settings: aiSettings }),
  examples: [{ summary: 'The workspace’s own model', data: { settings: settingsExample } }],
});

export const patchAiSettings = defineEndpoint({
  ...manageDefaults,
  id: 'patchAiSettings',
  method: 'PATCH',
  path: '/ai-settings',
  topic: 'Enrichment',
  summary: 'Change the AI settings',
  description:
    'Omitted fields keep their value. A null `provider` switches back to the operator’s ' +
    'model. Changing the provider or `baseUrl` deletes the API key, so send it again.',
  role: 'admin',
  nullClears: true,
  query: noQuery,
  body: z.object({
    instructions: text(4000).nullable().optional(),
    provider: provider.nullable().optional(),
    model: model.nullable().optional(),
    baseUrl: baseUrl
      .nullable()
      .optional()
      .describe('Base URL of an OpenAI-compatible server. Not used by other providers.'),
    apiKey: apiKey.nullable().optional().describe('Stored encrypted and never returned.'),
    prices: z.object(prices.shape).describe(prices.description!).nullable().optional(),
  }),
  data: z.strictObject({ settings: aiSettings, ...writeResultFields }),
  examples: [
    {
      summary: 'The workspace’s own model',
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

export const postAiSettingsTest = defineEndpoint({
  ...manageDefaults,
  id: 'postAiSettingsTest',
  method: 'POST',
  path: '/ai-settings/test',
  topic: 'Enrichment',
  transaction: 'none',
  summary: 'Test the language model',
  description: 'Sends a short test prompt to the configured model. Costs no credit.',
  role: 'admin',
  query: noQuery,
  body: z.object({}),
  data: z.strictObject({
    works: z.boolean(),
    model: z.string().nullable().describe('The model that was called.'),
    ms: count().describe('Duration in milliseconds.'),
    problem: z.string().nullable().describe('What is wrong, if it does not work.'),
    ...writeResultFields,
  }),
  examples: [
    {
      summary: 'The model works',
      body: {},
      data: { works: true, model: 'openai-compatible qwen3:14b', ms: 840, problem: null },
    },
  ],
});

export const postAiSettingsModels = defineEndpoint({
  ...manageDefaults,
  id: 'postAiSettingsModels',
  method: 'POST',
  path: '/ai-settings/models',
  topic: 'Enrichment',
  transaction: 'none',
  summary: 'List the models of a provider',
  description:
    'Asks a provider which models it has, before they are saved. Without `apiKey`, the stored ' +
    'key is used, but only for the provider and `baseUrl` it was entered for. Costs no credit.',
  role: 'admin',
  query: noQuery,
  body: z.object({
    provider,
    baseUrl: baseUrl.optional().describe('Required for an OpenAI-compatible server.'),
    apiKey: apiKey.optional().describe('Used for this request only, and not stored.'),
  }),
  data: z.strictObject({
    models: z
      .array(z.string().max(maxModelIdLength))
      .max(maxListedModels)
      .describe('Model IDs in alphabetical order. Empty if there is a problem.'),
    problem: z.string().nullable().describe('Why the models cannot be listed, or null.'),
    ...writeResultFields,
  }),
  examples: [
    {
      summary: 'The models of an OpenAI-compatible server',
      body: { provider: 'openai-compatible', baseUrl: settingsExample.baseUrl },
      data: { models: ['llama4:scout', 'qwen3:14b'], problem: null },
    },
  ],
});
