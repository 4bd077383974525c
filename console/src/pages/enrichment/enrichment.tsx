import { Tabs } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useDisabledReason } from '../../api/roles.ts';
import { useKey } from '../../browser/keys.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Credits } from './credits.tsx';
import { Jobs } from './jobs.tsx';
import { Ledger } from './ledger.tsx';
import { StartButton } from './start-button.tsx';
import { StartDialog } from './start-dialog.tsx';

const route = getRouteApi('/w/$workspaceId/enrichment');

export default function Enrichment() {
  const { view = 'jobs' } = route.useSearch();
  const navigate = route.useNavigate();
  const role = useDisabledReason('member');
  const [starting, start] = useDisclosure();
  useKey('n', 'Enrich prospects', () => role === null && start.open());
  const show = (next: string | null) =>
    void navigate({
      search: next === 'ledger' ? { view: next } : {},
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <PageHeader title="Enrichment" action={<StartButton onClick={start.open} />}>
        AI research and opening lines. 1 credit per prospect, refunded on failure.
      </PageHeader>
      <Credits />
      <Tabs value={view} onChange={show} keepMounted={false} mt="lg">
        <Tabs.List>
          <Tabs.Tab value="jobs">Jobs</Tabs.Tab>
          <Tabs.Tab value="ledger">Credit history</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="jobs" pt="md">
          <Jobs onStart={start.open} />
        </Tabs.Panel>
        <Tabs.Panel value="ledger" pt="md">
          <Ledger onStart={start.open} />
        </Tabs.Panel>
      </Tabs>
      {starting && <StartDialog onClose={start.close} />}
    </>
  );
}
