import type { ManageData } from '@outcrop/contract';
import { useRead } from '../api/lines.ts';
import { useMe, useWorkspace } from '../api/session.ts';
import { DataTable } from '../parts/data-table.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { StageMark } from '../parts/stage-mark.tsx';
import { AddedChart } from './home/added-chart.tsx';
import { Attention } from './home/attention.tsx';
import { Checklist } from './home/checklist.tsx';
import { Finding } from './home/finding.tsx';
import { addedFinding, greetingAt, stagesFinding, sumOf } from './home/findings.ts';
import classes from './home/home.module.css';
import { StagesChart } from './home/stages-chart.tsx';
import { burnOf, dayName, findingOf } from './usage/burn.ts';
import { BurnChart } from './usage/burn-chart.tsx';
import { BurnTable } from './usage/burn-table.tsx';

const number = (value: number) => value.toLocaleString('en');

/** Someone comes in the morning and asks how things stand, and what to do next. */
export default function Home() {
  const { user } = useMe();
  const { name } = useWorkspace();
  const boards = useRead('getBoards');
  const usage = useRead('getUsage');
  return (
    <>
      <PageHeader title="Home">
        {greetingAt(new Date().getHours())}, {user.name}. This is how {name} stands.
      </PageHeader>
      <Checklist />
      <Attention />
      <div className={classes.charts}>
        <Loaded query={boards} what="the pipeline">
          {({ stages }) => <Stages stages={stages} />}
        </Loaded>
        <Loaded query={usage} what="who was added">
          {({ imports }) => <Added days={imports} />}
        </Loaded>
        <Loaded query={usage} what="the usage">
          {(data) => <Imports usage={data} />}
        </Loaded>
      </div>
    </>
  );
}

function Stages({ stages }: Pick<ManageData<'getBoards'>, 'stages'>) {
  const total = sumOf(stages);
  return (
    <Finding
      about="stages"
      title={stagesFinding(stages)}
      nothing={total === 0 ? 'How many people stand at each stage shows here.' : null}
      chart={<StagesChart stages={stages} />}
      table={
        <DataTable
          label="People by stage"
          rows={stages}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Stage', grow: true, cell: ({ id }) => <StageMark stage={id} /> },
            { title: 'People', align: 'end', cell: ({ count }) => number(count) },
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
    <Finding
      about="added"
      title={addedFinding(days)}
      nothing={sumOf(days) === 0 ? 'How many people come on each day shows here.' : null}
      chart={<AddedChart days={days} />}
      table={
        <DataTable
          label="People added, by day"
          rows={days.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { title: 'Day (UTC)', grow: true, cell: ({ day }) => dayName(day) },
            { title: 'Added', align: 'end', cell: ({ count }) => number(count) },
          ]}
        />
      }
    />
  );
}

function Imports({ usage }: { usage: ManageData<'getUsage'> }) {
  const burn = burnOf(usage, 'imports');
  return (
    <Finding
      about="imports"
      title={findingOf(burn)}
      nothing={burn.soFar === 0 ? 'How long this month’s imports will last shows here.' : null}
      chart={<BurnChart burn={burn} />}
      table={<BurnTable burn={burn} />}
    />
  );
}
