import { Stack } from '@mantine/core';
import type { Member } from '@outcrop/contract';
import { Dialog } from '../../parts/dialog.tsx';
import { FormEnd } from '../../parts/form-end.tsx';
import { useLineForm } from '../../parts/line-form.ts';
import { RoleChoice } from './role-choice.tsx';

interface Props {
  member: Member;
  onClose: () => void;
}

export function ChangeRole({ member, onClose }: Props) {
  const { form, field, set, values, failure, busy } = useLineForm(
    'patchMember',
    { role: member.role },
    {
      request: (body) => ({ params: { userId: member.userId }, body }),
      refreshes: ['getMembers', 'getTokens', 'getMe'],
      onDone: onClose,
    },
  );
  return (
    <Dialog title={`Role of ${member.name}`} onClose={onClose}>
      <form {...form}>
        <Stack>
          <RoleChoice
            forIntegration={member.kind === 'integration'}
            value={values.role}
            error={field('role').error}
            onChange={(role) => set('role', role)}
          />
          <FormEnd
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
