import { Stack, Text, TextInput } from '@mantine/core';
import type { Member } from '@outcrop/contract';
import { Dialog } from '../../parts/dialog.tsx';
import { FormEnd } from '../../parts/form-end.tsx';
import { useLineForm } from '../../parts/line-form.ts';
import { RoleChoice } from './role-choice.tsx';

interface FormProps {
  onDone: (member: Member) => void;
  onCancel: () => void;
}

/** A user for a program: it has tokens, and nobody signs in as it. */
export function IntegrationUserForm({ onDone, onCancel }: FormProps) {
  const { form, field, set, values, failure, busy } = useLineForm(
    'postMembersIntegration',
    { name: '', role: 'member' as 'viewer' | 'member' | 'admin' },
    {
      request: (body) => ({ body }),
      refreshes: ['getMembers'],
      onDone: ({ member }) => onDone(member),
    },
  );
  return (
    <form {...form}>
      <Stack>
        <Text size="sm">
          An integration user has tokens and cannot sign in. What uses its tokens goes on when
          people leave.
        </Text>
        <TextInput
          label="Name of the integration"
          placeholder="CRM"
          autoComplete="off"
          autoFocus
          data-autofocus
          {...field('name')}
        />
        <RoleChoice
          forIntegration
          value={values.role}
          error={field('role').error}
          onChange={(role) => set('role', role as typeof values.role)}
        />
        <FormEnd failure={failure} verb="Add integration user" busy={busy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

export const AddIntegrationUser = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Add an integration user" onClose={onClose}>
    <IntegrationUserForm onDone={onClose} onCancel={onClose} />
  </Dialog>
);
