import type { AiProvider } from '@outcrop/contract';
import type { Sealing } from '../../platform/crypto/sealing.ts';
import type { Tx } from '../../platform/db/index.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import { FairLimiter } from '../../platform/fair-limiter.ts';
import { counter, histogram } from '../../platform/observe/metrics.ts';
import { inSpan, SpanKind } from '../../platform/observe/tracing.ts';
import { type AiSettings, selectAiSettings } from './ai-settings.sql.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { type Model, ModelFailure } from './model.ts';
import { boundedFetch, guardedFetch } from './model-fetch.ts';
import { createModel, type ModelConfig } from './model-providers.ts';

interface ModelsDeps {
  /** Used by workspaces without their own model; null if there is none. */
  operator: ModelConfig | null;
  egress: Egress;
  sealing: Sealing;
  /** Parallel calls to one provider from this process. */
  concurrency: number;
}

interface CachedModel {
  model: Model;
  /** Changes when the settings change. */
  settingsKey: string;
  limiter: FairLimiter;
  circuit: CircuitBreaker;
}

/** A call that waits longer fails, and the work is retried later. */
const maxWaitMs = 60_000;

/** The language models of the operator and of workspaces, cached in this process. */
export class WorkspaceModels {
  readonly #deps: ModelsDeps;
  readonly #cache = new Map<string, CachedModel>();

  constructor(deps: ModelsDeps) {
    this.#deps = deps;
  }

  /** The operator's model, without the key. */
  get operator(): { provider: AiProvider; model: string } | null {
    const { operator } = this.#deps;
    return operator && { provider: operator.provider, model: operator.model };
  }

  /** Whether the workspace of this caller has a model: its own, or that of the operator. */
  isConfiguredFor({ hasOwnModel }: { hasOwnModel: boolean }): boolean {
    return hasOwnModel || this.#deps.operator !== null;
  }

  /** The model and the instructions of a workspace. */
  async forWorkspace(tx: Tx): Promise<{ model: Model; instructions: string | null }> {
    const settings = await selectAiSettings(tx);
    const instructions = settings?.instructions ?? null;
    const own = settings && modelConfigOf(settings);
    const { operator, egress, sealing } = this.#deps;
    const { workspaceId } = tx;
    if (own) {
      const settingsKey = JSON.stringify(own);
      const cachedModel = this.#cached(workspaceId, settingsKey, () => {
        const apiKey = own.apiKey && sealing.open(own.apiKey, providerKeySealContext(workspaceId));
        return createModel({ ...own, apiKey }, guardedFetch(egress));
      });
      return { model: limitedModel(workspaceId, 'workspace', cachedModel), instructions };
    }
    this.#cache.delete(workspaceId);
    if (!operator) throw new ModelFailure('misconfigured', 'No language model is configured.');
    const cachedModel = this.#cached('operator', '', () => createModel(operator, boundedFetch));
    return { model: limitedModel(workspaceId, 'operator', cachedModel), instructions };
  }

  #cached(owner: string, settingsKey: string, make: () => Model): CachedModel {
    const cachedModel = this.#cache.get(owner);
    if (cachedModel?.settingsKey === settingsKey) return cachedModel;
    const newModel = {
      model: make(),
      settingsKey,
      limiter: new FairLimiter(this.#deps.concurrency),
      circuit: new CircuitBreaker(),
    };
    this.#cache.set(owner, newModel);
    return newModel;
  }
}

const limitedModel = (
  workspaceId: string,
  owner: 'operator' | 'workspace',
  { model, limiter, circuit }: CachedModel,
): Model => ({
  name: model.name,
  ask: async (question, signal) => {
    const timeout = AbortSignal.timeout(maxWaitMs);
    try {
      return await limiter.run(workspaceId, AbortSignal.any([signal, timeout]), () =>
        circuit.run(() => measureModelCall(owner, model.name, () => model.ask(question, signal))),
      );
    } catch (error) {
      if (error !== timeout.reason) throw error;
      throw new ModelFailure('busy', 'The language model is busy with other requests.', {
        wasCalled: false,
      });
    }
  },
});

export const providerKeySealContext = (workspaceId: string) => ({
  workspaceId,
  purpose: 'ai provider',
});

const modelConfigOf = ({
  provider,
  model,
  baseUrl,
  apiKey,
  prices,
}: AiSettings): ModelConfig | null =>
  provider === null || model === null ? null : { provider, model, baseUrl, apiKey, prices };

const callsTotal = counter(
  'outcrop_model_calls_total',
  'Calls to language models, by whose model it is and outcome',
  ['owner', 'outcome'],
);
const callSeconds = histogram(
  'outcrop_model_call_duration_seconds',
  'Duration of a call to a language model',
  [0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60],
  ['owner'],
);

/** Counts a call to a model, and traces it. */
function measureModelCall<T>(
  owner: 'operator' | 'workspace',
  model: string,
  call: () => Promise<T>,
): Promise<T> {
  const started = performance.now();
  const count = (outcome: string) => {
    callsTotal.inc({ owner, outcome });
    callSeconds.observe({ owner }, (performance.now() - started) / 1_000);
  };
  return inSpan(
    () => ({
      name: 'model call',
      kind: SpanKind.CLIENT,
      attributes: { 'gen_ai.request.model': model },
    }),
    async () => {
      try {
        const reply = await call();
        count('answered');
        return reply;
      } catch (error) {
        count(error instanceof ModelFailure ? error.kind : 'interrupted');
        throw error;
      }
    },
  );
}
