import { NativeSelect, Stack } from '@mantine/core';
import type { FollowUp } from '@outcrop/contract';
import { useMe } from '../../api/session.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';
import { useAssignees } from './assignees.ts';
import { followUpEndpoints } from './use-follow-up.ts';

export function AssignDialog({ followUp, onClose }: { followUp: FollowUp; onClose: () => void }) {
  const assignees = useAssignees();
  const { user } = useMe();
  const { form, field, failure, busy } = useEndpointForm(
    'patchFollowUp',
    { assigneeId: followUp.assigneeId ?? user.id },
    {
      request: (body) => ({ params: { followUpId: followUp.id }, body }),
      refreshes: followUpEndpoints,
      onDone: onClose,
    },
  );
  return (
    <Dialog title="Assign follow-up" onClose={onClose} size="sm">
      <form {...form}>
        <Stack>
          <NativeSelect
            label="Assign to"
            data={assignees}
            data-autofocus
            {...field('assigneeId')}
          />
          <FormFooter failure={failure} verb="Assign" busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
