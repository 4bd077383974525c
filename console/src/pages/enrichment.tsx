import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../api/lines.ts';
import { TextLink } from '../parts/links.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Panel } from '../parts/panel.tsx';
import { ChoosePeople } from './enrichment/choose-people.tsx';
import classes from './enrichment/enrichment.module.css';
import { number } from './enrichment/job-words.ts';
import { Jobs } from './enrichment/jobs.tsx';
import { Ledger } from './enrichment/ledger.tsx';

const route = getRouteApi('/w/$workspaceId/enrichment');

/** Someone asks: what has become of it, and what did it take? */
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
      <PageHeader title="Enrichment" action={<ChoosePeople />}>
        Research on people, and first lines to them, by a language model. Each person takes a
        credit, which comes back if it fails.
      </PageHeader>
      <Credits />
      <Tabs value={view} onChange={show} keepMounted={false} mt="lg">
        <Tabs.List>
          <Tabs.Tab value="jobs">Jobs</Tabs.Tab>
          <Tabs.Tab value="ledger">Ledger</Tabs.Tab>
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
      <Loaded query={usage} what="the credits">
        {({ credits }) => (
          <div className={classes.credits}>
            <dl className={classes.figures}>
              <Figure name="Credits left" value={credits.remaining} />
              <Figure name="Set aside" value={credits.reserved} />
              <Figure name="Granted a month" value={credits.monthly} />
            </dl>
            <TextLink from="/w/$workspaceId/enrichment" to="/w/$workspaceId/settings/usage">
              Plan & usage
            </TextLink>
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

const Figure = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{number(value)}</dd>
  </div>
);
