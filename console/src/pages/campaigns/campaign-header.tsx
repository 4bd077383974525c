import { Alert, Button, Menu } from '@mantine/core';
import type { CampaignStatus } from '@outcrop/contract';
import { IconDots, IconListCheck, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useRead, useWrite } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { announce } from '../../components/live-region.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { CampaignState } from '../../features/campaigns/campaign-state.tsx';
import { type Blocker, blockersOf } from './blockers.ts';
import type { Campaign } from './campaign-labels.ts';
import classes from './campaigns.module.css';
import type { Tab } from './search.ts';

interface Props {
  campaign: Campaign;
  onShow: (tab: Tab) => void;
}

/** Starts, pauses and archives, and lists what is missing, each with its cure. */
export function CampaignHeader({ campaign, onShow }: Props) {
  const params = { campaignId: campaign.id };
  const role = useDisabledReason('member');
  const senders = useRead('getCampaignMailboxes', { params });
  const change = useWrite('patchCampaign', ['getCampaign', 'getCampaigns']);
  const move = (status: CampaignStatus) =>
    change.mutate(
      { params, body: { status } },
      { onSuccess: () => announce(`Campaign ${status === 'running' ? 'started' : status}`) },
    );
  const blockers = senders.data ? blockersOf(campaign, senders.data) : [];
  const blocking = blockers.find(({ blocks }) => blocks);
  const { status } = campaign;
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
                disabledReason={
                  role ??
                  (status === 'archived'
                    ? 'Restore the campaign first.'
                    : blocking && `${blocking.problem} ${blocking.cure} first.`) ??
                  null
                }
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
                    <Menu.Item onClick={() => move('archived')}>Archive</Menu.Item>
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
      {status !== 'archived' && blockers.length > 0 && (
        <Blockers blockers={blockers} isRunning={status === 'running'} onShow={onShow} />
      )}
    </>
  );
}

interface BlockersProps {
  blockers: Blocker[];
  isRunning: boolean;
  onShow: (tab: Tab) => void;
}

const Blockers = ({ blockers, isRunning, onShow }: BlockersProps) => (
  <Alert
    className={classes.notice}
    color={isRunning ? 'warn' : 'info'}
    icon={<IconListCheck />}
    title={isRunning ? 'Nothing can be sent' : 'Before it can send'}
  >
    <ul className={classes.blockers}>
      {blockers.map(({ problem, cure, at }) => (
        <li key={problem}>
          <span>{problem}</span>
          {at === 'mailboxes' ? (
            <ButtonLink
              size="compact-sm"
              variant="default"
              from="/w/$workspaceId"
              to="/w/$workspaceId/settings/mailboxes"
            >
              {cure}
            </ButtonLink>
          ) : (
            <Button size="compact-sm" variant="default" onClick={() => onShow(at)}>
              {cure}
            </Button>
          )}
        </li>
      ))}
    </ul>
  </Alert>
);
