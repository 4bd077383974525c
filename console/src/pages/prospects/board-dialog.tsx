import { Autocomplete, Button, Group, Select, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useRead } from '../../api/lines.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { peopleInWords } from './people-words.ts';
import { type Selected, useBulk } from './use-bulk.ts';

const words = {
  tag: { boards: 'tags', label: 'Tag', verb: 'Add tag', doing: (who: string) => `Tag ${who}` },
  untag: {
    boards: 'tags',
    label: 'Tag',
    verb: 'Take off',
    doing: (who: string) => `Take a tag off ${who}`,
  },
  add_to_list: {
    boards: 'lists',
    label: 'List',
    verb: 'Add to list',
    doing: (who: string) => `Add ${who} to a list`,
  },
  remove_from_list: {
    boards: 'lists',
    label: 'List',
    verb: 'Remove',
    doing: (who: string) => `Remove ${who} from a list`,
  },
} as const;
export type BoardAction = keyof typeof words;

interface Props {
  action: BoardAction;
  selected: Selected;
  onClose: () => void;
}

/** Which list or tag: one of those there are, or a new one by its name. */
export function BoardDialog({ action, selected, onClose }: Props) {
  const { boards, label, verb, doing } = words[action];
  const { data } = useRead('getBoards');
  const { start } = useBulk(selected);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const who = peopleInWords(selected.counted);
  const names = (data?.[boards] ?? []).map((board) => board.name);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const named = boards === 'tags' ? { tagName: name } : { listName: name };
      await start(`${doing(who)}: ${name}`, { action, ...named });
      onClose();
    } catch (reason) {
      setError(reason);
      setBusy(false);
    }
  };
  const field = { label, data: names, limit: 50, 'data-autofocus': true };
  return (
    <Dialog title={doing(who)} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack>
          {action === 'tag' || action === 'add_to_list' ? (
            <Autocomplete
              {...field}
              description={`Choose one, or type a new name to make a ${label.toLowerCase()}.`}
              maxLength={200}
              value={name}
              onChange={setName}
            />
          ) : (
            <Select
              {...field}
              placeholder={names.length === 0 ? `There is no ${label.toLowerCase()} yet` : ''}
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
