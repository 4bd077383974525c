import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/endpoints.ts';
import { formatNumber } from '../../components/format.ts';
import { TextLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import classes from './enrichment.module.css';
import { Jobs } from './jobs.tsx';
import { Ledger } from './ledger.tsx';
import { SelectProspectsButton } from './select-prospects.tsx';

const route = getRouteApi('/w/$workspaceId/enrichment');

export default function Enrichment() {
  const { view = 'jobs' } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: string | null) =>
    void navigate({
      search: next === 'ledger' ? { view: next } : {},
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <PageHeader title="Enrichment" action={<SelectProspectsButton />}>
        AI research and opening lines. 1 credit per prospect, refunded on failure.
      </PageHeader>
      <Credits />
      <Tabs value={view} onChange={show} keepMounted={false} mt="lg">
        <Tabs.List>
          <Tabs.Tab value="jobs">Jobs</Tabs.Tab>
          <Tabs.Tab value="ledger">Credit history</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="jobs" pt="md">
          <Jobs />
        </Tabs.Panel>
        <Tabs.Panel value="ledger" pt="md">
          <Ledger />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Credits() {
  const usage = useRead('getUsage', {}, { pollWhile: ({ credits }) => credits.reserved > 0 });
  return (
    <Panel>
      <QueryBoundary query={usage} what="the credits">
        {({ credits }) => (
          <div className={classes.credits}>
            <dl className={classes.figures}>
              <Figure name="Credits left" value={credits.remaining} />
              <Figure name="Reserved" value={credits.reserved} />
              <Figure name="Monthly credits" value={credits.monthly} />
            </dl>
            <TextLink from="/w/$workspaceId/enrichment" to="/w/$workspaceId/settings/usage">
              Plan & usage
            </TextLink>
          </div>
        )}
      </QueryBoundary>
    </Panel>
  );
}

const Figure = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatNumber(value)}</dd>
  </div>
);
