import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { useState } from 'react';
import { useRead } from '../../api/lines.ts';
import { atLeast, roleNames, withArticle } from '../../api/roles.ts';
import { useWorkspace } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormEnd } from '../../parts/form-end.tsx';
import { useLineForm } from '../../parts/line-form.ts';
import { IntegrationUserForm } from '../members/integration-user.tsx';
import { TokenShown } from './token-shown.tsx';

const expiries = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 365 days' },
];
const aNewOne = 'new';

/** A name, an end, and for Admins whom it acts as; then the token, once. */
export function GenerateToken({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  return secret === null ? (
    <TokenForm onMade={(made) => setSecret(made.secret)} onClose={onClose} />
  ) : (
    <TokenShown secret={secret} onClose={onClose} />
  );
}

interface Props {
  onMade: (made: ManageData<'postTokens'>) => void;
  onClose: () => void;
}

function TokenForm({ onMade, onClose }: Props) {
  const { role } = useWorkspace();
  const [isAddingUser, setAddingUser] = useState(false);
  const { form, field, set, values, failure, busy } = useLineForm(
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
      onDone: onMade,
    },
  );
  if (isAddingUser)
    return (
      <Dialog title="A new integration user" onClose={onClose}>
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
            description="What will use it, so that you know later what to revoke."
            placeholder="CRM sync"
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
                userId === aNewOne ? setAddingUser(true) : set('userId', userId)
              }
            />
          ) : (
            <Text size="sm">It acts as you, {withArticle(role)}, and ends when you leave.</Text>
          )}
          <NativeSelect label="Expires" data={expiries} {...field('expiresInDays')} />
          <FormEnd failure={failure} verb="Generate" busy={busy} onCancel={onClose} />
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
      description="A token ends with its user. An integration user stays when people leave."
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: `You, ${withArticle(role)}` },
        ...integrations.map(({ userId, name, role }) => ({
          value: userId,
          label: `${name}, an integration user (${roleNames[role]})`,
        })),
        { value: aNewOne, label: 'A new integration user…' },
      ]}
    />
  );
}
