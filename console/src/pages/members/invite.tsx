import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Invitation, ManageData, Role } from '@outcrop/contract';
import { useState } from 'react';
import { useRead } from '../../api/lines.ts';
import { withArticle } from '../../api/roles.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormEnd } from '../../parts/form-end.tsx';
import { useLineForm } from '../../parts/line-form.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { RoleChoice } from './role-choice.tsx';

type Invited = ManageData<'postInvitations'>;

interface Props {
  /** One that is open already; inviting again gives it a new link. */
  again?: Invitation;
  onClose: () => void;
}

/** An address and a role; then either the mail is on its way, or there is a link to pass on. */
export function Invite({ again, onClose }: Props) {
  const [invited, setInvited] = useState<Invited | null>(null);
  return (
    <Dialog
      title={invited ? 'Invited' : 'Invite someone'}
      onClose={onClose}
      closeOnClickOutside={!invited?.link}
    >
      {invited ? (
        <Done {...invited} onClose={onClose} />
      ) : (
        <InviteForm {...(again && { again })} onInvited={setInvited} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface FormProps extends Props {
  onInvited: (invited: Invited) => void;
}

function InviteForm({ again, onInvited, onClose }: FormProps) {
  const { data: setup } = useRead('getSetup');
  const { form, field, set, values, failure, busy } = useLineForm(
    'postInvitations',
    { email: again?.email ?? '', role: again?.role ?? ('member' as Role) },
    { request: (body) => ({ body }), refreshes: ['getMembers'], onDone: onInvited },
  );
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="off"
          data-autofocus
          {...field('email')}
        />
        <RoleChoice
          value={values.role}
          error={field('role').error}
          onChange={(role) => set('role', role)}
        />
        {setup && (
          <Text size="sm" c="dimmed">
            {setup.mail
              ? 'They get a mail with a link that works once, for seven days.'
              : 'This instance sends no mail: you get a link to pass on. It works once, for seven days.'}
          </Text>
        )}
        <FormEnd
          failure={failure}
          verb={setup?.mail === false ? 'Make the link' : 'Invite'}
          busy={busy}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

const Done = ({ invitation, link, onClose }: Invited & { onClose: () => void }) => (
  <Stack>
    <Text size="sm">
      {link === null
        ? `A mail is on its way to ${invitation.email}, who joins as ${withArticle(invitation.role)} by its link.`
        : `No mail was sent. Pass this link on to ${invitation.email}, who joins as ${withArticle(invitation.role)}. It works once and is not shown again.`}
    </Text>
    {link !== null && <ShownOnce value={link} what="invitation link" />}
    <Group justify="flex-end">
      <Button onClick={onClose} autoFocus={link === null}>
        Done
      </Button>
    </Group>
  </Stack>
);
