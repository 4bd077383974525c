import type { AiProvider, ManageData } from '@outcrop/contract';

export type Settings = ManageData<'getAiSettings'>['settings'];

export const providerNames: Record<AiProvider, string> = {
  'openai-compatible': 'OpenAI-compatible server',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
};

/** What is used without a model of one's own. */
export const operatorText = ({ ofOperator }: Pick<Settings, 'ofOperator'>): string =>
  ofOperator
    ? `The operator's: ${ofOperator.model} (${providerNames[ofOperator.provider]})`
    : 'None; the operator has set no model';
