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
import { Badge, type BadgeLook } from '../../components/badge.tsx';
import { TagPills } from '../../components/tag-pill.tsx';
import { fieldNames } from '../../features/prospect/fields.ts';
import { OwnerName } from '../../features/prospect/owner-name.tsx';
import { StageBadge } from '../../features/prospect/stage-badge.tsx';
import { useColumnLayout } from './column-layout.ts';
import { enrichmentNames, sourceNames } from './prospect-labels.ts';
import type { SortField } from './search.ts';

export interface TableColumn {
  key: string;
  title: string;
  /** The minimum width in pixels, and the share of extra space. */
  width: number;
  /** Its values need no more than the minimum. */
  isFixed?: true;
  /** What a click on the heading sorts by. */
  sort?: SortField;
  /** Null is left out on cards. */
  cell: (prospect: Prospect) => ReactNode;
}

/** All columns except the name, which always comes first. */
export const tableColumns: TableColumn[] = [
  { key: 'title', title: fieldNames.title, width: 153, cell: ({ title }) => title },
  {
    key: 'companyName',
    title: fieldNames.companyName,
    width: 118,
    sort: 'company',
    cell: ({ companyName }) => companyName,
  },
  { key: 'email', title: fieldNames.email, width: 228, cell: ({ email }) => email },
  { key: 'phone', title: fieldNames.phone, width: 126, isFixed: true, cell: ({ phone }) => phone },
  {
    key: 'locationName',
    title: fieldNames.locationName,
    width: 100,
    cell: ({ locationName }) => locationName,
  },
  {
    key: 'stage',
    title: 'Stage',
    width: 122,
    isFixed: true,
    sort: 'stage',
    cell: ({ stage }) => <StageBadge stage={stage} />,
  },
  {
    key: 'ownerId',
    title: 'Owner',
    width: 110,
    cell: ({ ownerId }) => ownerId && <OwnerName ownerId={ownerId} />,
  },
  { key: 'lists', title: 'Lists', width: 100, cell: ({ lists }) => namesOf(lists) },
  {
    key: 'tags',
    title: 'Tags',
    width: 86,
    cell: ({ tags }) => (tags.length > 0 ? <TagPills tags={tags} /> : null),
  },
  {
    key: 'enrichmentStatus',
    title: 'Enrichment',
    width: 124,
    isFixed: true,
    cell: ({ enrichmentStatus: status }) => (
      <Badge {...enrichmentLooks[status]}>{enrichmentNames[status]}</Badge>
    ),
  },
  {
    key: 'doNotContact',
    title: 'Do not contact',
    width: 136,
    isFixed: true,
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
    width: 94,
    isFixed: true,
    sort: 'createdAt',
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
  {
    key: 'updatedAt',
    title: 'Updated',
    width: 96,
    isFixed: true,
    sort: 'updatedAt',
    cell: ({ updatedAt }) => <Day at={updatedAt} />,
  },
  {
    key: 'lastActivityAt',
    title: 'Last activity',
    width: 112,
    isFixed: true,
    sort: 'lastActivityAt',
    cell: ({ lastActivityAt }) => <Day at={lastActivityAt} />,
  },
];

/** What a row of two lines shows on narrow screens, after the name. The rest is in the drawer. */
export const narrowColumns: TableColumn[] = [
  { key: 'stage', title: 'Stage', width: 0, cell: ({ stage }) => <StageBadge stage={stage} /> },
  {
    key: 'work',
    title: `${fieldNames.title}, ${fieldNames.companyName}`,
    width: 0,
    cell: ({ title, companyName, email }) =>
      [title, companyName].filter(Boolean).join(', ') || email,
  },
];

const Day = ({ at }: { at: string }) => <time dateTime={at}>{dayOf(at)}</time>;

const DoNotContact = () => (
  <Badge icon={IconBan} color="danger">
    Do not contact
  </Badge>
);

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const daysOfThisYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
const formattedDays = new Map<string, string>();

/** Cached: formatting every date took a tenth of the time of scrolling. */
function dayOf(at: string): string {
  const date = new Date(at);
  const day = date.toDateString();
  const format = date.getFullYear() === new Date().getFullYear() ? daysOfThisYear : days;
  const formatted = formattedDays.get(day) ?? format.format(date);
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

/** The shown columns in order, and the widths that the user gave them. */
export function useTableColumns(): { columns: TableColumn[]; widths: ReadonlyMap<string, number> } {
  const { columns: layout } = useColumnLayout();
  const keys = layout.map(({ key }) => key).join(' ');
  const columns = useMemo(
    () => keys.split(' ').flatMap((key) => tableColumns.find((column) => column.key === key) ?? []),
    [keys],
  );
  const widths = new Map(layout.flatMap(({ key, width }) => (width ? [[key, width]] : [])));
  return { columns, widths };
}
