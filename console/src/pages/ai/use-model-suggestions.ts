import type { AiProvider } from '@outcrop/contract';
import { useState } from 'react';
import { type EndpointRequest, useWrite } from '../../api/endpoints.ts';
import { formatNumber } from '../../components/format.ts';

type Body = EndpointRequest<'postAiSettingsModels'>['body'];

interface TypedSettings {
  provider: string;
  baseUrl: string;
  apiKey: string;
}

/**
 * The models that the provider of the form lists. `load` asks for them once, unless it failed, and
 * `canUseStoredKey` says that the stored key was entered for this provider.
 */
export function useModelSuggestions(typed: TypedSettings, canUseStoredKey: boolean) {
  const list = useWrite('postAiSettingsModels');
  const [loaded, setLoaded] = useState('');
  const body = bodyOf(typed, canUseStoredKey);
  const source = JSON.stringify(body);
  const isCurrent = body !== null && source === loaded;
  const models = (isCurrent && list.data?.models) || [];
  return {
    models,
    description: isCurrent ? describe(list) : defaultDescription,
    load: () => {
      if (body === null || (isCurrent && (list.isPending || models.length > 0))) return;
      setLoaded(source);
      list.mutate({ body });
    },
  };
}

/** Null if something is missing that the provider needs. */
function bodyOf(
  { provider, baseUrl, apiKey }: TypedSettings,
  canUseStoredKey: boolean,
): Body | null {
  const isCompatible = provider === 'openai-compatible';
  const hasKey = apiKey !== '' || canUseStoredKey;
  if (isCompatible ? !URL.canParse(baseUrl) : !hasKey) return null;
  return {
    provider: provider as AiProvider,
    ...(isCompatible && { baseUrl }),
    ...(apiKey !== '' && { apiKey }),
  };
}

const defaultDescription = 'Model ID, such as gpt-4o';

function describe({ isPending, data }: ReturnType<typeof useWrite<'postAiSettingsModels'>>) {
  if (isPending) return 'Loading models…';
  if (!data) return defaultDescription;
  if (data.problem) return `No suggestions: ${data.problem} You can type any model ID.`;
  const count = data.models.length;
  return `${count === 1 ? '1 model' : `${formatNumber(count)} models`} found. You can also type any model ID.`;
}
