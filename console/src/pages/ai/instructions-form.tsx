import { Button, Group, Stack, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FailureNote } from '../../parts/failure-note.tsx';
import { useLineForm } from '../../parts/line-form.ts';
import type { Settings } from './settings.ts';

/** How first lines should be written, for everyone in the workspace. */
export function InstructionsForm({ settings }: { settings: Settings }) {
  const { form, field, failure, busy } = useLineForm(
    'patchAiSettings',
    { instructions: settings.instructions ?? '' },
    {
      request: ({ instructions }) => ({ body: { instructions: instructions.trim() || null } }),
      refreshes: ['getAiSettings'],
      onDone: () => notifications.show({ message: 'The instructions are saved.' }),
    },
  );
  return (
    <form {...form}>
      <Stack maw={560}>
        <Textarea
          label="Instructions"
          description="Used where a request asks for the workspace's instructions. At most 4,000 characters."
          placeholder="Write plainly. Mention our calibration service where it fits. No exclamation marks."
          autosize
          minRows={4}
          maxRows={12}
          {...field('instructions')}
        />
        <FailureNote error={failure} />
        <Group>
          <Button type="submit" variant="default" loading={busy}>
            Save the instructions
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
