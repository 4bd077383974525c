import type { ManageResult } from '@outcrop/contract';
import {
  type AiSettings,
  lockAiSettings,
  noAiSettings,
  selectAiSettings,
  updateAiSettings,
} from '../core/ai/ai-settings.sql.ts';
import { ModelFailure, testQuestion } from '../core/ai/model.ts';
import { providerKeySealContext, type WorkspaceModels } from '../core/ai/workspace-models.ts';
import { recordAudit } from '../core/audit/record-audit.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Sealing } from '../platform/crypto/sealing.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { invalidField } from '../platform/error.ts';

type PublicSettings = ManageResult<'getAiSettings'>['settings'];

const toPublicSettings = (settings: AiSettings, models: WorkspaceModels): PublicSettings => ({
  instructions: settings.instructions,
  provider: settings.provider,
  model: settings.model,
  baseUrl: settings.baseUrl,
  apiKeyEnd: settings.keyEnd,
  prices: settings.prices,
  ofOperator: models.operator,
});

export async function getAiSettings({
  tx,
  deps: { models },
}: ManageCall<'getAiSettings', { models: WorkspaceModels }>): Promise<
  ManageResult<'getAiSettings'>
> {
  return {
    settings: toPublicSettings((await selectAiSettings(tx)) ?? noAiSettings, models),
  };
}

interface SettingsDeps {
  models: WorkspaceModels;
  sealing: Sealing;
  egress: Egress;
}

/** A stored key is removed when the provider or base URL changes: it was not entered for the new one. */
export async function patchAiSettings(
  call: ManageCall<'patchAiSettings', SettingsDeps>,
): Promise<ManageResult<'patchAiSettings'>> {
  const { models, sealing, egress } = call.deps;
  const { body, tx } = call;
  const before = await lockAiSettings(tx);
  const { apiKey, ...others } = body;
  const merged = { ...before, ...withoutUndefined(others) };
  const own =
    merged.provider === null ? { ...merged, model: null, baseUrl: null, prices: null } : merged;
  const isOtherProvider = own.provider !== before.provider || own.baseUrl !== before.baseUrl;
  const after: AiSettings = {
    ...own,
    ...(apiKey == null
      ? (isOtherProvider || apiKey === null) && { apiKey: null, keyEnd: null }
      : {
          apiKey: sealing.seal(apiKey, providerKeySealContext(tx.workspaceId)),
          keyEnd: apiKey.slice(-4),
        }),
  };
  requireValidSettings(after, egress);
  updateAiSettings(tx, after);
  recordAudit(call, {
    action: 'ai_settings.edited',
    target: null,
    detail: { fields: Object.keys(body) },
  });
  return { settings: toPublicSettings(after, models) };
}

const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

function requireValidSettings(
  { provider, model, baseUrl, apiKey }: AiSettings,
  egress: Egress,
): void {
  if (provider === null) {
    if (apiKey !== null) throw invalidField('apiKey', 'requires a provider');
    return;
  }
  if (model === null) throw invalidField('model', 'is required when provider is set');
  if (provider === 'openai-compatible' && baseUrl === null)
    throw invalidField('baseUrl', 'is required for an OpenAI-compatible server');
  if (provider !== 'openai-compatible' && apiKey === null)
    throw invalidField('apiKey', `is required for ${provider}`);
  const objection = baseUrl === null ? undefined : egress.urlProblem(baseUrl);
  if (objection) throw invalidField('baseUrl', `cannot be called: ${objection}`.replace(/\.$/, ''));
}

const timeoutMs = 8_000;

/** Sends a small test question to the configured model. */
export async function postAiSettingsTest({
  read,
  commit,
  deps: { models },
}: ManageCall<'postAiSettingsTest', { models: WorkspaceModels }>): Promise<
  ManageResult<'postAiSettingsTest'>
> {
  const outcome = await tryModel(() => read((tx) => models.forWorkspace(tx)));
  return (await commit(async () => outcome)).data;
}

async function tryModel(
  configured: () => ReturnType<WorkspaceModels['forWorkspace']>,
): Promise<ManageResult<'postAiSettingsTest'>> {
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  const timeout = AbortSignal.timeout(timeoutMs);
  let name: string | null = null;
  try {
    const { model } = await configured();
    name = model.name;
    await model.ask(testQuestion, timeout);
    return { works: true, model: name, ms: ms(), problem: null };
  } catch (error) {
    if (error !== timeout.reason && !(error instanceof ModelFailure)) throw error;
    const problem =
      error instanceof ModelFailure
        ? error.message
        : `The language model did not answer within ${timeoutMs / 1_000} s.`;
    return { works: false, model: name, ms: ms(), problem };
  }
}
