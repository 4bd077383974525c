import { Button, Checkbox, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { AiProvider } from '@outcrop/contract';
import { FailureNote } from '../../parts/failure-note.tsx';
import { useLineForm } from '../../parts/line-form.ts';
import { operatorText, providerNames, type Settings } from './settings.ts';

const operator = 'operator';

/** Which model is asked: the operator's, or one of the workspace's own. */
export function ModelForm({ settings }: { settings: Settings }) {
  const { apiKeyEnd, prices } = settings;
  const initial = {
    provider: settings.provider ?? operator,
    model: settings.model ?? '',
    baseUrl: settings.baseUrl ?? '',
    apiKey: '',
    forgetKey: false,
    input: prices ? String(prices.input) : '',
    output: prices ? String(prices.output) : '',
  };
  const { form, field, values, set, failure, busy } = useLineForm('patchAiSettings', initial, {
    request: (typed) => ({ body: bodyOf(typed) }),
    refreshes: ['getAiSettings'],
    onDone: () => {
      set('apiKey', '');
      set('forgetKey', false);
      notifications.show({ message: 'The model is saved. A test call shows whether it answers.' });
    },
  });
  const isOwn = values.provider !== operator;
  const isCompatible = values.provider === 'openai-compatible';
  const isElsewhere =
    values.provider !== initial.provider || (isCompatible && values.baseUrl !== initial.baseUrl);

  return (
    <form {...form}>
      <Stack maw={560}>
        <Select
          label="Provider"
          data={[
            { value: operator, label: operatorText(settings) },
            ...Object.entries(providerNames).map(([value, label]) => ({ value, label })),
          ]}
          value={values.provider}
          onChange={(provider) => set('provider', provider ?? operator)}
          allowDeselect={false}
          error={field('provider').error}
        />
        {isOwn && (
          <>
            {isCompatible && (
              <TextInput
                label="Base URL"
                description="Of any server that speaks OpenAI's protocol: Ollama, vLLM, a gateway."
                placeholder="https://models.example.com/v1"
                type="url"
                autoComplete="off"
                spellCheck={false}
                {...field('baseUrl')}
              />
            )}
            <TextInput
              label="Model"
              description="By the name that the provider gives it."
              autoComplete="off"
              spellCheck={false}
              {...field('model')}
            />
            <PasswordInput
              label="API key"
              description={keyText(apiKeyEnd, isElsewhere)}
              autoComplete="off"
              disabled={values.forgetKey}
              {...field('apiKey')}
            />
            {isCompatible && apiKeyEnd && !isElsewhere && (
              <Checkbox
                label={`Forget the key that ends in ${apiKeyEnd}`}
                checked={values.forgetKey}
                onChange={(event) => set('forgetKey', event.currentTarget.checked)}
              />
            )}
            <Group grow align="flex-start">
              <TextInput
                label="Price of reading"
                description="US dollars for a million tokens"
                inputMode="decimal"
                {...field('input')}
              />
              <TextInput
                label="Price of writing"
                description="US dollars for a million tokens"
                inputMode="decimal"
                {...field('output')}
              />
            </Group>
          </>
        )}
        <FailureNote error={failure} />
        <Group>
          <Button type="submit" loading={busy}>
            Save the model
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
  forgetKey: boolean;
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
    ...(values.forgetKey ? { apiKey: null } : values.apiKey && { apiKey: values.apiKey }),
    prices,
  };
}

function keyText(end: string | null, isElsewhere: boolean): string {
  if (end === null) return 'Kept sealed, and never shown again.';
  return isElsewhere
    ? `The key that ends in ${end} was for elsewhere and is forgotten. Enter the one for here.`
    : `The one in use ends in ${end}. Leave this empty to keep it.`;
}
