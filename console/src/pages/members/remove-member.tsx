import { List, Select, Stack, Text } from '@mantine/core';
import type { Member, MemberBelongings } from '@outcrop/contract';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/endpoints.ts';
import { useMe, useWorkspace } from '../../api/session.ts';
import { Confirm } from '../../components/confirm.tsx';
import { formatNumber } from '../../components/format.ts';
import { announce } from '../../components/live-region.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';

interface Props {
  member: Member;
  /** All members of the workspace. */
  members: Member[];
  onClose: () => void;
}

export function RemoveMember({ member, members, onClose }: Props) {
  const { user: me } = useMe();
  const { name: workspace } = useWorkspace();
  const { userId } = member;
  const isMe = userId === me.id;
  const successors = members.filter(
    (other) => other.userId !== userId && other.kind === 'person' && other.role !== 'viewer',
  );
  const preferred = successors.find((other) => other.userId === me.id) ?? successors[0];
  const [successorId, setSuccessorId] = useState(preferred?.userId ?? null);
  const belongings = useRead('getMemberBelongings', { params: { userId } });
  // After leaving, the user can no longer load this page.
  const remove = useWrite('postMemberRemove', isMe ? [] : ['getMembers', 'getTokens']);
  return (
    <Confirm
      title={isMe ? `Leave ${workspace}` : `Remove ${member.name}`}
      verb={isMe ? 'Leave' : 'Remove'}
      ready={belongings.data !== undefined}
      onConfirm={() =>
        remove.mutateAsync({
          params: { userId },
          body: successorId === null ? {} : { successorId },
        })
      }
      onDone={() => {
        if (isMe) return window.location.assign('/');
        announce(`Removed ${member.name}`);
        onClose();
      }}
      onClose={onClose}
    >
      <Text size="sm">
        {tokenEffect(member, isMe)} {accessEffect(member, isMe)}
      </Text>
      <QueryBoundary query={belongings} what="what the member owns">
        {({ belongings: owned }) => <Belongings owned={owned} />}
      </QueryBoundary>
      {successors.length > 0 && (
        <Select
          label="Who takes over?"
          description="Gets everything that is not deleted."
          data={successors.map((other) => ({
            value: other.userId,
            label: other.userId === me.id ? `${other.name} (you)` : other.name,
          }))}
          value={successorId}
          onChange={setSuccessorId}
          allowDeselect={false}
        />
      )}
    </Confirm>
  );
}

function Belongings({ owned }: { owned: MemberBelongings }) {
  const passedOn = [
    amount(owned.sharedMailboxes, 'shared mailbox', 'shared mailboxes'),
    amount(owned.prospects, 'person', 'people'),
    amount(owned.followUps, 'open follow-up', 'open follow-ups'),
    amount(owned.sharedViews, 'shared view', 'shared views'),
  ].filter((each) => each !== null);
  const ended = [
    owned.privateMailboxes > 0 &&
      `${amount(owned.privateMailboxes, 'private mailbox is', 'private mailboxes are')} disconnected.`,
    owned.privateConversations > 0 &&
      `${amount(owned.privateConversations, 'private conversation is', 'private conversations are')} deleted, because no one else may read them.`,
    owned.waitingReplies > 0 &&
      `${amount(owned.waitingReplies, 'reply that waits is', 'replies that wait are')} not sent.`,
  ].filter((each) => each !== false);
  if (passedOn.length === 0 && ended.length === 0) return null;
  return (
    <Stack gap="xs">
      {passedOn.length > 0 && <Text size="sm">Handed over: {passedOn.join(', ')}.</Text>}
      {ended.length > 0 && (
        <List size="sm">
          {ended.map((each) => (
            <List.Item key={each}>{each}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}

const amount = (count: number, one: string, many: string): string | null =>
  count === 0 ? null : `${formatNumber(count)} ${count === 1 ? one : many}`;

function tokenEffect({ name, activeTokens }: Member, isMe: boolean): string {
  const owner = isMe ? 'You own' : `${name} owns`;
  if (activeTokens === 0) return `${owner} no active tokens.`;
  if (activeTokens === 1)
    return `${owner} 1 active token. Anything that uses it will stop working.`;
  return `${owner} ${activeTokens} active tokens. Anything that uses them will stop working.`;
}

function accessEffect({ kind }: Member, isMe: boolean): string {
  if (kind === 'integration') return "This can't be undone.";
  if (isMe) return "You'll lose access immediately. An Admin can invite you again.";
  return "They'll lose access immediately. You can invite them again.";
}
