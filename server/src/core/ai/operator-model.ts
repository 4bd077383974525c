import type { AiProvider } from '@outcrop/contract';
import type { ModelConfig } from './providers.ts';

interface ModelVariables {
  AI_PROVIDER?: AiProvider | undefined;
  AI_BASE_URL?: string | undefined;
  AI_API_KEY?: string | undefined;
  AI_MODEL?: string | undefined;
  AI_INPUT_PRICE?: number | undefined;
  AI_OUTPUT_PRICE?: number | undefined;
}

/** The operator's model, or null. Throws on an incomplete configuration. */
export function operatorModel(variables: ModelVariables): ModelConfig | null {
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
