import { Button, Group, Stack, Table, Text } from '@mantine/core';
import type { ManageData, Prospect } from '@outcrop/contract';
import { useRead } from '../../api/endpoints.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { fieldNames, type ProspectField, prospectName } from '../prospect/fields.ts';
import { enteredChanges, type ProspectValues } from './edits.ts';

interface Props {
  /** The dry run, which matched an existing prospect. */
  trial: ManageData<'postProspects'>;
  typed: ProspectValues;
  busy: boolean;
  failure: Error | null;
  onWrite: (onMatch: 'fill' | 'overwrite') => void;
  onOpen: (prospectId: string) => void;
  onBack: () => void;
  onClose: () => void;
}

const matched = { linkedin: 'LinkedIn URL', email: 'email', name: 'name and company' };

/** Asks before an existing prospect is changed. */
export function ExistingProspect(props: Props) {
  const { trial, typed, busy, failure, onWrite, onOpen, onBack, onClose } = props;
  const prospectId = trial.prospectId!;
  const { data, error } = useRead('getProspect', { params: { prospectId } });
  const title = 'Prospect already exists';
  if (!data)
    return (
      <Dialog title={title} onClose={onClose}>
        <FailureNote error={error} />
      </Dialog>
    );
  const { prospect } = data;
  const name = prospectName(prospect);
  const changes = enteredChanges(trial.changed ?? [], typed);
  const isBlank = (field: ProspectField) => prospect[field] === null;
  return (
    <Dialog title={title} size="lg" onClose={onClose} closeOnClickOutside={false}>
      <Stack>
        <Text size="sm">
          {name} has this {matched[trial.matchedBy ?? 'email']}. Nothing has been changed yet.
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
              Fill empty fields
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
  typed: ProspectValues;
  changes: ProspectField[];
}

const Changes = ({ prospect, typed, changes }: ChangesProps) => (
  <Table aria-label="Changes">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Field</Table.Th>
        <Table.Th>Current</Table.Th>
        <Table.Th>You entered</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {changes.map((field) => (
        <Table.Tr key={field}>
          <Table.Th scope="row">{fieldNames[field]}</Table.Th>
          <Table.Td>{prospect[field] ?? 'Empty'}</Table.Td>
          <Table.Td>{typed[field]}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
