import { Progress, SegmentedControl } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../api/lines.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeader, Section } from '../parts/page-header.tsx';
import { Panel } from '../parts/panel.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { ViewSwitch } from '../parts/view-switch.tsx';
import { burnOf, findingOf } from './usage/burn.ts';
import { BurnChart } from './usage/burn-chart.tsx';
import { BurnTable } from './usage/burn-table.tsx';
import type { Subject } from './usage/search.ts';
import classes from './usage/usage.module.css';

const route = getRouteApi('/w/$workspaceId/settings/usage');
const number = (value: number) => value.toLocaleString('en');

/** Anyone asks: does it last the month? */
export default function Usage() {
  const usage = useRead('getUsage');
  return (
    <>
      <PageHeader title="Plan & usage">
        What this workspace may use each month, and what is left of it.
      </PageHeader>
      <Loaded query={usage} what="the usage">
        {(data) => (
          <>
            <Sums {...data} />
            <Chart usage={data} />
            <Limits {...data} />
          </>
        )}
      </Loaded>
    </>
  );
}

type UsageData = ManageData<'getUsage'>;

const Sums = ({ plan, quota, credits }: UsageData) => (
  <div className={classes.sums}>
    <Sum title="Plan" figure={plan.name}>
      Whoever runs this instance can give the workspace another one.
    </Sum>
    <Sum
      title="Imports"
      figure={number(quota.remaining)}
      of={`of ${number(quota.monthlyImports)} left`}
      share={quota.used / Math.max(quota.monthlyImports, 1)}
    >
      New people count. Renewed <RelativeTime at={quota.resetsAt} />.
    </Sum>
    <Sum
      title="Credits"
      figure={number(credits.remaining)}
      of={`of ${number(credits.monthly)} left`}
      share={1 - credits.remaining / Math.max(credits.monthly, 1)}
    >
      {credits.reserved > 0
        ? `${number(credits.reserved)} more are held for enrichment under way.`
        : 'One for each prospect that is enriched.'}
    </Sum>
  </div>
);

interface SumProps {
  title: string;
  figure: string;
  of?: string;
  /** How much is used, from 0 to 1. */
  share?: number;
  children: ReactNode;
}

const Sum = ({ title, figure, of, share, children }: SumProps) => (
  <Panel>
    <div className={classes.sum}>
      <h2>{title}</h2>
      <div className={classes.figure}>
        {figure} {of && <small>{of}</small>}
      </div>
      {share !== undefined && <Share label={`${title} used`} share={share} />}
      <p className={classes.note}>{children}</p>
    </div>
  </Panel>
);

const Share = ({ label, share }: { label: string; share: number }) => (
  <Progress
    aria-label={label}
    size="sm"
    value={Math.min(100, 100 * share)}
    color={share >= 0.9 ? 'var(--warn)' : 'var(--accent)'}
  />
);

function Chart({ usage }: { usage: UsageData }) {
  const { of = 'imports', view } = route.useSearch();
  const navigate = route.useNavigate();
  const burn = burnOf(usage, of);
  const show = (search: { of?: Subject; view?: 'table' }) =>
    void navigate({ search, replace: true, resetScroll: false });
  return (
    <Section
      title={findingOf(burn)}
      action={
        <div className={classes.controls}>
          <SegmentedControl
            aria-label="What the chart is about"
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

const Limits = ({ lists, tags, campaigns }: UsageData) => (
  <Section title="Limits">
    <Panel>
      <div className={classes.limits}>
        {Object.entries({ Lists: lists, Tags: tags, Campaigns: campaigns }).map(
          ([name, { used, most }]) => (
            <div key={name}>
              <div className={classes.limit}>
                <span>{name}</span>
                <span>
                  {number(used)} of {number(most)}
                </span>
              </div>
              <Share label={`${name} used`} share={used / most} />
            </div>
          ),
        )}
      </div>
    </Panel>
  </Section>
);
