import type { Prospect } from '@outcrop/contract';
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconHourglass,
  IconLoader,
} from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { setPreference, usePreferences } from '../../browser/preferences.ts';
import { Badge, type BadgeLook } from '../../components/badge.tsx';
import { fieldNames } from '../../features/prospect/fields.ts';
import { StageBadge } from '../../features/prospect/stage-badge.tsx';
import { enrichmentNames, sourceNames } from './prospect-labels.ts';
import type { SortField } from './search.ts';

export interface TableColumn {
  key: string;
  title: string;
  /** The minimum width in pixels, and the share of extra space. */
  width: number;
  /** What a click on the heading sorts by. */
  sort?: SortField;
  /** Null is left out on cards. */
  cell: (prospect: Prospect) => ReactNode;
}

/** All columns except the name, which always comes first. */
export const tableColumns: TableColumn[] = [
  { key: 'title', title: fieldNames.title, width: 120, cell: ({ title }) => title },
  {
    key: 'companyName',
    title: fieldNames.companyName,
    width: 120,
    sort: 'company',
    cell: ({ companyName }) => companyName,
  },
  { key: 'email', title: fieldNames.email, width: 150, cell: ({ email }) => email },
  { key: 'phone', title: fieldNames.phone, width: 120, cell: ({ phone }) => phone },
  {
    key: 'locationName',
    title: fieldNames.locationName,
    width: 100,
    cell: ({ locationName }) => locationName,
  },
  {
    key: 'stage',
    title: 'Stage',
    width: 128,
    sort: 'stage',
    cell: ({ stage }) => <StageBadge stage={stage} />,
  },
  { key: 'lists', title: 'Lists', width: 100, cell: ({ lists }) => namesOf(lists) },
  { key: 'tags', title: 'Tags', width: 100, cell: ({ tags }) => namesOf(tags) },
  {
    key: 'enrichmentStatus',
    title: 'Enrichment',
    width: 124,
    cell: ({ enrichmentStatus: status }) => (
      <Badge {...enrichmentLooks[status]}>{enrichmentNames[status]}</Badge>
    ),
  },
  {
    key: 'doNotContact',
    title: 'Do not contact',
    width: 136,
    cell: ({ doNotContact }) => (doNotContact ? <DoNotContact /> : 'No'),
  },
  {
    key: 'sourceType',
    title: 'Source',
    width: 130,
    cell: ({ sourceType }) => sourceNames[sourceType],
  },
  {
    key: 'createdAt',
    title: 'Added',
    width: 108,
    sort: 'createdAt',
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
  {
    key: 'updatedAt',
    title: 'Updated',
    width: 108,
    sort: 'updatedAt',
    cell: ({ updatedAt }) => <Day at={updatedAt} />,
  },
  {
    key: 'lastActivityAt',
    title: 'Last activity',
    width: 120,
    sort: 'lastActivityAt',
    cell: ({ lastActivityAt }) => <Day at={lastActivityAt} />,
  },
];

const Day = ({ at }: { at: string }) => <time dateTime={at}>{dayOf(at)}</time>;

const DoNotContact = () => (
  <Badge icon={IconBan} color="danger">
    Do not contact
  </Badge>
);

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const formattedDays = new Map<string, string>();

/** Cached: formatting every date took a tenth of the time of scrolling. */
function dayOf(at: string): string {
  const date = new Date(at);
  const day = date.toDateString();
  const formatted = formattedDays.get(day) ?? days.format(date);
  formattedDays.set(day, formatted);
  return formatted;
}

const namesOf = (items: { name: string }[]): string | null =>
  items.map(({ name }) => name).join(', ') || null;

const enrichmentLooks: Record<Prospect['enrichmentStatus'], BadgeLook> = {
  none: { icon: IconCircleDashed, color: 'muted' },
  queued: { icon: IconHourglass, color: 'info' },
  running: { icon: IconLoader, color: 'info' },
  enriched: { icon: IconCircleCheck, color: 'ok' },
  failed: { icon: IconAlertTriangle, color: 'danger' },
};

/** The chosen columns, stored in this browser. */
export function useTableColumns(): [TableColumn[], (keys: string[]) => void] {
  const { prospectColumns: keys } = usePreferences();
  const columns = useMemo(
    () => tableColumns.filter(({ key }) => keys.split(' ').includes(key)),
    [keys],
  );
  return [columns, (chosen) => setPreference('prospectColumns', chosen.join(' '))];
}
