import type { AiProvider, ManageData } from '@outcrop/contract';

export type Settings = ManageData<'getAiSettings'>['settings'];

export const providerNames: Record<AiProvider, string> = {
  'openai-compatible': 'OpenAI-compatible server',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
};

/** The option that uses no model of the workspace's own. */
export const defaultModelText = ({ ofOperator }: Pick<Settings, 'ofOperator'>): string =>
  ofOperator
    ? `Default: ${ofOperator.model} (${providerNames[ofOperator.provider]})`
    : 'None (no default model)';
