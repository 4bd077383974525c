import { SegmentedControl } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { formatBytes, formatNumber } from '../../components/format.ts';
import { PageHeader, Section } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { ViewSwitch } from '../../components/view-switch.tsx';
import type { Subject } from '../../features/usage/burn.ts';
import { burnForecast, burnHeadline, burnOf } from '../../features/usage/burn.ts';
import { BurnChart } from '../../features/usage/burn-chart.tsx';
import { BurnTable } from '../../features/usage/burn-table.tsx';
import { Limits } from './limits.tsx';
import { Storage } from './storage.tsx';
import classes from './usage.module.css';
import { UsageBar } from './usage-bar.tsx';

const route = getRouteApi('/w/$workspaceId/settings/usage');
export default function Usage() {
  const usage = useRead('getUsage');
  return (
    <>
      <PageHeader title="Plan & usage">Monthly limits and usage.</PageHeader>
      <QueryBoundary query={usage} what="the usage">
        {(data) => (
          <>
            <UsageCards {...data} />
            <Chart usage={data} />
            <Storage {...data.storage} />
            <Limits {...data} />
          </>
        )}
      </QueryBoundary>
    </>
  );
}

type UsageData = ManageData<'getUsage'>;

const UsageCards = ({ plan, quota, credits, storage }: UsageData) => (
  <div className={classes.cards}>
    <UsageCard title="Plan" figure={plan.name}>
      To change limits, contact the operator of this server. Plan ID: <code>{plan.id}</code>.{' '}
      <a href="/docs/guides/operations#accounts">Guide for operators</a>
    </UsageCard>
    <UsageCard
      title="Imports"
      figure={formatNumber(quota.remaining)}
      of={`of ${formatNumber(quota.monthlyImports)} left`}
      share={quota.used / Math.max(quota.monthlyImports, 1)}
    >
      Only new prospects count. Resets <RelativeTime at={quota.resetsAt} />.
    </UsageCard>
    <UsageCard
      title="Credits"
      figure={formatNumber(credits.remaining)}
      of={`of ${formatNumber(credits.monthly)} left`}
      share={1 - credits.remaining / Math.max(credits.monthly, 1)}
    >
      {credits.reserved > 0
        ? `${formatNumber(credits.reserved)} more reserved for enrichment in progress.`
        : '1 credit per enriched prospect.'}
    </UsageCard>
    <UsageCard
      title="Storage"
      figure={formatBytes(storage.used)}
      of={`of ${formatBytes(storage.most)} used`}
      share={storage.used / Math.max(storage.most, 1)}
    >
      {storage.used < storage.most
        ? 'Email is received whether or not there is space.'
        : 'The storage is full. Delete what you no longer need, or ask the operator for more.'}
    </UsageCard>
  </div>
);

interface UsageCardProps {
  title: string;
  figure: string;
  of?: string;
  /** The used share, from 0 to 1. */
  share?: number;
  children: ReactNode;
}

const UsageCard = ({ title, figure, of, share, children }: UsageCardProps) => (
  <Panel>
    <div className={classes.card}>
      <h2>{title}</h2>
      <div className={classes.figure}>
        {figure} {of && <small>{of}</small>}
      </div>
      {share !== undefined && <UsageBar label={`${title} used`} share={share} />}
      <p className={classes.note}>{children}</p>
    </div>
  </Panel>
);

function Chart({ usage }: { usage: UsageData }) {
  const { of = 'imports', view } = route.useSearch();
  const navigate = route.useNavigate();
  const burn = burnOf(usage, of);
  const show = (search: { of?: Subject; view?: 'table' }) =>
    void navigate({ search, replace: true, resetScroll: false });
  return (
    <Section
      title={burnHeadline(burn)}
      action={
        <div className={classes.controls}>
          <SegmentedControl
            aria-label="Chart metric"
            value={of}
            onChange={(next) => show({ ...(view && { view }), of: next as Subject })}
            data={[
              { value: 'imports', label: 'Imports' },
              { value: 'credits', label: 'Credits' },
            ]}
          />
          <ViewSwitch
            isTable={view === 'table'}
            onChange={(isTable) => show({ of, ...(isTable && { view: 'table' }) })}
          />
        </div>
      }
    >
      <p className={classes.forecast}>{burnForecast(burn)}</p>
      {view ? (
        <BurnTable burn={burn} />
      ) : (
        <Panel>
          <BurnChart burn={burn} />
        </Panel>
      )}
    </Section>
  );
}
