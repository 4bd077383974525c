import { Alert, Button, Menu } from '@mantine/core';
import type { CampaignStatus } from '@outcrop/contract';
import {
  IconAlertTriangle,
  IconDots,
  IconListCheck,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { useRead, useWrite } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { announce } from '../../components/live-region.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { MenuAction } from '../../components/row-menu.tsx';
import { CampaignState, pauseText } from '../../features/campaigns/campaign-state.tsx';
import { type Blocker, blockersOf } from './blockers.ts';
import type { Campaign } from './campaign-labels.ts';
import classes from './campaigns.module.css';
import type { Tab } from './search.ts';

interface Props {
  campaign: Campaign;
  hasUnsavedSteps: boolean;
  /** Called with the tab that cures a blocker. */
  onCure: (at: Tab) => void;
}

/** Starts, pauses and archives, and lists what is missing, each with its cure. */
export function CampaignHeader({ campaign, hasUnsavedSteps, onCure }: Props) {
  const params = { campaignId: campaign.id };
  const role = useDisabledReason('member');
  const senders = useRead('getCampaignMailboxes', { params });
  const change = useWrite('patchCampaign', [
    'getCampaign',
    'getCampaigns',
    'getCampaignForecast',
    'getCampaignEnrollments',
  ]);
  const move = (status: CampaignStatus) =>
    change.mutate(
      { params, body: { status } },
      { onSuccess: () => announce(`Campaign ${status === 'running' ? 'started' : status}`) },
    );
  const blockers = senders.data ? blockersOf(campaign, senders.data) : [];
  const blocking = blockers.find(({ blocks }) => blocks);
  const unsaved = hasUnsavedSteps ? 'Save or discard your changes to the steps first.' : null;
  const { status } = campaign;
  const startReason =
    role ??
    (status === 'archived' ? 'Restore the campaign first.' : unsaved) ??
    (blocking ? `${blocking.cure} first.` : null);
  return (
    <>
      <PageHeader
        title={campaign.name}
        action={
          <>
            {status === 'running' ? (
              <ActionButton
                variant="default"
                leftSection={<IconPlayerPause size={16} />}
                disabledReason={role}
                loading={change.isPending}
                onClick={() => move('paused')}
              >
                Pause
              </ActionButton>
            ) : (
              <ActionButton
                leftSection={<IconPlayerPlay size={16} />}
                disabledReason={startReason}
                loading={change.isPending || senders.isPending}
                onClick={() => move('running')}
              >
                {status === 'paused' ? 'Resume' : 'Start'}
              </ActionButton>
            )}
            {role === null && (
              <Menu position="bottom-end">
                <Menu.Target>
                  <Button variant="default" leftSection={<IconDots size={16} />}>
                    More
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {status === 'archived' ? (
                    <Menu.Item onClick={() => move('paused')}>Restore</Menu.Item>
                  ) : (
                    <MenuAction
                      label="Archive"
                      disabledReason={unsaved}
                      onClick={() => move('archived')}
                    />
                  )}
                </Menu.Dropdown>
              </Menu>
            )}
          </>
        }
      >
        <CampaignState status={status} />
      </PageHeader>
      <FailureNote error={change.error} />
      {campaign.pause && <PauseNotice pause={campaign.pause} />}
      {status !== 'archived' && blockers.length > 0 && (
        <Blockers blockers={blockers} isRunning={status === 'running'} onCure={onCure} />
      )}
    </>
  );
}

const pauseAdvice = {
  bounces: 'Bounces hurt your sender reputation. Remove outdated addresses before you resume.',
  complaints:
    'Spam complaints send your next emails to spam folders. Review your recipients and texts before you resume.',
};

const PauseNotice = ({ pause }: { pause: NonNullable<Campaign['pause']> }) => (
  <Alert
    className={classes.notice}
    color="danger"
    icon={<IconAlertTriangle />}
    title={`Paused automatically: ${pauseText(pause)}`}
  >
    {pauseAdvice[pause.reason]} Resuming resets the count.
  </Alert>
);

interface BlockersProps {
  blockers: Blocker[];
  isRunning: boolean;
  onCure: (cureTarget: Tab) => void;
}

const Blockers = ({ blockers, isRunning, onCure }: BlockersProps) => (
  <Alert
    className={classes.notice}
    color={isRunning ? 'warn' : 'info'}
    icon={<IconListCheck />}
    title={isRunning ? 'Nothing can be sent' : 'Before you start'}
  >
    <ul className={classes.blockers}>
      {blockers.map(({ cure, cureTarget }) => (
        <li key={cure}>
          {cureTarget === 'mailboxes' ? (
            <ButtonLink
              size="compact-sm"
              variant="default"
              from="/w/$workspaceId"
              to="/w/$workspaceId/settings/mailboxes"
            >
              {cure}
            </ButtonLink>
          ) : (
            <Button size="compact-sm" variant="default" onClick={() => onCure(cureTarget)}>
              {cure}
            </Button>
          )}
        </li>
      ))}
    </ul>
  </Alert>
);
