import { Button, Group, Stack, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import type { Settings } from './settings.ts';

export function InstructionsForm({ settings }: { settings: Settings }) {
  const { form, field, failure, busy } = useEndpointForm(
    'patchAiSettings',
    { instructions: settings.instructions ?? '' },
    {
      request: ({ instructions }) => ({ body: { instructions: instructions.trim() || null } }),
      refreshes: ['getAiSettings'],
      onDone: () => notifications.show({ message: 'Instructions saved' }),
    },
  );
  return (
    <form {...form}>
      <Stack maw={560}>
        <Textarea
          label="Instructions"
          description="Applied to opening lines. Up to 4,000 characters."
          placeholder="Write plainly. Mention our calibration service where it fits. No exclamation marks."
          autosize
          minRows={4}
          maxRows={12}
          {...field('instructions')}
        />
        <FailureNote error={failure} />
        <Group>
          <Button type="submit" variant="default" loading={busy}>
            Save instructions
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
