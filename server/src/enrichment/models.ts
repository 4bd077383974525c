import type { AiProvider } from '@outcrop/contract';
import type { Sealing } from '../platform/crypto/sealing.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { Circuit } from './circuit.ts';
import { type Model, ModelFailure } from './model.ts';
import { boundedFetch, guardedFetch } from './model-fetch.ts';
import { type Address, modelAt } from './providers.ts';
import { type AiSettings, selectAiSettings } from './settings-sql.ts';
import { Turns } from './turns.ts';

interface Parts {
  /** The operator's own, for workspaces that have set none; null if there is none. */
  operator: Address | null;
  egress: Egress;
  sealing: Sealing;
  /** Most questions that are under way to one provider at once, in this process. */
  concurrency: number;
}

/** A model with what this process knows of its provider: how busy it is, and how well. */
interface Known {
  model: Model;
  /** By what it is told whether the settings have changed. */
  mark: string;
  turns: Turns;
  circuit: Circuit;
}

/** Whose question is not asked within this time gives way, and comes again later. */
const mostWaitMs = 60_000;

/** The language models of this process: the operator's, and those of workspaces with their own. */
export class Models {
  readonly #parts: Parts;
  readonly #known = new Map<string, Known>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What the operator has set, without the key. */
  get operator(): { provider: AiProvider; model: string } | null {
    const { operator } = this.#parts;
    return operator && { provider: operator.provider, model: operator.model };
  }

  async hasOne(tx: Tx): Promise<boolean> {
    return this.#parts.operator !== null || (await selectAiSettings(tx))?.provider != null;
  }

  /** The model that the workspace uses, and its instructions. */
  async of(tx: Tx): Promise<{ model: Model; instructions: string | null }> {
    const settings = await selectAiSettings(tx);
    const instructions = settings?.instructions ?? null;
    const own = settings && addressIn(settings);
    const { operator, egress, sealing } = this.#parts;
    const { workspaceId } = tx;
    if (own) {
      const mark = JSON.stringify(own);
      const known = this.#remember(workspaceId, mark, () => {
        const apiKey = own.apiKey && sealing.open(own.apiKey, keyContext(workspaceId));
        return modelAt({ ...own, apiKey }, guardedFetch(egress));
      });
      return { model: askedBy(workspaceId, known), instructions };
    }
    this.#known.delete(workspaceId);
    if (!operator) throw new ModelFailure('misconfigured', 'No language model is configured.');
    const known = this.#remember('operator', '', () => modelAt(operator, boundedFetch));
    return { model: askedBy(workspaceId, known), instructions };
  }

  #remember(owner: string, mark: string, make: () => Model): Known {
    const known = this.#known.get(owner);
    if (known?.mark === mark) return known;
    const made = {
      model: make(),
      mark,
      turns: new Turns(this.#parts.concurrency),
      circuit: new Circuit(),
    };
    this.#known.set(owner, made);
    return made;
  }
}

/** Waits for its turn, and leaves a provider alone that needs it. */
const askedBy = (workspaceId: string, { model, turns, circuit }: Known): Model => ({
  name: model.name,
  ask: async (question, signal) => {
    const patience = AbortSignal.timeout(mostWaitMs);
    try {
      return await turns.take(workspaceId, AbortSignal.any([signal, patience]), () =>
        circuit.ask(() => model.ask(question, signal)),
      );
    } catch (error) {
      if (error !== patience.reason) throw error;
      throw new ModelFailure('busy', 'The language model is busy with others.', {
        wasAsked: false,
      });
    }
  },
});

export const keyContext = (workspaceId: string) => ({ workspaceId, purpose: 'ai provider' });

const addressIn = ({ provider, model, baseUrl, apiKey, prices }: AiSettings): Address | null =>
  provider === null || model === null ? null : { provider, model, baseUrl, apiKey, prices };
