import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconPlayerPlay } from '@tabler/icons-react';
import { useWrite } from '../../api/endpoints.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatNumber } from '../../components/format.ts';

export function TestCall() {
  const test = useWrite('postAiSettingsTest');
  return (
    <Stack maw={560} align="flex-start">
      <Text c="dimmed">
        Sends a short test prompt to the saved model. Uses no credits and takes up to 8 seconds.
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
          {test.data.model} responded in {formatNumber(test.data.ms)} ms.
        </Alert>
      )}
      {test.data && !test.data.works && (
        <Alert color="danger" icon={<IconCircleX />} title="Test failed" role="status">
          {test.data.problem} {test.data.model && `Model: ${test.data.model}.`}
        </Alert>
      )}
    </Stack>
  );
}
