import type { Invitation, ManageData, Member } from '@outcrop/contract';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../api/lines.ts';
import { roleNames, useReasonAgainst } from '../api/roles.ts';
import { useWorkspace } from '../api/session.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeader, Section } from '../parts/page-header.tsx';
import { Panel } from '../parts/panel.tsx';
import { EmptyState } from '../parts/states.tsx';
import { useKey } from '../shell/keys.ts';
import { ChangeRole } from './members/change-role.tsx';
import { AddIntegrationUser } from './members/integration-user.tsx';
import { InvitationTable } from './members/invitation-table.tsx';
import { Invite } from './members/invite.tsx';
import { MemberTable } from './members/member-table.tsx';
import { RemoveMember } from './members/remove-member.tsx';
import { roles, roleWords } from './members/role-words.ts';
import { TakeBack } from './members/take-back.tsx';

type Opened =
  | { kind: 'invite'; again?: Invitation }
  | { kind: 'integration' }
  | { kind: 'role'; member: Member }
  | { kind: 'remove'; member: Member }
  | { kind: 'take back'; invitation: Invitation };

/** An Admin lets people in, and programs, and says what they may do. */
export default function Members() {
  const members = useRead('getMembers');
  const reason = useReasonAgainst('admin');
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const invite = () => {
    if (reason === null) setOpened({ kind: 'invite' });
  };
  useKey('n', 'Invite someone', invite);
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
            Invite someone
          </ActionButton>
        }
      >
        Who belongs to this workspace, and what they may do.
      </PageHeader>
      <Loaded query={members} what="the members">
        {(data) => <Tables {...data} reason={reason} onOpen={setOpened} />}
      </Loaded>
      <Section title="What the roles may do">
        <Panel>
          <Facts
            facts={Object.fromEntries(roles.map((role) => [roleNames[role], roleWords[role]]))}
          />
        </Panel>
      </Section>
      {opened?.kind === 'invite' && <Invite {...opened} onClose={close} />}
      {opened?.kind === 'integration' && <AddIntegrationUser onClose={close} />}
      {opened?.kind === 'role' && <ChangeRole {...opened} onClose={close} />}
      {opened?.kind === 'remove' && <RemoveMember {...opened} onClose={close} />}
      {opened?.kind === 'take back' && <TakeBack {...opened} onClose={close} />}
    </>
  );
}

interface TablesProps extends ManageData<'getMembers'> {
  /** Why this user may change nobody, or null. */
  reason: string | null;
  onOpen: (opened: Opened) => void;
}

function Tables({ members, invitations, reason, onOpen }: TablesProps) {
  const { role: own } = useWorkspace();
  const people = members.filter(({ kind }) => kind === 'person');
  const integrations = members.filter(({ kind }) => kind === 'integration');
  const owners = members.filter(({ role }) => role === 'owner');
  const actions = {
    onChangeRole: (member: Member) => onOpen({ kind: 'role', member }),
    onRemove: (member: Member) => onOpen({ kind: 'remove', member }),
    reasonAgainst: ({ role }: Member) => {
      if (reason !== null || role !== 'owner') return reason;
      if (own !== 'owner') return 'Only an Owner can change or remove an Owner.';
      if (owners.length > 1) return null;
      return 'A workspace needs an Owner, and this is the last one. Make someone else an Owner first.';
    },
  };
  return (
    <>
      <MemberTable label="People" members={people} {...actions} />
      {invitations.length > 0 && (
        <Section title="Open invitations">
          <InvitationTable
            invitations={invitations}
            onAgain={(again) => onOpen({ kind: 'invite', again })}
            onTakeBack={(invitation) => onOpen({ kind: 'take back', invitation })}
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
            Add an integration user
          </ActionButton>
        }
      >
        {integrations.length > 0 ? (
          <MemberTable label="Integration users" members={integrations} {...actions} />
        ) : (
          <Panel>
            <EmptyState title="No integration user yet">
              One has tokens and cannot sign in, so that a program goes on working when people
              leave.
            </EmptyState>
          </Panel>
        )}
      </Section>
    </>
  );
}
