import { useDebouncedValue } from '@mantine/hooks';
import type { ManageData } from '@outcrop/contract';
import { IconList, IconSearch, IconSend, IconTag, IconUser } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useRead } from '../api/endpoints.ts';
import { useWorkspaceId } from '../api/session.ts';
import { describeError } from '../components/states.tsx';
import { prospectName } from '../features/prospect/fields.ts';
import { useOpenProspect } from '../features/prospect-dialogs/prospect-link.tsx';
import { findPage } from '../pages.ts';
import type { PaletteAction, PaletteGroup } from './palette-action.ts';

type Results = ManageData<'getSearch'>;

const debounceMs = 150;
export const maxQueryLength = 100;

const campaignStates: Record<Results['campaigns'][number]['status'], string> = {
  draft: 'Not started',
  running: 'Running',
  paused: 'Paused',
};

/** What matches a query in the workspace. The previous results stay until the new ones are loaded. */
export function useSuggestions(query: string): { groups: PaletteGroup[]; message: string | null } {
  const [q] = useDebouncedValue(query, debounceMs);
  const isSearching = query !== '' && q !== '';
  const { data, error } = useRead('getSearch', { query: { q } }, { enabled: isSearching });
  const open = useOpen();
  if (query === '') return { groups: [], message: null };
  const results = isSearching ? data : undefined;
  const groups = [
    {
      label: 'Prospects',
      actions: [
        ...(results?.prospects ?? []).map((prospect) => ({
          id: prospect.id,
          icon: IconUser,
          label: prospectName(prospect),
          description: describeProspect(prospect),
          run: () => open.prospect(prospect.id),
        })),
        {
          id: 'all-prospects',
          icon: IconSearch,
          label: `Search all prospects for “${query}”`,
          run: () => open.prospects({ q: query }),
        },
      ],
    },
    {
      label: 'Lists',
      actions: named(results?.lists, IconList, (listId) => open.prospects({ listId })),
    },
    {
      label: 'Tags',
      actions: named(results?.tags, IconTag, (tagId) => open.prospects({ tagId })),
    },
    {
      label: 'Campaigns',
      actions: (results?.campaigns ?? []).map(({ id, name, status }) => ({
        id,
        icon: IconSend,
        label: name,
        description: campaignStates[status],
        run: () => open.prospects({ campaignId: id }),
      })),
    },
  ].filter(({ actions }) => actions.length > 0);
  return { groups, message: messageOf(results, error) };
}

/** Null if something was found. */
function messageOf(results: Results | undefined, error: unknown): string | null {
  if (error) return `Could not search. ${describeError(error).advice}`;
  if (!results) return 'Searching…';
  const isEmpty = Object.values(results).every((found) => found.length === 0);
  return isEmpty ? 'No prospects, lists, tags or campaigns found.' : null;
}

const named = (
  found: Results['lists'] = [],
  icon: PaletteAction['icon'],
  run: (id: string) => void,
): PaletteAction[] => found.map(({ id, name }) => ({ id, icon, label: name, run: () => run(id) }));

/** What tells prospects of the same name apart. */
const describeProspect = (prospect: Results['prospects'][number]): string =>
  [prospect.title, prospect.companyName, prospect.fullName && prospect.email]
    .filter(Boolean)
    .join(' · ');

function useOpen() {
  const workspaceId = useWorkspaceId();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const openHere = useOpenProspect();
  const path = findPage(pathname)?.path;
  const prospects = (search: {
    q?: string;
    listId?: string;
    tagId?: string;
    campaignId?: string;
    prospect?: string;
  }) => void navigate({ to: '/w/$workspaceId/prospects', params: { workspaceId }, search });
  return {
    prospects,
    /** Over the page if it can show prospects, so that its filters stay. */
    prospect: (id: string) =>
      path === 'prospects' || path === 'pipeline' || path === 'inbox'
        ? openHere(id)
        : prospects({ prospect: id }),
  };
}
