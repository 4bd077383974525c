import { Stack } from '@mantine/core';
import type { Member } from '@outcrop/contract';
import { Dialog } from '../../components/dialog.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';
import { RoleChoice } from '../../features/members/role-choice.tsx';

interface Props {
  member: Member;
  onClose: () => void;
}

export function ChangeRole({ member, onClose }: Props) {
  const { form, field, set, values, failure, busy } = useEndpointForm(
    'patchMember',
    { role: member.role },
    {
      request: (body) => ({ params: { userId: member.userId }, body }),
      refreshes: ['getMembers', 'getTokens', 'getMe'],
      onDone: onClose,
    },
  );
  return (
    <Dialog title={`Change role of ${member.name}`} onClose={onClose}>
      <form {...form}>
        <Stack>
          <RoleChoice
            forIntegration={member.kind === 'integration'}
            value={values.role}
            error={field('role').error}
            onChange={(role) => set('role', role)}
          />
          <FormFooter
            failure={failure}
            verb="Change role"
            busy={busy}
            disabled={values.role === member.role}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
