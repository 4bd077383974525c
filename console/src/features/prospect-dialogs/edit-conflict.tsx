import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { fieldNames, type ProspectField } from '../prospect/fields.ts';

interface Props {
  field: ProspectField;
  before: string | null;
  /** What someone else has saved meanwhile. */
  after: string | null;
  typed: string | null;
  onDiscard: () => void;
  onOverwrite: () => void;
}

/** Shows what someone else has saved, and lets the user overwrite it or discard their own edit. */
export const EditConflict = ({ field, before, after, typed, onDiscard, onOverwrite }: Props) => (
  <Alert
    color="warn"
    variant="light"
    icon={<IconAlertTriangle />}
    role="alert"
    mt={4}
    title="Someone else edited this prospect"
  >
    <Text size="sm" mb="xs">
      Nothing was saved. {fieldNames[field]} changed from {quote(before)} to {quote(after)}. You
      entered {quote(typed)}.
    </Text>
    <Group gap="xs">
      <Button size="compact-md" variant="default" onClick={onDiscard}>
        Discard my change
      </Button>
      <Button size="compact-md" onClick={onOverwrite}>
        Overwrite
      </Button>
    </Group>
  </Alert>
);

const quote = (value: string | null): string => (value ? `“${value}”` : 'empty');
