import { Checkbox, Stack, Text } from '@mantine/core';
import type { ManageData, Notification } from '@outcrop/contract';
import { atLeast } from '@outcrop/contract/roles';
import { useRead, useWrite } from '../../api/endpoints.ts';
import { useWorkspace } from '../../api/session.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { announce } from '../../components/live-region.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';

type Settings = ManageData<'getNotificationSettings'>;
type Kind = Notification['kind'];

const kindNames: Record<Kind, string> = {
  reply: 'Replies',
  mention: 'Mentions in notes',
  follow_up: 'Follow-ups due today',
  task: 'Background jobs that failed or took a while',
  mailbox: 'Mailboxes that need attention',
  webhook: 'Webhooks that were disabled',
};
const adminKinds: Kind[] = ['mailbox', 'webhook'];

/** Which notifications of this workspace the user also gets by email. */
export function NotificationSettings() {
  const settings = useRead('getNotificationSettings');
  return (
    <QueryBoundary query={settings} what="your notification settings">
      {(data) => <Kinds {...data} />}
    </QueryBoundary>
  );
}

function Kinds({ byMail, canMail }: Settings) {
  const { name, role } = useWorkspace();
  const save = useWrite('patchNotificationSettings', ['getNotificationSettings']);
  const chosen = save.isPending ? save.variables.body.byMail : byMail;
  const kinds = (Object.keys(kindNames) as Kind[]).filter(
    (kind) => !adminKinds.includes(kind) || atLeast(role, 'admin'),
  );
  const choose = (kind: Kind, isOn: boolean) =>
    save.mutate(
      { body: { byMail: isOn ? [...chosen, kind] : chosen.filter((each) => each !== kind) } },
      { onSuccess: () => announce('Saved') },
    );
  return (
    <Stack gap="sm">
      <Text>
        {canMail
          ? `Notifications from ${name} that you haven’t read after two minutes are emailed to you.`
          : 'This server does not send email. Ask your administrator to set it up.'}
      </Text>
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          label={kindNames[kind]}
          checked={chosen.includes(kind)}
          disabled={!canMail || save.isPending}
          onChange={(event) => choose(kind, event.currentTarget.checked)}
        />
      ))}
      <FailureNote error={save.error} />
    </Stack>
  );
}
