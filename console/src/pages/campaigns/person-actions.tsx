import { notifications } from '@mantine/notifications';
import type { EnrollmentReason, ManageData } from '@outcrop/contract';
import {
  IconHelpCircle,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconPlayerStop,
} from '@tabler/icons-react';
import { useWrite } from '../../api/endpoints.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import type { Enrollment } from './campaign-labels.ts';

interface ActionProps {
  campaignId: string;
  person: Enrollment;
  disabledReason: string | null;
  onAsk: () => void;
}

const refreshes = ['getCampaignEnrollments', 'getCampaign', 'getEnrollmentWhy'] as const;

/** Asks why, and stops, resumes or skips one person. */
export function PersonActions({ campaignId, person, disabledReason, onAsk }: ActionProps) {
  const stop = useWrite('postCampaignStop', [...refreshes]);
  const resume = useWrite('postCampaignResume', [...refreshes]);
  const skip = useWrite('postCampaignSkip', [...refreshes]);
  const name = person.fullName ?? person.email ?? 'this person';
  const request = { params: { campaignId }, body: { prospectIds: [person.prospectId] } };
  const notify = (done: string) => ({
    onSuccess: ({ results: [result] }: ManageData<'postCampaignStop'>) =>
      notifications.show({
        message: result?.changed ? `${done} ${name}` : unchanged(result?.reason),
      }),
  });
  const isActive = ['waiting', 'sending', 'away', 'held'].includes(person.status);
  return (
    <>
      <RowMenu
        name={name}
        actions={[
          { label: 'Why isn’t it sending?', icon: IconHelpCircle, onClick: onAsk },
          ...(isActive
            ? [
                {
                  label: 'Stop emails',
                  icon: IconPlayerStop,
                  disabledReason,
                  onClick: () => stop.mutate(request, notify('Stopped emails to')),
                },
              ]
            : []),
          ...(person.status !== 'waiting' && person.status !== 'sending'
            ? [
                {
                  label: 'Resume emails',
                  icon: IconPlayerPlay,
                  disabledReason,
                  onClick: () => resume.mutate(request, notify('Resumed emails to')),
                },
              ]
            : []),
          ...(isActive
            ? [
                {
                  label: 'Skip next email',
                  icon: IconPlayerSkipForward,
                  disabledReason,
                  onClick: () => skip.mutate(request, notify('Skipped the next email to')),
                },
              ]
            : []),
        ]}
      />
      <FailureNote error={stop.error ?? resume.error ?? skip.error} />
    </>
  );
}

const unchangedReasons: Record<EnrollmentReason, string> = {
  not_enrolled: 'This person is not enrolled.',
  already_ended: 'The campaign has already ended for this person.',
  already_active: 'The campaign already runs for this person.',
  sending: 'An email is being sent to this person. Try again in a minute.',
  finished: 'This person got every email.',
  suppressed: 'This person is marked as do not contact.',
  unsubscribed: 'This person unsubscribed.',
  no_email: 'This person has no email address.',
  bounced: 'The address of this person does not exist.',
  unknown_message: 'An email to this person may have been sent. Decide in Emails first.',
  no_subject: 'The next email has no subject.',
};
const unchanged = (reason: EnrollmentReason | undefined): string =>
  reason ? unchangedReasons[reason] : 'Nothing was changed.';
