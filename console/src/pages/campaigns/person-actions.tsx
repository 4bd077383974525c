import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { EnrollmentReason, ManageData } from '@outcrop/contract';
import { IconDots } from '@tabler/icons-react';
import { useWrite } from '../../api/endpoints.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import type { Enrollment } from './campaign-labels.ts';
import classes from './campaigns.module.css';

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
        message: result?.changed ? `${done} ${name}.` : unchanged(result?.reason),
      }),
  });
  const isActive = ['waiting', 'sending', 'away', 'held'].includes(person.status);
  return (
    <div className={classes.actions}>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Why not now: ${name}`}
        onClick={onAsk}
      >
        Why not now?
      </Button>
      {disabledReason === null && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="compact-sm" variant="default" aria-label={`Actions for ${name}`}>
              <IconDots size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {isActive && (
              <Menu.Item onClick={() => stop.mutate(request, notify('Stopped writing to'))}>
                Stop
              </Menu.Item>
            )}
            {person.status !== 'waiting' && person.status !== 'sending' && (
              <Menu.Item onClick={() => resume.mutate(request, notify('Resumed'))}>
                Resume
              </Menu.Item>
            )}
            {isActive && (
              <Menu.Item onClick={() => skip.mutate(request, notify('Skipped the next email to'))}>
                Skip next email
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      <FailureNote error={stop.error ?? resume.error ?? skip.error} />
    </div>
  );
}

const unchangedReasons: Record<EnrollmentReason, string> = {
  not_enrolled: 'This person is not enrolled.',
  already_ended: 'The campaign has already ended for this person.',
  already_active: 'The campaign already runs for this person.',
  sending: 'An email is being sent to this person. Try again in a minute.',
  finished: 'This person got all emails.',
  suppressed: 'This person is marked as do not contact.',
  unsubscribed: 'This person unsubscribed.',
  no_email: 'This person has no email address.',
  bounced: 'The address of this person does not exist.',
  unknown_message: 'An email to this person may have been sent. Decide in Emails first.',
  no_subject: 'The next email has no subject.',
};
const unchanged = (reason: EnrollmentReason | undefined): string =>
  reason ? unchangedReasons[reason] : 'Nothing was changed.';
