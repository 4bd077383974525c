import { Drawer, Text } from '@mantine/core';
import { OutcropError } from '@outcrop/client';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { Confirm } from '../../components/confirm.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { EmptyState } from '../../components/states.tsx';
import { prospectName } from '../prospect/fields.ts';
import { DrawerContent } from './drawer-content.tsx';

interface Props {
  prospectId: string;
  onClose: () => void;
}

export const ProspectDrawer = (props: Props) => (
  <ProspectDrawerContent key={props.prospectId} {...props} />
);

function ProspectDrawerContent({ prospectId, onClose }: Props) {
  const query = useRead(
    'getProspect',
    { params: { prospectId } },
    { pollWhile: ({ prospect }) => ['queued', 'running'].includes(prospect.enrichmentStatus) },
  );
  const [isEditing, setEditing] = useState(false);
  // A ref, so that a key pressed right after a change sees the current value.
  const hasChanges = useRef(false);
  const [isConfirming, setConfirming] = useState(false);
  const close = () => (isEditing && hasChanges.current ? setConfirming(true) : onClose());
  // Mantine would also close the drawer on Escape in a dialog or menu above it.
  const closeByEscape = ({ key, nativeEvent, currentTarget, target }: KeyboardEvent) => {
    if (key !== 'Escape' || nativeEvent.isComposing) return;
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.getAttribute('aria-expanded') !== 'true') close();
  };
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={640}
      title={query.data ? prospectName(query.data.prospect) : 'Prospect'}
      closeOnEscape={false}
      onKeyDown={closeByEscape}
    >
      {isNotFound(query.error) ? (
        <EmptyState title="Prospect not found">
          This prospect was deleted or merged into another one.
        </EmptyState>
      ) : (
        <QueryBoundary query={query} what="the prospect">
          {({ prospect }) => (
            <DrawerContent
              prospect={prospect}
              isEditing={isEditing}
              onEdit={setEditing}
              onChanges={(has) => {
                hasChanges.current = has;
              }}
              onRefresh={query.refetch}
            />
          )}
        </QueryBoundary>
      )}
      {isConfirming && (
        <Confirm
          title="Discard changes?"
          verb="Discard changes"
          cancelVerb="Keep editing"
          onConfirm={async () => onClose()}
          onClose={() => setConfirming(false)}
        >
          <Text>Your changes have not been saved.</Text>
        </Confirm>
      )}
    </Drawer>
  );
}

/** The id is unknown or malformed. */
const isNotFound = (error: unknown): boolean =>
  error instanceof OutcropError &&
  (error.code === 'not_found' || error.code === 'validation_error');
