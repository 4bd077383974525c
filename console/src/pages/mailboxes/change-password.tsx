import { PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../api/endpoints.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormFooter } from '../../components/form-footer.tsx';
import type { Mailbox } from '../../features/mailboxes/mailbox-state.tsx';
import { ServerFields, type ServerValues, serverBody } from './server-fields.tsx';
import { TestResult } from './test-result.tsx';

const blank: ServerValues = { host: '', port: 465, security: 'tls', user: '' };

/** Stores the password and servers, then tests the mailbox, which may send once that works. */
export function ChangePassword({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [smtp, setSmtp] = useState<ServerValues>(mailbox.smtp ?? blank);
  const [imap, setImap] = useState<ServerValues>(mailbox.imap ?? { ...blank, port: 993 });
  const change = useWrite('patchMailbox', ['getMailbox', 'getMailboxes']);
  const test = useWrite('postMailboxTest', ['getMailbox', 'getMailboxes']);
  const params = { mailboxId: mailbox.id };
  const save = async () => {
    const body = { password, smtp: serverBody(smtp), imap: serverBody(imap) };
    await change.mutateAsync({ params, body });
    const { works } = await test.mutateAsync({ params, body: {} });
    if (works) onClose();
  };
  return (
    <Dialog title="Change password or servers" size="lg" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The error is shown in the form.
          save().catch(() => {});
        }}
      >
        <Stack>
          <PasswordInput
            label="Password"
            description="Also required when you change a server."
            autoComplete="off"
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <ServerFields title="Outgoing server (SMTP)" value={smtp} onChange={setSmtp} />
          <ServerFields title="Incoming server (IMAP)" value={imap} onChange={setImap} />
          {test.data && !test.data.works && <TestResult result={test.data} />}
          <Text size="sm" c="dimmed">
            The mailbox sends again once its test succeeds.
          </Text>
          <FormFooter
            failure={change.error ?? test.error}
            verb="Save and test"
            busy={change.isPending || test.isPending}
            disabled={password === ''}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
