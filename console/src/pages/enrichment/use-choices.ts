import type { ManageQuery } from '@outcrop/contract';
import { useRead } from '../../api/endpoints.ts';
import { formatNumber } from '../../components/format.ts';
import { withOwnerId } from '../../features/prospect/owner.ts';

type ProspectQuery = ManageQuery<'getProspects'>;

interface Choice {
  value: string;
  label: string;
  query: ProspectQuery;
}

/** The choice of those without research. */
export const notResearched = 'not-researched';

/** Who can be enriched, in groups: everyone without research, and each list, tag and view. */
export function useChoices(): { group: string; items: Choice[] }[] {
  const { data: boards } = useRead('getBoards');
  const { data: saved } = useRead('getViews');
  return [
    {
      group: 'All prospects',
      items: [
        {
          value: notResearched,
          label: 'Not researched yet',
          query: { enrichmentStatus: 'none' as const },
        },
      ],
    },
    {
      group: 'Lists',
      items: (boards?.lists ?? []).map(({ id, name, count }) => ({
        value: `list ${id}`,
        label: `${name} (${formatNumber(count)})`,
        query: { listId: id },
      })),
    },
    {
      group: 'Tags',
      items: (boards?.tags ?? []).map(({ id, name, count }) => ({
        value: `tag ${id}`,
        label: `${name} (${formatNumber(count)})`,
        query: { tagId: id },
      })),
    },
    {
      group: 'Saved views',
      items: (saved?.views ?? []).map(({ id, name, query }) => ({
        value: `view ${id}`,
        label: name,
        query: viewQuery(query),
      })),
    },
  ].filter(({ items }) => items.length > 0);
}

const viewQuery = (query: string): ProspectQuery =>
  withOwnerId(Object.fromEntries(new URLSearchParams(query)) as { ownerId?: string });
