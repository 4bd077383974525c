import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { atLeast } from '@outcrop/contract/roles';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { roleNames } from '../../api/roles.ts';
import { useWorkspace } from '../../api/session.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';
import { IntegrationUserForm } from '../../features/members/integration-user-form.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';

const expiries = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 365 days' },
];
const newUserOption = 'new';

/** Asks for the token's settings, then shows the token once. */
export function GenerateToken({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  return secret === null ? (
    <TokenForm onCreated={(created) => setSecret(created.secret)} onClose={onClose} />
  ) : (
    <NewTokenDialog secret={secret} onClose={onClose} />
  );
}

interface Props {
  onCreated: (created: ManageData<'postTokens'>) => void;
  onClose: () => void;
}

function TokenForm({ onCreated, onClose }: Props) {
  const { role } = useWorkspace();
  const [isAddingUser, setAddingUser] = useState(false);
  const { form, field, set, values, failure, busy } = useEndpointForm(
    'postTokens',
    { name: '', expiresInDays: '', userId: '' },
    {
      request: ({ name, expiresInDays, userId }) => ({
        body: {
          name,
          ...(expiresInDays && { expiresInDays: Number(expiresInDays) as 30 | 90 | 365 }),
          ...(userId && { userId }),
        },
      }),
      refreshes: ['getTokens', 'getMembers'],
      onDone: onCreated,
    },
  );
  if (isAddingUser)
    return (
      <Dialog title="New integration user" onClose={onClose}>
        <IntegrationUserForm
          onCancel={() => setAddingUser(false)}
          onDone={({ userId }) => {
            set('userId', userId);
            setAddingUser(false);
          }}
        />
      </Dialog>
    );
  return (
    <Dialog title="Generate API token" onClose={onClose}>
      <form {...form}>
        <Stack>
          <TextInput
            label="Name"
            description="The integration that will use this token."
            placeholder="e.g. Zapier"
            autoComplete="off"
            autoFocus
            data-autofocus
            {...field('name')}
          />
          {atLeast(role, 'admin') ? (
            <ActsAs
              value={values.userId}
              error={field('userId').error}
              onChange={(userId) =>
                userId === newUserOption ? setAddingUser(true) : set('userId', userId)
              }
            />
          ) : (
            <Text size="sm">
              It acts as you ({roleNames[role]}) and is revoked when you leave the workspace.
            </Text>
          )}
          <NativeSelect label="Expires" data={expiries} {...field('expiresInDays')} />
          <FormFooter failure={failure} verb="Generate" busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

interface ActsAsProps {
  value: string;
  error: string | undefined;
  onChange: (userId: string) => void;
}

function ActsAs({ value, error, onChange }: ActsAsProps) {
  const { role } = useWorkspace();
  const { data } = useRead('getMembers');
  const integrations = (data?.members ?? []).filter(({ kind }) => kind === 'integration');
  return (
    <NativeSelect
      label="Acts as"
      description="Tokens are revoked when their user leaves. Integration users stay."
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: `You (${roleNames[role]})` },
        ...integrations.map(({ userId, name, role }) => ({
          value: userId,
          label: `${name} (integration user, ${roleNames[role]})`,
        })),
        { value: newUserOption, label: 'New integration user…' },
      ]}
    />
  );
}
