import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Invitation, ManageData, Role } from '@outcrop/contract';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { roleWithArticle } from '../../api/roles.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';
import { OneTimeSecret } from '../../components/one-time-secret.tsx';
import { RoleChoice } from '../../features/members/role-choice.tsx';

type SentInvitation = ManageData<'postInvitations'>;

interface Props {
  /** A pending invitation to send again, with a new link. */
  resend?: Invitation;
  onClose: () => void;
}

/** Asks for an email and a role. If no email could be sent, shows the link to share. */
export function Invite({ resend, onClose }: Props) {
  const [invited, setInvited] = useState<SentInvitation | null>(null);
  return (
    <Dialog
      title={invited ? 'Invitation created' : 'Invite member'}
      onClose={onClose}
      closeOnClickOutside={!invited?.link}
    >
      {invited ? (
        <Done {...invited} onClose={onClose} />
      ) : (
        <InviteForm {...(resend && { resend })} onInvited={setInvited} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface FormProps extends Props {
  onInvited: (invited: SentInvitation) => void;
}

function InviteForm({ resend, onInvited, onClose }: FormProps) {
  const { data: setup } = useRead('getSetup');
  const { form, field, set, values, failure, busy } = useEndpointForm(
    'postInvitations',
    { email: resend?.email ?? '', role: resend?.role ?? ('member' as Role) },
    { request: (body) => ({ body }), refreshes: ['getMembers'], onDone: onInvited },
  );
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label="Email"
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
              ? "They'll get an email with a link that works once and expires in 7 days."
              : "Email isn't set up. Share the link yourself; it works once and expires in 7 days."}
          </Text>
        )}
        <FormFooter
          failure={failure}
          verb={setup?.mail === false ? 'Create invite link' : 'Invite'}
          busy={busy}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

const Done = ({ invitation, mailed, link, onClose }: SentInvitation & { onClose: () => void }) => (
  <Stack>
    <Text size="sm">
      {link === null
        ? `${mailed ? 'We sent' : 'We are sending'} an invitation to ${invitation.email}. They'll join as ${roleWithArticle(invitation.role)}.`
        : `No email was sent. Share this link with ${invitation.email}. They'll join as ${roleWithArticle(invitation.role)}. The link works once and won't be shown again.`}
    </Text>
    {link !== null && <OneTimeSecret value={link} what="invitation link" />}
    <Group justify="flex-end">
      <Button onClick={onClose} autoFocus={link === null}>
        Done
      </Button>
    </Group>
  </Stack>
);
