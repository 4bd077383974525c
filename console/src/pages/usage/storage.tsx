import type { ManageData } from '@outcrop/contract';
import { DataTable } from '../../components/data-table.tsx';
import { formatBytes } from '../../components/format.ts';
import { Section } from '../../components/page-header.tsx';

type StorageUsage = ManageData<'getUsage'>['storage'];
type StorageKind = keyof StorageUsage['kinds'];

const kindLabels: Record<StorageKind, string> = {
  campaigns: 'Emails of campaigns',
  savedReplies: 'Saved replies',
  notes: 'Notes',
  views: 'Saved views',
  imports: 'Imported files, deleted after 30 days',
  exports: 'Exported files, deleted after 7 days',
  responses: 'API responses for repeated requests, deleted after 24 hours',
};

/** What takes the space of the workspace. */
export const Storage = ({ kinds }: StorageUsage) => (
  <Section title="Storage">
    <DataTable
      label="Storage"
      rows={Object.keys(kindLabels) as StorageKind[]}
      keyOf={(kind) => kind}
      columns={[
        { title: 'Kind', grow: true, cell: (kind) => kindLabels[kind] },
        { title: 'Used', align: 'end', cell: (kind) => formatBytes(kinds[kind]) },
      ]}
    />
  </Section>
);
