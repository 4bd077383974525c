import type { EnrichmentReason } from '@outcrop/contract';
import type { z } from 'zod';

/** One question to a language model, and the shape that its answer must have. */
export interface Question<T> {
  /** What it is to do. Ours alone: nothing that a workspace or a web page wrote stands here. */
  system: string;
  /** What it is to do it with. Data, however much it may read like an instruction. */
  prompt: string;
  answer: z.ZodType<T>;
  mostTokens: number;
}

/** What a question has cost, and of whom it was asked. */
export interface Spent {
  /** Provider and model, for the record; null while nobody was asked. */
  model: string | null;
  inputTokens: number;
  outputTokens: number;
  /** In US dollars; null while the prices are not known. */
  cost: number | null;
}

interface Reply<T> {
  value: T;
  spent: Spent;
}

/** US dollars for a million tokens. */
export interface Prices {
  input: number;
  output: number;
}

/** A language model, whoever runs it. It is asked, never given tools. */
export interface Model {
  /** Provider and model, for the record. */
  name: string;
  ask: <T>(question: Question<T>, signal: AbortSignal) => Promise<Reply<T>>;
}

const reasons = {
  busy: 'model_busy',
  away: 'model_unavailable',
  garbled: 'model_output_invalid',
  refused: 'model_refused',
  misconfigured: 'model_misconfigured',
} as const;
type Kind = keyof typeof reasons;

/**
 * Why a model gave nothing of use. `busy` and `away` may be better later; the others will not by
 * themselves. The message is for the workspace's people.
 */
export class ModelFailure extends Error {
  readonly kind: Kind;
  readonly reason: EnrichmentReason;
  readonly retryAfterSeconds: number | undefined;
  /** False if it was not even asked, since it is known to be busy or away. */
  readonly wasAsked: boolean;

  constructor(
    kind: Kind,
    message: string,
    { retryAfterSeconds, wasAsked = true }: { retryAfterSeconds?: number; wasAsked?: boolean } = {},
  ) {
    super(message);
    this.name = 'ModelFailure';
    this.kind = kind;
    this.reason = reasons[kind];
    this.retryAfterSeconds = retryAfterSeconds;
    this.wasAsked = wasAsked;
  }
}

/** Nothing could be found out, or a check refused to keep what the model said. */
export class NothingUseful extends Error {
  readonly reason: EnrichmentReason;
  readonly spent: Spent | undefined;

  constructor(reason: EnrichmentReason, message: string, spent?: Spent) {
    super(message);
    this.name = 'NothingUseful';
    this.reason = reason;
    this.spent = spent;
  }
}

/** What the model wrote did not pass the check. */
export const rejected = (objection: string, spent: Spent): NothingUseful =>
  new NothingUseful(
    'output_rejected',
    `What the language model wrote was not kept: ${objection}.`,
    spent,
  );
