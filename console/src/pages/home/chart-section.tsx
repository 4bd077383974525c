import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Section } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { ViewSwitch } from '../../components/view-switch.tsx';
import classes from './home.module.css';
import type { Subject } from './search.ts';

const route = getRouteApi('/w/$workspaceId/home');

interface Props {
  about: Subject;
  /** The key figure, as a headline. */
  title: string;
  chart: ReactNode;
  table: ReactNode;
  /** Shown instead of the chart if there is no data yet. */
  emptyText: string | null;
}

/** A chart with a headline. The URL stores whether it is shown as a table. */
export function ChartSection({ about, title, chart, table, emptyText }: Props) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isTable = search[about] === 'table';
  const show = (asTable: boolean) => {
    const { [about]: _, ...others } = search;
    void navigate({
      search: asTable ? { ...others, [about]: 'table' } : others,
      replace: true,
      resetScroll: false,
    });
  };
  if (emptyText !== null)
    return (
      <Section title={title}>
        <Panel>
          <p className={classes.description}>{emptyText}</p>
        </Panel>
      </Section>
    );
  return (
    <Section
      title={title}
      action={<ViewSwitch chartName={title} isTable={isTable} onChange={show} />}
    >
      {isTable ? table : <Panel>{chart}</Panel>}
    </Section>
  );
}
