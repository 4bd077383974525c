import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { BackLink } from '../../components/back-link.tsx';
import { formatNumber } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { ProspectDrawer } from '../../features/prospect-dialogs/lazy-dialogs.tsx';
import { CampaignHeader } from './campaign-header.tsx';
import type { Campaign } from './campaign-labels.ts';
import { Emails } from './emails.tsx';
import { Numbers } from './numbers.tsx';
import { People } from './people.tsx';
import { Rehearsal } from './rehearsal.tsx';
import { type CampaignSearch, type Tab, tabs } from './search.ts';
import { Settings } from './settings.tsx';
import { Steps } from './steps.tsx';

const route = getRouteApi('/w/$workspaceId/campaigns/$campaignId');

export default function CampaignPage() {
  const { campaignId } = route.useParams();
  const campaign = useRead('getCampaign', { params: { campaignId } });
  return (
    <>
      <BackLink from="/w/$workspaceId" to="/w/$workspaceId/campaigns">
        All campaigns
      </BackLink>
      {!campaign.data && <PageHeader title="Campaign" />}
      <QueryBoundary query={campaign} what="the campaign">
        {(data) => <CampaignTabs key={campaignId} campaign={data.campaign} />}
      </QueryBoundary>
    </>
  );
}

const titles: Record<Tab, string> = {
  steps: 'Steps',
  people: 'People',
  emails: 'Emails',
  rehearsal: 'Rehearsal',
  numbers: 'Results',
  settings: 'Settings',
};

function CampaignTabs({ campaign }: { campaign: Campaign }) {
  const { tab = 'steps', prospect, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const [hasUnsavedSteps, setHasUnsavedSteps] = useState(false);
  const [isWritingFirst, setWritingFirst] = useState(false);
  const go = (next: CampaignSearch) => void navigate({ search: next, resetScroll: false });
  const show = (next: string | null) => go(next === 'steps' ? {} : { tab: next as Tab });
  return (
    <>
      <CampaignHeader
        campaign={campaign}
        hasUnsavedSteps={hasUnsavedSteps}
        onCure={(at) => {
          setWritingFirst(at === 'steps');
          show(at);
        }}
      />
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List mb="md">
          {tabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {titles[each]}
              {each === 'people' && ` (${formatNumber(campaign.enrolled)})`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="steps">
          <Steps
            campaign={campaign}
            onUnsaved={setHasUnsavedSteps}
            isWritingFirst={isWritingFirst}
            onWritingFirst={() => setWritingFirst(false)}
          />
        </Tabs.Panel>
        <Tabs.Panel value="people">
          <People campaign={campaign} />
        </Tabs.Panel>
        <Tabs.Panel value="emails">
          <Emails campaign={campaign} />
        </Tabs.Panel>
        <Tabs.Panel value="rehearsal">
          <Rehearsal campaign={campaign} />
        </Tabs.Panel>
        <Tabs.Panel value="numbers">
          <Numbers campaign={campaign} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <Settings campaign={campaign} />
        </Tabs.Panel>
      </Tabs>
      {prospect && (
        <ProspectDrawer
          prospectId={prospect}
          onClose={() => go({ ...search, ...(tab !== 'steps' && { tab }) })}
        />
      )}
    </>
  );
}
