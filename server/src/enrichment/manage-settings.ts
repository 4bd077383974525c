import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { z } from 'zod';
import { record } from '../audit/record.ts';
import { causeOf } from '../platform/cause.ts';
import type { Sealing } from '../platform/crypto/sealing.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { invalid } from '../platform/error.ts';
import type { Call, OutsideCall } from '../platform/http/call.ts';
import { ModelFailure } from './model.ts';
import { keyContext, type Models } from './models.ts';
import {
  type AiSettings,
  lockAiSettings,
  noSettings,
  selectAiSettings,
  updateAiSettings,
} from './settings-sql.ts';

type Lines = typeof manageEndpoints;
type Shown = ManageData<'getAiSettings'>['settings'];

const shown = (settings: AiSettings, models: Models): Shown => ({
  instructions: settings.instructions,
  provider: settings.provider,
  model: settings.model,
  baseUrl: settings.baseUrl,
  apiKeyEnd: settings.keyEnd,
  prices: settings.prices,
  ofOperator: models.operator,
});

export const getAiSettings =
  (models: Models) =>
  async ({ tx }: Call<Lines['getAiSettings']>): Promise<ManageData<'getAiSettings'>> => ({
    settings: shown((await selectAiSettings(tx)) ?? noSettings, models),
  });

interface Parts {
  models: Models;
  sealing: Sealing;
  egress: Egress;
}

/** Changes what is given. A key goes only where it was meant to go when it was entered. */
export const patchAiSettings =
  ({ models, sealing, egress }: Parts) =>
  async (call: Call<Lines['patchAiSettings']>): Promise<ManageData<'patchAiSettings'>> => {
    const { body, tx } = call;
    const before = await lockAiSettings(tx);
    const { apiKey, ...others } = body;
    const wanted = { ...before, ...defined(others) };
    const own =
      wanted.provider === null ? { ...wanted, model: null, baseUrl: null, prices: null } : wanted;
    const isElsewhere = own.provider !== before.provider || own.baseUrl !== before.baseUrl;
    const after: AiSettings = {
      ...own,
      ...(apiKey == null
        ? (isElsewhere || apiKey === null) && { apiKey: null, keyEnd: null }
        : { apiKey: sealing.seal(apiKey, keyContext(tx.workspaceId)), keyEnd: apiKey.slice(-4) }),
    };
    requireUsable(after, egress);
    updateAiSettings(tx, after);
    record(tx, causeOf(call), {
      action: 'ai_settings.edited',
      target: null,
      detail: { fields: Object.keys(body) },
    });
    return { settings: shown(after, models) };
  };

const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

function requireUsable({ provider, model, baseUrl, apiKey }: AiSettings, egress: Egress): void {
  if (provider === null) {
    if (apiKey !== null) throw invalid('apiKey', 'needs a provider that it is for');
    return;
  }
  if (model === null) throw invalid('model', 'is needed beside provider');
  if (provider === 'openai-compatible' && baseUrl === null)
    throw invalid('baseUrl', 'is needed for an OpenAI-compatible server');
  if (provider !== 'openai-compatible' && apiKey === null)
    throw invalid('apiKey', `is needed for ${provider}`);
  const objection = baseUrl === null ? undefined : egress.objectionTo(baseUrl);
  if (objection) throw invalid('baseUrl', `cannot be called: ${objection}`.replace(/\.$/, ''));
}

const longestMs = 8_000;

/** Asks the model that is set one small question. */
export const postAiSettingsTest =
  (models: Models) =>
  async ({
    read,
    commit,
  }: OutsideCall<Lines['postAiSettingsTest']>): Promise<ManageData<'postAiSettingsTest'>> => {
    const outcome = await tryModel(() => read((tx) => models.of(tx)));
    return (await commit(async () => outcome)).data;
  };

async function tryModel(
  configured: () => ReturnType<Models['of']>,
): Promise<ManageData<'postAiSettingsTest'>> {
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  const patience = AbortSignal.timeout(longestMs);
  let name: string | null = null;
  try {
    const { model } = await configured();
    name = model.name;
    await model.ask(question, patience);
    return { works: true, model: name, ms: ms(), problem: null };
  } catch (error) {
    if (error !== patience.reason && !(error instanceof ModelFailure)) throw error;
    const problem =
      error instanceof ModelFailure
        ? error.message
        : `The language model did not answer within ${longestMs / 1_000} s.`;
    return { works: false, model: name, ms: ms(), problem };
  }
}

const question = {
  system: 'Answer with one JSON object and nothing else. It has one member, "word".',
  prompt: 'Say the word "ready".',
  answer: z.object({ word: z.string() }),
  mostTokens: 100,
};
