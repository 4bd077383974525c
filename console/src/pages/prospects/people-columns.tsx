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
import { Mark, type MarkLook } from '../../parts/mark.tsx';
import { personFieldNames } from '../../parts/person.ts';
import { StageMark } from '../../parts/stage-mark.tsx';
import { setPreference, usePreferences } from '../../shell/preferences.ts';
import { enrichmentNames, sourceNames } from './people-words.ts';

export interface PeopleColumn {
  key: string;
  title: string;
  /** The least width in pixels, which is also its part of the room. */
  width: number;
  /** Null where nothing is known, and so nothing to show on a card. */
  cell: (person: Prospect) => ReactNode;
}

/** Everything but the name, which always stands first, with what forbids to write to them. */
export const peopleColumns: PeopleColumn[] = [
  { key: 'title', title: personFieldNames.title, width: 120, cell: ({ title }) => title },
  {
    key: 'companyName',
    title: personFieldNames.companyName,
    width: 120,
    cell: ({ companyName }) => companyName,
  },
  { key: 'email', title: personFieldNames.email, width: 150, cell: ({ email }) => email },
  { key: 'phone', title: personFieldNames.phone, width: 120, cell: ({ phone }) => phone },
  {
    key: 'locationName',
    title: personFieldNames.locationName,
    width: 100,
    cell: ({ locationName }) => locationName,
  },
  { key: 'stage', title: 'Stage', width: 128, cell: ({ stage }) => <StageMark stage={stage} /> },
  { key: 'lists', title: 'Lists', width: 100, cell: ({ lists }) => namesOf(lists) },
  { key: 'tags', title: 'Tags', width: 100, cell: ({ tags }) => namesOf(tags) },
  {
    key: 'enrichmentStatus',
    title: 'Enrichment',
    width: 124,
    cell: ({ enrichmentStatus: status }) => (
      <Mark {...enrichmentLooks[status]}>{enrichmentNames[status]}</Mark>
    ),
  },
  {
    key: 'doNotContact',
    title: 'Contact',
    width: 136,
    cell: ({ doNotContact }) => (doNotContact ? <DoNotContact /> : 'Allowed'),
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
    cell: ({ createdAt }) => <time dateTime={createdAt}>{dayOf(createdAt)}</time>,
  },
];

const DoNotContact = () => (
  <Mark icon={IconBan} color="danger">
    Do not contact
  </Mark>
);

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const knownDays = new Map<string, string>();

/** Many people come on one day, and formatting it for each was a tenth of the time of scrolling. */
function dayOf(at: string): string {
  const date = new Date(at);
  const day = date.toDateString();
  const words = knownDays.get(day) ?? days.format(date);
  knownDays.set(day, words);
  return words;
}

const namesOf = (boards: { name: string }[]): string | null =>
  boards.map(({ name }) => name).join(', ') || null;

const enrichmentLooks: Record<Prospect['enrichmentStatus'], MarkLook> = {
  none: { icon: IconCircleDashed, color: 'muted' },
  queued: { icon: IconHourglass, color: 'info' },
  running: { icon: IconLoader, color: 'info' },
  enriched: { icon: IconCircleCheck, color: 'ok' },
  failed: { icon: IconAlertTriangle, color: 'danger' },
};

/** The columns that this browser shows, and how to choose others. */
export function usePeopleColumns(): [PeopleColumn[], (keys: string[]) => void] {
  const { prospectColumns: keys } = usePreferences();
  const columns = useMemo(
    () => peopleColumns.filter(({ key }) => keys.split(' ').includes(key)),
    [keys],
  );
  return [columns, (chosen) => setPreference('prospectColumns', chosen.join(' '))];
}
