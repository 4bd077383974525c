import { Button, Group, Select, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { prospectCount } from '../../features/prospect/counts.ts';
import { useOwners } from '../../features/prospect/owner.ts';
import { type SelectedProspects, useBulk } from './use-bulk.ts';

interface Props {
  selected: SelectedProspects;
  onClose: () => void;
}

/** Gives the selection an owner, or none. */
export function AssignOwnerDialog({ selected, onClose }: Props) {
  const owners = [...useOwners(), { value: 'none', label: 'No owner' }];
  const { start } = useBulk(selected);
  const [ownerId, setOwnerId] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const who = prospectCount(selected.count);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (ownerId === null) return;
    setBusy(true);
    const name = owners.find(({ value }) => value === ownerId)?.label.replace(/^You$/, 'you');
    try {
      if (ownerId === 'none') await start(`Remove the owner of ${who}`, { action: 'unassign' });
      else await start(`Assign ${who} to ${name}`, { action: 'assign', ownerId });
      onClose();
    } catch (reason) {
      setError(reason);
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Assign ${who}`} onClose={onClose} size="sm">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack>
          <Select
            label="Owner"
            placeholder="Choose an owner"
            data={owners}
            value={ownerId}
            onChange={setOwnerId}
            searchable={owners.length > 7}
            limit={200}
            data-autofocus
          />
          <FailureNote error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={ownerId === null}>
              Assign
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
