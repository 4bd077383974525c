import { Drawer, Text } from '@mantine/core';
import { OutcropError } from '@outcrop/client';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useRead } from '../../api/lines.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { personName } from '../../parts/person.ts';
import { EmptyState } from '../../parts/states.tsx';
import { Person } from './person/person.tsx';

interface Props {
  prospectId: string;
  onClose: () => void;
}

/** One person, beside whatever page they were found on. */
export const ProspectDrawer = (props: Props) => <OneDrawer key={props.prospectId} {...props} />;

function OneDrawer({ prospectId, onClose }: Props) {
  const query = useRead(
    'getProspect',
    { params: { prospectId } },
    { pollWhile: ({ prospect }) => ['queued', 'running'].includes(prospect.enrichmentStatus) },
  );
  const [isEditing, setEditing] = useState(false);
  // Not state: a key pressed right after a change must find it.
  const hasChanges = useRef(false);
  const [isAsking, setAsking] = useState(false);
  // What was typed is not lost by a slip of the hand.
  const close = () => (isEditing && hasChanges.current ? setAsking(true) : onClose());
  // Mantine would also close it for the Escape that ends a dialog or a menu on top of it.
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
      title={query.data ? personName(query.data.prospect) : 'Prospect'}
      closeOnEscape={false}
      onKeyDown={closeByEscape}
    >
      {isGone(query.error) ? (
        <EmptyState title="This person is not here">
          They were deleted, or merged into another record of theirs.
        </EmptyState>
      ) : (
        <Loaded query={query} what="the prospect">
          {({ prospect }) => (
            <Person
              prospect={prospect}
              isEditing={isEditing}
              onEdit={setEditing}
              onChanges={(has) => {
                hasChanges.current = has;
              }}
              onRefresh={query.refetch}
            />
          )}
        </Loaded>
      )}
      {isAsking && (
        <Confirm
          title="Discard changes?"
          verb="Discard changes"
          cancelVerb="Keep editing"
          onConfirm={async () => onClose()}
          onClose={() => setAsking(false)}
        >
          <Text>What you changed is not saved.</Text>
        </Confirm>
      )}
    </Drawer>
  );
}

/** Nobody has this id, or it is none. */
const isGone = (error: unknown): boolean =>
  error instanceof OutcropError &&
  (error.code === 'not_found' || error.code === 'validation_error');
