import { useRef } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { prospectName } from '../prospect/fields.ts';
import { DrawerContent } from './drawer-content.tsx';
import { DrawerPanel, type Neighbors } from './drawer-panel.tsx';
import { isNotFound, ProspectNotFound } from './prospect-not-found.tsx';
import { type UnsavedEdits, UnsavedGuard } from './unsaved.tsx';

export { CellEditor } from './cell-editor.tsx';

interface Props {
  prospectId: string;
  /** The neighbors in a list, to step through it. */
  neighbors?: Neighbors | null;
  /** A page with several columns of its own needs a wider window. */
  besideFrom?: string;
  onClose: () => void;
}

/** The prospect in the address, with everything known about it. */
export function ProspectDrawer(props: Props) {
  const { prospectId, neighbors = null, besideFrom = '64em', onClose } = props;
  const query = useRead(
    'getProspect',
    { params: { prospectId } },
    { pollWhile: ({ prospect }) => ['queued', 'running'].includes(prospect.enrichmentStatus) },
  );
  const unsaved = useRef<UnsavedEdits>(new Map()).current;
  const prospect = query.data?.prospect;
  return (
    <DrawerPanel
      id={prospectId}
      name={prospect && prospectName(prospect)}
      subtitle={[prospect?.title, prospect?.companyName].filter(Boolean).join(' · ')}
      neighbors={neighbors}
      besideFrom={besideFrom}
      onClose={onClose}
    >
      {isNotFound(query.error) ? (
        <ProspectNotFound />
      ) : (
        <QueryBoundary query={query} what="the prospect">
          {({ prospect }) => (
            <DrawerContent
              key={prospectId}
              prospect={prospect}
              unsaved={unsaved}
              onClose={onClose}
            />
          )}
        </QueryBoundary>
      )}
      <UnsavedGuard
        unsaved={unsaved}
        isLeaving={(current, next) =>
          current.pathname !== next.pathname || prospectIn(next.search) !== prospectId
        }
      />
    </DrawerPanel>
  );
}

const prospectIn = (search: { prospect?: unknown }): unknown => search.prospect;
