import { notifications } from '@mantine/notifications';
import { IconSend } from '@tabler/icons-react';
import { useRead, useWrite } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import classes from './campaigns.module.css';

interface Props {
  campaignId: string;
  prospectId: string;
  /** Null for an email that is not saved. */
  stepId: string | null;
  variantId: string | null;
  hasUnsavedChanges: boolean;
}

/** Sends the saved email to the user, as the previewed person would get it. */
export function TestEmail({ campaignId, prospectId, stepId, variantId, hasUnsavedChanges }: Props) {
  const role = useDisabledReason('member');
  const params = { campaignId };
  const senders = useRead('getCampaignMailboxes', { params });
  const send = useWrite('postCampaignTestEmail');
  const run = () =>
    send.mutate(
      { params, body: { stepId: stepId!, prospectId, ...(variantId && { variantId }) } },
      {
        onSuccess: ({ sent, to, from, problem }) =>
          notifications.show(
            sent
              ? { message: `Test email sent to ${to} from ${from}` }
              : { title: 'Test email not sent', message: problem, color: 'danger' },
          ),
      },
    );
  const noMailbox = senders.data?.mailboxes.length === 0 ? 'Choose a mailbox first.' : null;
  const unsaved = hasUnsavedChanges || stepId === null ? 'Save the steps first.' : null;
  return (
    <>
      <div className={classes.bar}>
        <ActionButton
          variant="default"
          leftSection={<IconSend size={16} />}
          disabledReason={role ?? unsaved ?? noMailbox}
          loading={send.isPending}
          onClick={run}
        >
          Send test to me
        </ActionButton>
        <span className={classes.secondary}>Test emails don’t count in results.</span>
      </div>
      <FailureNote error={send.error} />
    </>
  );
}
