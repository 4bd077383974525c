import type { Invitation, ManageData, Member } from '@outcrop/contract';
import { roles } from '@outcrop/contract/roles';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { roleNames, useDisabledReason } from '../../api/roles.ts';
import { useWorkspace } from '../../api/session.ts';
import { useKey } from '../../browser/keys.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { PageHeader, Section } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { roleDescriptions } from '../../features/members/role-labels.ts';
import { AddIntegrationUser } from './add-integration-user.tsx';
import { ChangeRole } from './change-role.tsx';
import { InvitationTable } from './invitation-table.tsx';
import { Invite } from './invite.tsx';
import { MemberTable } from './member-table.tsx';
import { RemoveMember } from './remove-member.tsx';
import { RevokeInvitation } from './revoke-invitation.tsx';

type OpenDialog =
  | { kind: 'invite'; resend?: Invitation }
  | { kind: 'integration' }
  | { kind: 'role'; member: Member }
  | { kind: 'remove'; member: Member }
  | { kind: 'revoke'; invitation: Invitation };

export default function Members() {
  const members = useRead('getMembers');
  const reason = useDisabledReason('admin');
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const close = () => setOpened(null);
  const invite = () => {
    if (reason === null) setOpened({ kind: 'invite' });
  };
  useKey('n', 'Invite member', invite);
  return (
    <>
      <PageHeader
        title="Members"
        action={
          <ActionButton
            leftSection={<IconPlus size={16} />}
            disabledReason={reason}
            onClick={invite}
          >
            Invite member
          </ActionButton>
        }
      >
        Manage people and roles.
      </PageHeader>
      <QueryBoundary query={members} what="the members">
        {(data) => <Tables {...data} reason={reason} onOpen={setOpened} />}
      </QueryBoundary>
      <Section title="Roles">
        <Panel>
          <DescriptionList
            items={Object.fromEntries(
              roles.map((role) => [roleNames[role], roleDescriptions[role]]),
            )}
          />
        </Panel>
      </Section>
      {opened?.kind === 'invite' && <Invite {...opened} onClose={close} />}
      {opened?.kind === 'integration' && <AddIntegrationUser onClose={close} />}
      {opened?.kind === 'role' && <ChangeRole {...opened} onClose={close} />}
      {opened?.kind === 'remove' && (
        <RemoveMember {...opened} members={members.data?.members ?? []} onClose={close} />
      )}
      {opened?.kind === 'revoke' && <RevokeInvitation {...opened} onClose={close} />}
    </>
  );
}

interface TablesProps extends ManageData<'getMembers'> {
  /** Why the user can't manage members, or null. */
  reason: string | null;
  onOpen: (opened: OpenDialog) => void;
}

function Tables({ members, invitations, reason, onOpen }: TablesProps) {
  const { role: ownRole } = useWorkspace();
  const people = members.filter(({ kind }) => kind === 'person');
  const integrations = members.filter(({ kind }) => kind === 'integration');
  const owners = members.filter(({ role }) => role === 'owner');
  const actions = {
    onChangeRole: (member: Member) => onOpen({ kind: 'role', member }),
    onRemove: (member: Member) => onOpen({ kind: 'remove', member }),
    disabledReasonFor: ({ role }: Member) => {
      if (reason !== null || role !== 'owner') return reason;
      if (ownRole !== 'owner') return 'Only Owners can change or remove an Owner.';
      if (owners.length > 1) return null;
      return 'A workspace needs at least one Owner. Make someone else an Owner first.';
    },
  };
  return (
    <>
      <MemberTable label="People" members={people} {...actions} />
      {invitations.length > 0 && (
        <Section title="Pending invitations">
          <InvitationTable
            invitations={invitations}
            onResend={(resend) => onOpen({ kind: 'invite', resend })}
            onRevoke={(invitation) => onOpen({ kind: 'revoke', invitation })}
          />
        </Section>
      )}
      <Section
        title="Integration users"
        action={
          <ActionButton
            variant="default"
            disabledReason={reason}
            onClick={() => onOpen({ kind: 'integration' })}
          >
            Add integration user
          </ActionButton>
        }
      >
        {integrations.length > 0 ? (
          <MemberTable label="Integration users" members={integrations} {...actions} />
        ) : (
          <Panel>
            No integration users yet. They own API tokens but can’t sign in, so integrations keep
            working when people leave.
          </Panel>
        )}
      </Section>
    </>
  );
}
