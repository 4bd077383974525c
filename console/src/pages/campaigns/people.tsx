import { Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { EnrollmentStatus } from '@outcrop/contract';
import { IconUserPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { usePages } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { WithInitials } from '../../components/initials.tsx';
import { Filters } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { EmptyState, FilteredEmptyState } from '../../components/states.tsx';
import { ProspectLink } from '../../features/prospect-dialogs/prospect-link.tsx';
import type { Campaign, Enrollment } from './campaign-labels.ts';
import classes from './campaigns.module.css';
import { EnrollFromList } from './enroll-from-list.tsx';
import { EnrollmentState, enrollmentStates, reasonText } from './enrollment-state.tsx';
import { NextEmail } from './next-email.tsx';
import { PersonActions } from './person-actions.tsx';
import { WhyNotNow } from './why-not-now.tsx';

const route = getRouteApi('/w/$workspaceId/campaigns/$campaignId');

/** Everyone in the campaign, with what comes next for each. */
export function People({ campaign }: { campaign: Campaign }) {
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  const role = useDisabledReason('member');
  const [enrolling, enroll] = useDisclosure();
  const [asked, setAsked] = useState<Enrollment | null>(null);
  const pages = usePages(
    'getCampaignEnrollments',
    { params: { campaignId: campaign.id }, query: state ? { status: state } : {} },
    ({ enrollments }) => enrollments,
  );
  const filter = (next: string | null) =>
    void navigate({
      search: { tab: 'people', ...(next && { state: next as EnrollmentStatus }) },
      replace: true,
      resetScroll: false,
    });
  const enrollButton = (
    <ActionButton
      leftSection={<IconUserPlus size={16} />}
      disabledReason={
        role ?? (campaign.status === 'archived' ? 'Restore the campaign first.' : null)
      }
      onClick={enroll.open}
    >
      Enroll from list
    </ActionButton>
  );
  return (
    <>
      <Filters>
        <Select
          label="State"
          placeholder="All states"
          data={Object.entries(enrollmentStates).map(([value, { label }]) => ({ value, label }))}
          value={state ?? null}
          onChange={filter}
          clearable
          w={200}
        />
        {campaign.enrolled > 0 && enrollButton}
      </Filters>
      <QueryBoundary query={pages} what="the people">
        {(rows) => {
          if (rows.length === 0 && !pages.hasNextPage)
            return state ? (
              <FilteredEmptyState
                filters={[`state ${enrollmentStates[state].label}`]}
                onClear={() => filter(null)}
              />
            ) : (
              <EmptyState title="No people yet" action={enrollButton}>
                Enroll people to send them this campaign.
              </EmptyState>
            );
          return (
            <DataTable
              label="People"
              rows={rows}
              keyOf={({ prospectId }) => prospectId}
              more={pages}
              columns={[
                {
                  title: 'Prospect',
                  grow: true,
                  cell: ({ prospectId, fullName, email }) => (
                    <WithInitials name={fullName ?? email ?? 'No name'}>
                      <ProspectLink id={prospectId}>{fullName ?? email ?? 'No name'}</ProspectLink>
                      {fullName && email && <div className={classes.secondary}>{email}</div>}
                    </WithInitials>
                  ),
                },
                {
                  title: 'State',
                  cell: ({ status, reason }) => (
                    <>
                      <EnrollmentState status={status} />
                      {reason && <div className={classes.secondary}>{reasonText(reason)}</div>}
                    </>
                  ),
                },
                {
                  title: 'Next email',
                  cell: (row) => <NextEmail campaign={campaign} person={row} />,
                },
                {
                  title: 'Last sent',
                  align: 'end',
                  cell: ({ lastSentAt }) => <RelativeTime at={lastSentAt} />,
                },
                {
                  title: 'Actions',
                  hideTitle: true,
                  align: 'end',
                  cell: (row) => (
                    <PersonActions
                      campaignId={campaign.id}
                      person={row}
                      disabledReason={role}
                      onAsk={() => setAsked(row)}
                    />
                  ),
                },
              ]}
            />
          );
        }}
      </QueryBoundary>
      {asked && (
        <WhyNotNow campaignId={campaign.id} person={asked} onClose={() => setAsked(null)} />
      )}
      {enrolling && <EnrollFromList campaign={campaign} onClose={enroll.close} />}
    </>
  );
}
