import { aiProviders } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { ModelAnswerTooLarge, type ModelFetch, NoModelAnswer } from '../core/ai/model-fetch.ts';
import { fetchModelIds, modelIdsOf } from './model-list.ts';

const baseUrl = 'https://models.example/v1/';
const openAi = { data: [{ id: 'heron-7b' }] };
const protocols = {
  'openai-compatible': { query: '', key: 'authorization', answer: openAi },
  openai: { query: '', key: 'authorization', answer: openAi },
  anthropic: { query: '?limit=200', key: 'x-api-key', answer: openAi },
  google: {
    query: '?pageSize=200',
    key: 'x-goog-api-key',
    answer: {
      models: [
        { name: 'models/heron-7b', supportedGenerationMethods: ['generateContent'] },
        { name: 'models/heron-embed', supportedGenerationMethods: ['embedContent'] },
      ],
    },
  },
} as const;

const signal = new AbortController().signal;
const listFrom = (fetch: ModelFetch, apiKey: string | null = null) =>
  fetchModelIds({ provider: 'openai-compatible', baseUrl, apiKey }, fetch, signal);

test.each(aiProviders)(
  'the models of %s are listed with its key, in its format',
  async (provider) => {
    const { query, key, answer } = protocols[provider];
    const calls: { url: string; headers: Headers }[] = [];
    const fetch: ModelFetch = async (input, init) => {
      calls.push({ url: input as string, headers: new Headers(init?.headers) });
      return Response.json(answer);
    };
    const ids = await fetchModelIds({ provider, baseUrl, apiKey: 'sk-1' }, fetch, signal);
    expect(ids).toEqual(['heron-7b']);
    expect(calls.map(({ url }) => url)).toEqual([`https://models.example/v1/models${query}`]);
    expect(calls[0]!.headers.get(key)).toBe(key === 'authorization' ? 'Bearer sk-1' : 'sk-1');
  },
);

test('ids are unique and sorted; no others than 200 texts of at most 200 plain characters are returned', () => {
  const strange = [null, 7, {}, { id: 7 }, { id: '' }, { id: 'a b' }, { id: 'a\n' }, { id: 'ö' }];
  const long = [{ id: 'x'.repeat(200) }, { id: 'y'.repeat(201) }];
  const data = [...strange, ...long, { id: 'm10' }, { id: 'm9' }, { id: 'm9' }];
  expect(modelIdsOf({ data })).toEqual(['m9', 'm10', 'x'.repeat(200)]);
  expect(modelIdsOf([{ id: 'm1' }])).toEqual(['m1']);
  const many = Array.from({ length: 500 }, (_, index) => ({ id: `m${index}` }));
  expect(modelIdsOf({ data: many })).toHaveLength(200);
});

test.each([
  ['a status of 401', async () => new Response('', { status: 401 }), /rejected the API key/],
  ['a status of 404', async () => new Response('', { status: 404 }), /no list of models at this/],
  ['a status of 500', async () => new Response('', { status: 500 }), /\(status 500\)/],
  ['HTML', async () => new Response('<html>'), /returned no list/],
  ['a text', async () => Response.json('models'), /returned no list/],
  ['a status that is none', async () => new Response('', { status: 999 }), /returned no list/],
  ['no answer', () => Promise.reject(new NoModelAnswer('No address.')), /No address\./],
  ['too much', () => Promise.reject(new ModelAnswerTooLarge()), /too long/],
] as const)('%s is reported as a problem', async (_what, fetch, problem) => {
  await expect(listFrom(fetch)).rejects.toThrow(problem);
});

test('a key that is not one, and a base URL that is not one, are not sent', async () => {
  const fetch: ModelFetch = () => Promise.reject(new Error('sent'));
  for (const key of ['two words', 'line\nbreak', 'schlüssel'])
    await expect(listFrom(fetch, key)).rejects.toThrow('This is not an API key.');
  await expect(
    fetchModelIds({ provider: 'openai', baseUrl: 'nonsense', apiKey: null }, fetch, signal),
  ).rejects.toThrow('The base URL is not a URL.');
});
