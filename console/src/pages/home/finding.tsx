import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Section } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ViewSwitch } from '../../parts/view-switch.tsx';
import classes from './home.module.css';
import type { Subject } from './search.ts';

const route = getRouteApi('/w/$workspaceId/home');

interface Props {
  about: Subject;
  /** The finding itself, in one sentence. */
  title: string;
  chart: ReactNode;
  table: ReactNode;
  /** What would be here; instead of a chart that has nothing to show. */
  nothing: string | null;
}

/** What a chart shows, said in its title; the address says whether it is a table. */
export function Finding({ about, title, chart, table, nothing }: Props) {
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
  if (nothing !== null)
    return (
      <Section title={title}>
        <Panel>
          <p className={classes.why}>{nothing}</p>
        </Panel>
      </Section>
    );
  return (
    <Section title={title} action={<ViewSwitch of={title} isTable={isTable} onChange={show} />}>
      {isTable ? table : <Panel>{chart}</Panel>}
    </Section>
  );
}
