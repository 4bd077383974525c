import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { AiProvider } from '@outcrop/contract';
import {
  APICallError,
  extractJsonMiddleware,
  generateText,
  type LanguageModel,
  Output,
  wrapLanguageModel,
} from 'ai';
import type { z } from 'zod';
import { type Model, ModelFailure, type Prices, type Question, type Spent } from './model.ts';
import { AnswerTooLarge, type Fetch, NoModelAnswer } from './model-fetch.ts';

// Its warnings quote settings, and would go to the console past our log.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Where a model is, and how to be let in. */
export interface Address {
  provider: AiProvider;
  model: string;
  baseUrl: string | null;
  apiKey: string | null;
  prices: Prices | null;
}

/** A model of one of the providers, asked through the given fetch. */
export function modelAt(address: Address, fetch: Fetch): Model {
  const languageModel = wrapLanguageModel({
    model: languageModelAt(address, fetch),
    // Some put their JSON into a fence.
    middleware: extractJsonMiddleware(),
  });
  const name = `${address.provider} ${address.model}`;
  return {
    name,
    ask: async (question, signal) => {
      try {
        const { value, ...tokens } = await ask(languageModel, question, signal);
        const cost = address.prices && costOf(address.prices, tokens);
        return { value, spent: { model: name, ...tokens, cost } };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw failureOf(error);
      }
    },
  };
}

type Wrapped = Parameters<typeof wrapLanguageModel>[0]['model'];

function languageModelAt({ provider, model, baseUrl, apiKey }: Address, fetch: Fetch): Wrapped {
  const settings = {
    fetch,
    apiKey: apiKey ?? '',
    ...(baseUrl !== null && { baseURL: baseUrl }),
  };
  switch (provider) {
    case 'openai':
      return createOpenAI(settings)(model);
    case 'anthropic':
      return createAnthropic(settings)(model);
    case 'google':
      return createGoogle(settings)(model);
    case 'openai-compatible':
      return createOpenAICompatible({
        ...settings,
        name: provider,
        baseURL: baseUrl ?? '',
        supportsStructuredOutputs: true,
      })(model);
  }
}

type Tokens = Pick<Spent, 'inputTokens' | 'outputTokens'>;

const costOf = (prices: Prices, { inputTokens, outputTokens }: Tokens): number =>
  (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000;

async function ask<T>(
  model: LanguageModel,
  { system, prompt, answer, mostTokens }: Question<T>,
  signal: AbortSignal,
): Promise<{ value: T } & Tokens> {
  const { output, usage } = await generateText({
    model,
    instructions: system,
    prompt,
    output: Output.object({ schema: answer as z.ZodType<object> }),
    maxOutputTokens: mostTokens,
    // How often and when to ask again is decided above, where the credit is.
    maxRetries: 0,
    abortSignal: signal,
  });
  return {
    value: output as T,
    inputTokens: usage.inputTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
  };
}

function failureOf(error: unknown): ModelFailure {
  const below = APICallError.isInstance(error) ? error.cause : error;
  if (below instanceof NoModelAnswer) return new ModelFailure('away', below.message);
  if (APICallError.isInstance(error) && !(below instanceof AnswerTooLarge))
    return failureOfAnswer(error.statusCode, error.responseHeaders);
  return garbled();
}

/** The library knows several ways of not getting what was asked for. */
const garbled = () =>
  new ModelFailure('garbled', 'The language model answered something that cannot be used.');

function failureOfAnswer(
  status: number | undefined,
  headers: Record<string, string> = {},
): ModelFailure {
  if (status === undefined)
    return new ModelFailure('away', 'The language model cannot be reached.');
  if (status >= 200 && status < 300) return garbled();
  if (status === 429 || status === 529 || (status === 503 && headers['retry-after']))
    return new ModelFailure('busy', `The language model is busy: it answered ${status}.`, {
      retryAfterSeconds: secondsOf(headers['retry-after']),
    });
  if (status >= 500)
    return new ModelFailure('away', `The language model failed: it answered ${status}.`);
  if (status === 401 || status === 403)
    return new ModelFailure('misconfigured', 'The language model refused its key. Check it.');
  if (status === 404)
    return new ModelFailure(
      'misconfigured',
      'There is no such language model at this address. Check its name and base URL.',
    );
  return new ModelFailure(
    'refused',
    `The language model refused the question: it answered ${status}.`,
  );
}

/** Retry-After is a number of seconds, or a date. */
function secondsOf(retryAfter: string | undefined): number {
  const usual = 5;
  if (retryAfter === undefined) return usual;
  const seconds = /^\d{1,6}$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 300) : usual;
}
