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
import {
  type Model,
  ModelFailure,
  type ModelPrices,
  type ModelQuestion,
  type ModelUsage,
} from './model.ts';
import { ModelAnswerTooLarge, type ModelFetch, NoModelAnswer } from './model-fetch.ts';

// The warnings of the `ai` package quote settings, and bypass our log.
globalThis.AI_SDK_LOG_WARNINGS = false;

export interface ModelConfig {
  provider: AiProvider;
  model: string;
  baseUrl: string | null;
  apiKey: string | null;
  prices: ModelPrices | null;
}

export function createModel(config: ModelConfig, fetch: ModelFetch): Model {
  const languageModel = wrapLanguageModel({
    model: createLanguageModel(config, fetch),
    // Some models put JSON into a code fence.
    middleware: extractJsonMiddleware(),
  });
  const name = `${config.provider} ${config.model}`;
  return {
    name,
    ask: async (question, signal) => {
      try {
        const { value, ...tokens } = await askModel(languageModel, question, signal);
        const cost = config.prices && costOf(config.prices, tokens);
        return { value, usage: { model: name, ...tokens, cost } };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw modelFailureOf(error);
      }
    },
  };
}

type WrappableModel = Parameters<typeof wrapLanguageModel>[0]['model'];

function createLanguageModel(
  { provider, model, baseUrl, apiKey }: ModelConfig,
  fetch: ModelFetch,
): WrappableModel {
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

type TokenCounts = Pick<ModelUsage, 'inputTokens' | 'outputTokens'>;

const costOf = (prices: ModelPrices, { inputTokens, outputTokens }: TokenCounts): number =>
  (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000;

async function askModel<T>(
  model: LanguageModel,
  { system, prompt, answer, maxTokens }: ModelQuestion<T>,
  signal: AbortSignal,
): Promise<{ value: T } & TokenCounts> {
  const { output, usage: tokens } = await generateText({
    model,
    instructions: system,
    prompt,
    output: Output.object({ schema: answer as z.ZodType<object> }),
    maxOutputTokens: maxTokens,
    // The job decides about retries, because it holds the credit.
    maxRetries: 0,
    abortSignal: signal,
  });
  return {
    value: output as T,
    inputTokens: tokens.inputTokens ?? 0,
    outputTokens: tokens.outputTokens ?? 0,
  };
}

function modelFailureOf(error: unknown): ModelFailure {
  const cause = APICallError.isInstance(error) ? error.cause : error;
  if (cause instanceof NoModelAnswer) return new ModelFailure('away', cause.message);
  if (APICallError.isInstance(error) && !(cause instanceof ModelAnswerTooLarge))
    return failureOfStatus(error.statusCode, error.responseHeaders);
  return garbledFailure();
}

const garbledFailure = () =>
  new ModelFailure('garbled', 'The language model returned an unusable answer.');

function failureOfStatus(
  status: number | undefined,
  headers: Record<string, string> = {},
): ModelFailure {
  if (status === undefined)
    return new ModelFailure('away', 'The language model cannot be reached.');
  if (status >= 200 && status < 300) return garbledFailure();
  if (status === 429 || status === 529 || (status === 503 && headers['retry-after']))
    return new ModelFailure('busy', `The language model is busy (status ${status}).`, {
      retryAfterSeconds: secondsOf(headers['retry-after']),
    });
  if (status >= 500)
    return new ModelFailure('away', `The language model failed (status ${status}).`);
  if (status === 401 || status === 403)
    return new ModelFailure(
      'misconfigured',
      'The language model rejected the API key. Check the key.',
    );
  if (status === 404)
    return new ModelFailure(
      'misconfigured',
      'Language model not found. Check its name and base URL.',
    );
  return new ModelFailure('refused', `The language model refused the request (status ${status}).`);
}

/** Retry-After is a number of seconds, or a date. */
function secondsOf(retryAfter: string | undefined): number {
  const defaultSeconds = 5;
  if (retryAfter === undefined) return defaultSeconds;
  const seconds = /^\d{1,6}$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 300) : defaultSeconds;
}

interface ModelVariables {
  AI_PROVIDER?: AiProvider | undefined;
  AI_BASE_URL?: string | undefined;
  AI_API_KEY?: string | undefined;
  AI_MODEL?: string | undefined;
  AI_INPUT_PRICE?: number | undefined;
  AI_OUTPUT_PRICE?: number | undefined;
}

/** The operator's model, or null. Throws on an incomplete configuration. */
export function operatorModelConfig(variables: ModelVariables): ModelConfig | null {
  const { AI_PROVIDER: provider, AI_MODEL: model, AI_BASE_URL, AI_API_KEY } = variables;
  if (provider === undefined) return null;
  if (model === undefined) throw new Error('AI_PROVIDER is set: set AI_MODEL too.');
  const isCompatible = provider === 'openai-compatible';
  if (isCompatible && AI_BASE_URL === undefined)
    throw new Error(
      'AI_PROVIDER is openai-compatible: set AI_BASE_URL to the address of its server.',
    );
  if (!isCompatible && AI_API_KEY === undefined)
    throw new Error(`AI_PROVIDER is ${provider}: set AI_API_KEY.`);
  const { AI_INPUT_PRICE: input, AI_OUTPUT_PRICE: output } = variables;
  if ((input === undefined) !== (output === undefined))
    throw new Error('Set both AI_INPUT_PRICE and AI_OUTPUT_PRICE, or neither.');
  const prices = input === undefined || output === undefined ? null : { input, output };
  return { provider, model, baseUrl: AI_BASE_URL ?? null, apiKey: AI_API_KEY ?? null, prices };
}
