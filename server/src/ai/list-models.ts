import type { ManageResult } from '@outcrop/contract';
import { noAiSettings, selectAiSettings } from '../core/ai/ai-settings.sql.ts';
import { guardedFetch } from '../core/ai/model-fetch.ts';
import { providerKeySealContext } from '../core/ai/workspace-models.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Sealing } from '../platform/crypto/sealing.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { invalidField } from '../platform/error.ts';
import { defaultBaseUrls, fetchModelIds, type ModelSource, NoModelList } from './model-list.ts';

const timeoutMs = 8_000;

type ListCall = ManageCall<'postAiSettingsModels', { egress: Egress; sealing: Sealing }>;

/** Lists the models of a provider that may not be saved yet. */
export async function postAiSettingsModels(
  call: ListCall,
): Promise<ManageResult<'postAiSettingsModels'>> {
  const outcome = await listModels(await modelSourceOf(call), call.deps.egress);
  return (await call.commit(async () => outcome)).data;
}

/** The stored key belongs to the stored provider and base URL, and goes nowhere else. */
async function modelSourceOf({ body, read, deps: { sealing } }: ListCall): Promise<ModelSource> {
  const { provider } = body;
  const baseUrl = body.baseUrl ?? defaultBaseUrls[provider];
  if (baseUrl === null)
    throw invalidField('baseUrl', 'is required for an OpenAI-compatible server');
  if (body.apiKey !== undefined) return { provider, baseUrl, apiKey: body.apiKey };
  const apiKey = await read(async (tx) => {
    const stored = (await selectAiSettings(tx)) ?? noAiSettings;
    const isSame =
      stored.provider === provider && (stored.baseUrl ?? defaultBaseUrls[provider]) === baseUrl;
    return isSame && stored.apiKey
      ? sealing.open(stored.apiKey, providerKeySealContext(tx.workspaceId))
      : null;
  });
  return { provider, baseUrl, apiKey };
}

async function listModels(
  source: ModelSource,
  egress: Egress,
): Promise<ManageResult<'postAiSettingsModels'>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return { models: await fetchModelIds(source, guardedFetch(egress), timeout), problem: null };
  } catch (error) {
    if (error === timeout.reason)
      return { models: [], problem: `The provider did not answer within ${timeoutMs / 1_000} s.` };
    if (error instanceof NoModelList) return { models: [], problem: error.message };
    throw error;
  }
}
