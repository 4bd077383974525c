import type { ManageData } from '@outcrop/contract';
import { atLeast } from '@outcrop/contract/roles';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/endpoints.ts';
import { useMe, useWorkspace } from '../../api/session.ts';
import { DataTable } from '../../components/data-table.tsx';
import { formatDay, formatNumber } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { StageBadge } from '../../features/prospect/stage-badge.tsx';
import { ProspectDrawer } from '../../features/prospect-dialogs/lazy-dialogs.tsx';
import { burnHeadline, burnOf } from '../../features/usage/burn.ts';
import { BurnChart } from '../../features/usage/burn-chart.tsx';
import { BurnTable } from '../../features/usage/burn-table.tsx';
import { AddedChart } from './added-chart.tsx';
import { Attention } from './attention.tsx';
import { ChartSection } from './chart-section.tsx';
import { Checklist } from './checklist.tsx';
import { EmailsChart } from './emails-chart.tsx';
import { addedHeadline, emailsHeadline, greetingAt, stagesHeadline, sumOf } from './headlines.ts';
import classes from './home.module.css';
import { MyDay } from './my-day.tsx';
import { MyProspects } from './my-prospects.tsx';
import { StagesChart } from './stages-chart.tsx';

const route = getRouteApi('/w/$workspaceId/home');

const firstName = (name: string) => name.trim().split(/\s+/)[0];

export default function Home() {
  const { prospect, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { user } = useMe();
  const { role } = useWorkspace();
  const canWork = atLeast(role, 'member');
  const boards = useRead('getBoards');
  const usage = useRead('getUsage');
  const numbers = useRead('getNumbers');
  return (
    <>
      <PageHeader title="Home">
        {greetingAt(new Date().getHours())}, {firstName(user.name)}.
      </PageHeader>
      {canWork && <MyDay />}
      {canWork && <MyProspects />}
      <Checklist />
      <Attention />
      <div className={classes.charts}>
        <QueryBoundary query={boards} what="the pipeline">
          {({ stages }) => <Stages stages={stages} />}
        </QueryBoundary>
        <QueryBoundary query={numbers} what="the emails">
          {({ days }) =>
            days.some(({ sent, replied }) => sent + replied > 0) && <Emails days={days} />
          }
        </QueryBoundary>
        <QueryBoundary query={usage} what="the new prospects">
          {({ imports }) => <Added days={imports} />}
        </QueryBoundary>
        <QueryBoundary query={usage} what="the usage">
          {(data) => <Imports usage={data} />}
        </QueryBoundary>
      </div>
      {prospect && (
        <ProspectDrawer
          prospectId={prospect}
          onClose={() => void navigate({ search, resetScroll: false })}
        />
      )}
    </>
  );
}

function Stages({ stages }: Pick<ManageData<'getBoards'>, 'stages'>) {
  const total = sumOf(stages);
  return (
    <ChartSection
      about="stages"
      title={stagesHeadline(stages)}
      emptyText={total === 0 ? 'Your pipeline by stage will appear here.' : null}
      chart={<StagesChart stages={stages} />}
      table={
        <DataTable
          label="Prospects by stage"
          rows={stages}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Stage', grow: true, cell: ({ id }) => <StageBadge stage={id} /> },
            { title: 'Prospects', align: 'end', cell: ({ count }) => formatNumber(count) },
            {
              title: 'Share',
              align: 'end',
              cell: ({ count }) => `${Math.round((100 * count) / total)}%`,
            },
          ]}
        />
      }
    />
  );
}

function Added({ days }: { days: ManageData<'getUsage'>['imports'] }) {
  return (
    <ChartSection
      about="added"
      title={addedHeadline(days)}
      emptyText={sumOf(days) === 0 ? 'New prospects per day will appear here.' : null}
      chart={<AddedChart days={days} />}
      table={
        <DataTable
          label="Prospects added by day"
          rows={days.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { title: 'Day (UTC)', grow: true, cell: ({ day }) => formatDay(day) },
            { title: 'Added', align: 'end', cell: ({ count }) => formatNumber(count) },
          ]}
        />
      }
    />
  );
}

function Emails({ days }: ManageData<'getNumbers'>) {
  return (
    <ChartSection
      about="emails"
      title={emailsHeadline(days)}
      emptyText={null}
      chart={<EmailsChart days={days} />}
      table={
        <DataTable
          label="Emails and replies by day"
          rows={days.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { title: 'Day (UTC)', grow: true, cell: ({ day }) => formatDay(day) },
            { title: 'Sent', align: 'end', cell: ({ sent }) => formatNumber(sent) },
            { title: 'Replies', align: 'end', cell: ({ replied }) => formatNumber(replied) },
          ]}
        />
      }
    />
  );
}

function Imports({ usage }: { usage: ManageData<'getUsage'> }) {
  const burn = burnOf(usage, 'imports');
  return (
    <ChartSection
      about="imports"
      title={burnHeadline(burn)}
      emptyText={burn.soFar === 0 ? 'Your import usage will appear here.' : null}
      chart={<BurnChart burn={burn} />}
      table={<BurnTable burn={burn} />}
    />
  );
}
