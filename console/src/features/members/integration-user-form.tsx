import { Stack, Text, TextInput } from '@mantine/core';
import type { Member } from '@outcrop/contract';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';
import { RoleChoice } from './role-choice.tsx';

interface FormProps {
  onDone: (member: Member) => void;
  onCancel: () => void;
}

/** A user for an integration: it owns tokens but can't sign in. */
export function IntegrationUserForm({ onDone, onCancel }: FormProps) {
  const { form, field, set, values, failure, busy } = useEndpointForm(
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
          Integration users own API tokens but can't sign in, so integrations keep working when
          people leave.
        </Text>
        <TextInput
          label="Integration name"
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
        <FormFooter failure={failure} verb="Add" busy={busy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
