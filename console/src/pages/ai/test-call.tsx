import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconPlayerPlay } from '@tabler/icons-react';
import { useWrite } from '../../api/lines.ts';
import { FailureNote } from '../../parts/failure-note.tsx';

/** Asks the model that is saved one small question, and tells what came of it. */
export function TestCall() {
  const test = useWrite('postAiSettingsTest');
  return (
    <Stack maw={560} align="flex-start">
      <Text c="dimmed">
        Asks the model that is saved one small question. It costs no credit and takes up to 8
        seconds.
      </Text>
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={16} />}
        loading={test.isPending}
        onClick={() => test.mutate({})}
      >
        Run test call
      </Button>
      <FailureNote error={test.error} />
      {test.data?.works && (
        <Alert color="ok" icon={<IconCircleCheck />} title="It works" role="status">
          {test.data.model} answered in {test.data.ms.toLocaleString('en')} ms.
        </Alert>
      )}
      {test.data && !test.data.works && (
        <Alert color="danger" icon={<IconCircleX />} title="It does not work" role="status">
          {test.data.problem} {test.data.model && `Asked was ${test.data.model}.`}
        </Alert>
      )}
    </Stack>
  );
}
