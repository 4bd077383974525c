import { Autocomplete, Button, Group, Select, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { prospectCount } from '../../features/prospect/counts.ts';
import { type SelectedProspects, useBulk } from './use-bulk.ts';

const labels = {
  tag: {
    items: 'tags',
    label: 'Tag',
    verb: 'Add tag',
    title: (who: string) => `Tag ${who}`,
    taskTitle: (who: string, name: string) => `Tag ${who} with “${name}”`,
  },
  untag: {
    items: 'tags',
    label: 'Tag',
    verb: 'Remove',
    title: (who: string) => `Remove a tag from ${who}`,
    taskTitle: (who: string, name: string) => `Remove tag “${name}” from ${who}`,
  },
  add_to_list: {
    items: 'lists',
    label: 'List',
    verb: 'Add to list',
    title: (who: string) => `Add ${who} to a list`,
    taskTitle: (who: string, name: string) => `Add ${who} to list “${name}”`,
  },
  remove_from_list: {
    items: 'lists',
    label: 'List',
    verb: 'Remove',
    title: (who: string) => `Remove ${who} from a list`,
    taskTitle: (who: string, name: string) => `Remove ${who} from list “${name}”`,
  },
} as const;
export type ListOrTagAction = keyof typeof labels;

interface Props {
  action: ListOrTagAction;
  selected: SelectedProspects;
  onClose: () => void;
}

export function ListOrTagDialog({ action, selected, onClose }: Props) {
  const { items, label, verb, title, taskTitle } = labels[action];
  const { data } = useRead('getBoards');
  const { start } = useBulk(selected);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const who = prospectCount(selected.count);
  const names = (data?.[items] ?? []).map((item) => item.name);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const named = items === 'tags' ? { tagName: name } : { listName: name };
      await start(taskTitle(who, name), { action, ...named });
      onClose();
    } catch (reason) {
      setError(reason);
      setBusy(false);
    }
  };
  const field = { label, data: names, limit: 50, 'data-autofocus': true };
  return (
    <Dialog title={title(who)} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack>
          {action === 'tag' || action === 'add_to_list' ? (
            <Autocomplete
              {...field}
              description={`Choose a ${label.toLowerCase()} or create a new one.`}
              maxLength={200}
              value={name}
              onChange={setName}
            />
          ) : (
            <Select
              {...field}
              placeholder={names.length === 0 ? `No ${items} yet` : ''}
              value={name || null}
              onChange={(value) => setName(value ?? '')}
              searchable
            />
          )}
          <FailureNote error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={name.trim() === ''}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
