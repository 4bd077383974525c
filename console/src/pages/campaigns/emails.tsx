import { Select } from '@mantine/core';
import type { OutboundStatus } from '@outcrop/contract';
import {
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconQuestionMark,
  IconRepeat,
  IconSend,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { usePages } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge, type BadgeLook } from '../../components/badge.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Filters } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { EmptyState, FilteredEmptyState } from '../../components/states.tsx';
import { ProspectLink } from '../../features/prospect-dialogs/prospect-link.tsx';
import { type Campaign, type OutboundEmail, stepName } from './campaign-labels.ts';
import classes from './campaigns.module.css';
import { DecideUnknown } from './decide-unknown.tsx';

const states: Record<OutboundStatus, BadgeLook & { label: string }> = {
  sending: { icon: IconSend, color: 'info', label: 'Sending' },
  accepted: { icon: IconCircleCheck, color: 'ok', label: 'Sent' },
  refused: { icon: IconCircleX, color: 'danger', label: 'Refused' },
  deferred: { icon: IconRepeat, color: 'warn', label: 'Retrying' },
  unknown: { icon: IconQuestionMark, color: 'warn', label: 'Unknown' },
  released: { icon: IconClock, color: 'muted', label: 'Waiting' },
  given_up: { icon: IconCircleX, color: 'danger', label: 'Failed' },
};

const route = getRouteApi('/w/$workspaceId/campaigns/$campaignId');

/** Every email that left or was tried. A user decides about the unknown ones. */
export function Emails({ campaign }: { campaign: Campaign }) {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const role = useDisabledReason('member');
  const [decided, setDecided] = useState<OutboundEmail | null>(null);
  const pages = usePages(
    'getCampaignMessages',
    { params: { campaignId: campaign.id }, query: status ? { status } : {} },
    ({ messages }) => messages,
  );
  const filter = (next: string | null) =>
    void navigate({
      search: { tab: 'emails', ...(next && { status: next as OutboundStatus }) },
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <Filters>
        <Select
          label="Status"
          placeholder="All statuses"
          data={Object.entries(states).map(([value, { label }]) => ({ value, label }))}
          value={status ?? null}
          onChange={filter}
          clearable
          w={200}
        />
      </Filters>
      <QueryBoundary query={pages} what="the emails">
        {(rows) => {
          if (rows.length === 0)
            return status ? (
              <FilteredEmptyState
                filters={[`status ${states[status].label}`]}
                onClear={() => filter(null)}
              />
            ) : (
              <EmptyState title="No emails yet">Emails appear here when they are sent.</EmptyState>
            );
          return (
            <DataTable
              label="Emails"
              rows={rows}
              keyOf={({ id }) => id}
              more={pages}
              columns={[
                {
                  title: 'Prospect',
                  cell: ({ prospectId, prospectName }) => (
                    <ProspectLink id={prospectId}>{prospectName ?? 'No name'}</ProspectLink>
                  ),
                },
                { title: 'Email', cell: ({ stepId }) => stepName(campaign, stepId) },
                { title: 'Status', cell: (email) => <EmailState {...email} /> },
                {
                  title: 'Server response',
                  grow: true,
                  cell: ({ answer }) => <span className={classes.secondary}>{answer ?? '–'}</span>,
                },
                {
                  title: 'Time',
                  align: 'end',
                  cell: ({ settledAt, claimedAt }) => <RelativeTime at={settledAt ?? claimedAt} />,
                },
                {
                  title: 'Actions',
                  hideTitle: true,
                  align: 'end',
                  cell: (email) =>
                    email.status === 'unknown' && (
                      <ActionButton
                        size="compact-sm"
                        variant="default"
                        disabledReason={role}
                        aria-label={`Decide: ${email.prospectName ?? 'this prospect'}`}
                        onClick={() => setDecided(email)}
                      >
                        Decide
                      </ActionButton>
                    ),
                },
              ]}
            />
          );
        }}
      </QueryBoundary>
      {decided && <DecideUnknown email={decided} onClose={() => setDecided(null)} />}
    </>
  );
}

function EmailState({ status }: { status: OutboundStatus }) {
  const { label, ...look } = states[status];
  return <Badge {...look}>{label}</Badge>;
}
