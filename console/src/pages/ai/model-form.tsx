import { Button, Checkbox, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { AiProvider } from '@outcrop/contract';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { ModelInput } from './model-input.tsx';
import { defaultModelText, providerNames, type Settings } from './settings.ts';
import { useModelSuggestions } from './use-model-suggestions.ts';

const operator = 'operator';

export function ModelForm({ settings }: { settings: Settings }) {
  const { apiKeyEnd, prices } = settings;
  const initial = {
    provider: settings.provider ?? operator,
    model: settings.model ?? '',
    baseUrl: settings.baseUrl ?? '',
    apiKey: '',
    removeKey: false,
    input: prices ? String(prices.input) : '',
    output: prices ? String(prices.output) : '',
  };
  const { form, field, values, set, failure, busy } = useEndpointForm('patchAiSettings', initial, {
    request: (typed) => ({ body: bodyOf(typed) }),
    refreshes: ['getAiSettings'],
    onDone: () => {
      set('apiKey', '');
      set('removeKey', false);
      notifications.show({ message: 'Model saved. Run a test call to check it.' });
    },
  });
  const usesOwnModel = values.provider !== operator;
  const isCompatible = values.provider === 'openai-compatible';
  const isProviderChanged =
    values.provider !== initial.provider || (isCompatible && values.baseUrl !== initial.baseUrl);
  const suggestions = useModelSuggestions(
    values,
    apiKeyEnd !== null && !isProviderChanged && !values.removeKey,
  );

  return (
    <form {...form}>
      <Stack maw={560}>
        <Select
          label="Provider"
          data={[
            { value: operator, label: defaultModelText(settings) },
            ...Object.entries(providerNames).map(([value, label]) => ({ value, label })),
          ]}
          value={values.provider}
          onChange={(provider) => set('provider', provider ?? operator)}
          allowDeselect={false}
          error={field('provider').error}
        />
        {usesOwnModel && (
          <>
            {isCompatible && (
              <TextInput
                label="Base URL"
                description="Any OpenAI-compatible server, such as Ollama, vLLM or a gateway."
                placeholder="https://models.example.com/v1"
                type="url"
                autoComplete="off"
                spellCheck={false}
                {...field('baseUrl')}
              />
            )}
            <PasswordInput
              label="API key"
              description={keyText(apiKeyEnd, isProviderChanged)}
              autoComplete="off"
              disabled={values.removeKey}
              {...field('apiKey')}
            />
            {isCompatible && apiKeyEnd && !isProviderChanged && (
              <Checkbox
                label={`Remove the key ending in ${apiKeyEnd}`}
                checked={values.removeKey}
                onChange={(event) => set('removeKey', event.currentTarget.checked)}
              />
            )}
            <ModelInput
              models={suggestions.models}
              description={suggestions.description}
              value={values.model}
              error={field('model').error}
              onChange={(model) => set('model', model)}
              onUse={suggestions.load}
            />
            <Group grow align="flex-start">
              <TextInput
                label="Input price"
                description="USD per 1M tokens"
                inputMode="decimal"
                {...field('input')}
              />
              <TextInput
                label="Output price"
                description="USD per 1M tokens"
                inputMode="decimal"
                {...field('output')}
              />
            </Group>
          </>
        )}
        <FailureNote error={failure} />
        <Group>
          <Button type="submit" loading={busy}>
            Save model
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Values {
  provider: string;
  model: string;
  baseUrl: string;
  apiKey: string;
  removeKey: boolean;
  input: string;
  output: string;
}

function bodyOf(values: Values) {
  if (values.provider === operator) return { provider: null };
  const prices =
    values.input === '' && values.output === ''
      ? null
      : { input: Number(values.input), output: Number(values.output) };
  return {
    provider: values.provider as AiProvider,
    model: values.model || null,
    baseUrl: values.provider === 'openai-compatible' ? values.baseUrl || null : null,
    ...(values.removeKey ? { apiKey: null } : values.apiKey && { apiKey: values.apiKey }),
    prices,
  };
}

function keyText(end: string | null, isProviderChanged: boolean): string {
  if (end === null) return 'Stored encrypted and never shown again.';
  return isProviderChanged
    ? `The key ending in ${end} belongs to the previous provider and will be removed. Enter a new key.`
    : `The current key ends in ${end}. Leave empty to keep it.`;
}
