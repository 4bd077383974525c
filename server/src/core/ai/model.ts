import type { EnrichmentReason } from '@outcrop/contract';
import { z } from 'zod';

export interface ModelQuestion<T> {
  /** Our own text only; never text from a workspace or a web page. */
  system: string;
  /** The data, which may contain hostile instructions. */
  prompt: string;
  answer: z.ZodType<T>;
  maxTokens: number;
}

export interface ModelUsage {
  /** Provider and model; null if no model was called. */
  model: string | null;
  inputTokens: number;
  outputTokens: number;
  /** In US dollars; null if the prices are not known. */
  cost: number | null;
}

interface ModelReply<T> {
  value: T;
  usage: ModelUsage;
}

/** US dollars per million tokens. */
export interface ModelPrices {
  input: number;
  output: number;
}

/** A language model. It is never given tools. */
export interface Model {
  /** Provider and model. */
  name: string;
  ask: <T>(question: ModelQuestion<T>, signal: AbortSignal) => Promise<ModelReply<T>>;
}

const reasons = {
  busy: 'model_busy',
  away: 'model_unavailable',
  garbled: 'model_output_invalid',
  refused: 'model_refused',
  misconfigured: 'model_misconfigured',
} as const;
type ModelFailureKind = keyof typeof reasons;

/**
 * Why a model returned nothing usable. Only `busy` and `away` are worth a retry. The message is shown
 * to users.
 */
export class ModelFailure extends Error {
  readonly kind: ModelFailureKind;
  readonly reason: EnrichmentReason;
  readonly retryAfterSeconds: number | undefined;
  /** False if the model was known to be busy or unavailable, so it was not called. */
  readonly wasCalled: boolean;

  constructor(
    kind: ModelFailureKind,
    message: string,
    {
      retryAfterSeconds,
      wasCalled = true,
    }: { retryAfterSeconds?: number; wasCalled?: boolean } = {},
  ) {
    super(message);
    this.name = 'ModelFailure';
    this.kind = kind;
    this.reason = reasons[kind];
    this.retryAfterSeconds = retryAfterSeconds;
    this.wasCalled = wasCalled;
  }
}

/** Nothing was found, or the output was rejected. */
export class NoUsableResult extends Error {
  readonly reason: EnrichmentReason;
  readonly usage: ModelUsage | undefined;

  constructor(reason: EnrichmentReason, message: string, usage?: ModelUsage) {
    super(message);
    this.name = 'NothingUseful';
    this.reason = reason;
    this.usage = usage;
  }
}

export const rejectedOutput = (reason: string, usage: ModelUsage): NoUsableResult =>
  new NoUsableResult(
    'output_rejected',
    `The output of the language model was rejected: ${reason}.`,
    usage,
  );

/** A short question that tests whether a model answers. */
export const testQuestion = {
  system: 'Answer with one JSON object and nothing else. It has one member, "word".',
  prompt: 'Say the word "ready".',
  answer: z.object({ word: z.string() }),
  maxTokens: 100,
};
