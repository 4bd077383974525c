import { Button, Group, Stack, Table, Text } from '@mantine/core';
import type { ManageData, Prospect } from '@outcrop/contract';
import { useRead } from '../../../api/lines.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FailureNote } from '../../../parts/failure-note.tsx';
import { type PersonField, personFieldNames, personName } from '../../../parts/person.ts';
import { type PersonValues, shownChanges } from './edits.ts';

interface Props {
  /** What adding would do: someone is known already, and would change. */
  trial: ManageData<'postProspects'>;
  typed: PersonValues;
  busy: boolean;
  failure: Error | null;
  onWrite: (onMatch: 'fill' | 'overwrite') => void;
  onOpen: (prospectId: string) => void;
  onBack: () => void;
  onClose: () => void;
}

const matched = { linkedin: 'LinkedIn profile', email: 'email', name: 'name and company' };

/** Asks before someone who is known already is changed. */
export function AddKnown(props: Props) {
  const { trial, typed, busy, failure, onWrite, onOpen, onBack, onClose } = props;
  const prospectId = trial.prospectId!;
  const { data, error } = useRead('getProspect', { params: { prospectId } });
  const title = 'Already a prospect';
  if (!data)
    return (
      <Dialog title={title} onClose={onClose}>
        <FailureNote error={error} />
      </Dialog>
    );
  const { prospect } = data;
  const name = personName(prospect);
  const changes = shownChanges(trial.changed ?? [], typed);
  const isBlank = (field: PersonField) => prospect[field] === null;
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      <Stack>
        <Text size="sm">
          This {matched[trial.matchedBy ?? 'email']} already belongs to {name}. Nothing has been
          changed yet.
        </Text>
        <Changes {...{ prospect, typed, changes }} />
        <FailureNote error={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <Button variant="default" onClick={() => onOpen(prospectId)}>
            Open {name}
          </Button>
          {changes.some(isBlank) && (
            <Button data-autofocus loading={busy} onClick={() => onWrite('fill')}>
              Fill in blanks
            </Button>
          )}
          {!changes.every(isBlank) && (
            <Button color="red" variant="light" loading={busy} onClick={() => onWrite('overwrite')}>
              Overwrite
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

interface ChangesProps {
  prospect: Prospect;
  typed: PersonValues;
  changes: PersonField[];
}

const Changes = ({ prospect, typed, changes }: ChangesProps) => (
  <Table aria-label="What would change">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Field</Table.Th>
        <Table.Th>Now</Table.Th>
        <Table.Th>You entered</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {changes.map((field) => (
        <Table.Tr key={field}>
          <Table.Th scope="row">{personFieldNames[field]}</Table.Th>
          <Table.Td>{prospect[field] ?? 'Blank'}</Table.Td>
          <Table.Td>{typed[field]}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
