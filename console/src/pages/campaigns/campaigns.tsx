import { Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { CampaignStatus } from '@outcrop/contract';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { usePages } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { useKey } from '../../browser/keys.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { formatNumber } from '../../components/format.ts';
import { TextLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Filters } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { EmptyState, FilteredEmptyState } from '../../components/states.tsx';
import { CampaignState, campaignStates } from '../../features/campaigns/campaign-state.tsx';
import { CreateCampaign } from './create-campaign.tsx';
import { shareText } from './rates.ts';

const route = getRouteApi('/w/$workspaceId/campaigns');

export default function Campaigns() {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const role = useDisabledReason('member');
  const [creating, create] = useDisclosure();
  const campaigns = usePages(
    'getCampaigns',
    { query: status ? { status } : {} },
    (data) => data.campaigns,
  );
  const filter = (next: string | null) =>
    void navigate({
      search: next === null ? {} : { status: next as CampaignStatus },
      replace: true,
      resetScroll: false,
    });
  const open = (campaignId: string) =>
    void navigate({
      to: '/w/$workspaceId/campaigns/$campaignId',
      params: (before) => ({ ...before, campaignId }),
      search: {},
    });
  useKey('n', 'New campaign', () => role === null && create.open());
  const createButton = (
    <ActionButton leftSection={<IconPlus size={16} />} disabledReason={role} onClick={create.open}>
      New campaign
    </ActionButton>
  );
  const isEmpty = campaigns.data?.length === 0 && !status;
  return (
    <>
      <PageHeader title="Campaigns" {...(!isEmpty && { action: createButton })}>
        Email sequences that stop when someone replies.
      </PageHeader>
      {!isEmpty && (
        <Filters>
          <Select
            label="Status"
            placeholder="Active"
            data={Object.entries(campaignStates).map(([value, { label }]) => ({ value, label }))}
            value={status ?? null}
            onChange={filter}
            clearable
            w={200}
          />
        </Filters>
      )}
      <QueryBoundary query={campaigns} what="the campaigns">
        {(rows) => {
          if (rows.length === 0)
            return status ? (
              <FilteredEmptyState
                filters={[`status ${campaignStates[status].label}`]}
                onClear={() => filter(null)}
              />
            ) : (
              <EmptyState title="No campaigns yet" action={createButton}>
                Create a campaign to send a first email and follow-ups.
              </EmptyState>
            );
          return (
            <DataTable
              label="Campaigns"
              rows={rows}
              keyOf={({ id }) => id}
              onOpen={({ id }) => open(id)}
              more={campaigns}
              columns={[
                {
                  title: 'Name',
                  grow: true,
                  cell: ({ id, name }) => (
                    <TextLink
                      inherit
                      from="/w/$workspaceId/campaigns"
                      to="/w/$workspaceId/campaigns/$campaignId"
                      params={(before) => ({ ...before, campaignId: id })}
                      search={{}}
                      onClick={(event) => event.stopPropagation()}
                    >
                      {name}
                    </TextLink>
                  ),
                },
                { title: 'Status', cell: (campaign) => <CampaignState {...campaign} /> },
                {
                  title: 'Enrolled',
                  align: 'end',
                  cell: ({ enrolled }) => formatNumber(enrolled),
                },
                {
                  title: 'Contacted',
                  align: 'end',
                  cell: ({ contacted, enrolled }) => shareText(contacted, enrolled),
                },
                {
                  title: 'Replied',
                  align: 'end',
                  cell: ({ replied, contacted }) => shareText(replied, contacted),
                },
                {
                  title: 'Created',
                  align: 'end',
                  cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
                },
              ]}
            />
          );
        }}
      </QueryBoundary>
      {creating && <CreateCampaign onClose={create.close} onCreated={open} />}
    </>
  );
}
