import { type AiProvider, maxListedModels, maxModelIdLength } from '@outcrop/contract';
import { ModelAnswerTooLarge, type ModelFetch, NoModelAnswer } from '../core/ai/model-fetch.ts';

export interface ModelSource {
  provider: AiProvider;
  baseUrl: string;
  apiKey: string | null;
}

/** Why there is no list. The message is shown to users. */
export class NoModelList extends Error {}

export const defaultBaseUrls: Record<AiProvider, string | null> = {
  'openai-compatible': null,
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

/** The ids of the models that a provider lists, sorted. */
export async function fetchModelIds(
  source: ModelSource,
  fetch: ModelFetch,
  signal: AbortSignal,
): Promise<string[]> {
  const response = await requestModelList(source, fetch, signal);
  if (!response.ok) throw new NoModelList(problemOf(response.status));
  return modelIdsOf(await response.json().catch(() => null));
}

async function requestModelList(
  source: ModelSource,
  fetch: ModelFetch,
  signal: AbortSignal,
): Promise<Response> {
  if (source.apiKey !== null && !isPlainText(source.apiKey))
    throw new NoModelList('This is not an API key. It contains a space or an unusual character.');
  try {
    return await fetch(urlOf(source), { method: 'GET', headers: headersOf(source), signal });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof NoModelAnswer) throw new NoModelList(error.message);
    if (error instanceof ModelAnswerTooLarge)
      throw new NoModelList('The list of models is too long.');
    // Response throws these for a status or a header that it does not accept.
    if (error instanceof TypeError || error instanceof RangeError) throw noList();
    throw error;
  }
}

/** Only the largest page is read; further models are not shown. */
const pageParameters: Partial<Record<AiProvider, string>> = {
  anthropic: `limit=${maxListedModels}`,
  google: `pageSize=${maxListedModels}`,
};

function urlOf({ provider, baseUrl }: ModelSource): string {
  const url = URL.parse(baseUrl);
  if (!url) throw new NoModelList('The base URL is not a URL.');
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/models`;
  const parameters = pageParameters[provider];
  if (parameters) url.search = parameters;
  return url.href;
}

function headersOf({ provider, apiKey }: ModelSource): Record<string, string> {
  if (provider === 'anthropic')
    return { 'anthropic-version': '2023-06-01', ...(apiKey && { 'x-api-key': apiKey }) };
  if (apiKey === null) return {};
  return provider === 'google'
    ? { 'x-goog-api-key': apiKey }
    : { authorization: `Bearer ${apiKey}` };
}

function problemOf(status: number): string {
  if (status === 401 || status === 403) return 'The provider rejected the API key. Check the key.';
  if (status === 404) return 'The provider has no list of models at this base URL.';
  return `The provider did not list its models (status ${status}).`;
}

interface ListedModel {
  id?: unknown;
  /** Sent by Google: `models/` and the id. */
  name?: unknown;
  /** Sent by Google. */
  supportedGenerationMethods?: unknown;
}

const collator = new Intl.Collator('en', { numeric: true });

/** A bounded number of short texts, whatever the server returns. */
export function modelIdsOf(body: unknown): string[] {
  const { data, models } = (body ?? {}) as { data?: unknown; models?: unknown };
  const listed = [data, models, body].find(Array.isArray);
  if (!listed) throw noList();
  const ids = (listed as (ListedModel | null)[]).filter(canGenerate).map(idOf);
  return [...new Set(ids.filter(isModelId))].sort(collator.compare).slice(0, maxListedModels);
}

const canGenerate = (model: ListedModel | null): boolean => {
  const methods = model?.supportedGenerationMethods;
  return !Array.isArray(methods) || methods.includes('generateContent');
};

const idOf = (model: ListedModel | null): unknown =>
  model?.id ?? (typeof model?.name === 'string' ? model.name.replace(/^models\//, '') : undefined);

const isModelId = (id: unknown): id is string =>
  typeof id === 'string' && id.length <= maxModelIdLength && isPlainText(id);

const isPlainText = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

const noList = () => new NoModelList('The provider returned no list of models.');
