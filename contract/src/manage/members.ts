import { z } from 'zod';
import { defineEndpoint, sessionDefaults, writeResultFields } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, nameText, ref, timestamp } from '../fields.ts';
import { roleField } from './account-fields.ts';
import { invitationExample, invitationSchema } from './invitations.ts';
import { memberKinds } from './tokens.ts';

const defaults = { ...sessionDefaults, role: 'admin' } as const;

const member = z
  .strictObject({
    userId: id(),
    name: z.string(),
    email: z.string().nullable().describe('Null for integration users.'),
    role: roleField,
    kind: z.enum(memberKinds).describe('Integration users have tokens and cannot sign in.'),
    activeTokens: count().describe(
      'Active tokens of the member. They are revoked when the member is removed.',
    ),
    lastSeenAt: timestamp()
      .nullable()
      .describe('Last activity of the member or of their tokens in this workspace.'),
    createdAt: timestamp(),
  })
  .meta({ id: 'Member' });
export type Member = z.output<typeof member>;

const memberExample: Member = {
  userId: exampleIds.member,
  name: 'Tomasz Wilk',
  email: 'tomasz@fernhill.example',
  role: 'member',
  kind: 'person',
  activeTokens: 2,
  lastSeenAt: '2026-03-05T14:02:30.000Z',
  createdAt: '2026-03-02T09:14:05.120Z',
};

const memberParams = z.object({ userId: ref('member').describe('User id of the member.') });
const memberExampleParams = { params: { userId: exampleIds.member } };

export const getMembers = defineEndpoint({
  ...defaults,
  id: 'getMembers',
  method: 'GET',
  path: '/members',
  topic: 'Members',
  summary: 'List members',
  description: 'Returns all members of the workspace, oldest first.',
  role: 'viewer',
  body: null,
  data: z.strictObject({
    members: z.array(member),
    invitations: z.array(invitationSchema).describe('Pending invitations. Only Admins see them.'),
  }),
  examples: [
    {
      summary: 'One member and one pending invitation',
      data: { members: [memberExample], invitations: [invitationExample] },
    },
  ],
});

export const postMembersIntegration = defineEndpoint({
  ...defaults,
  id: 'postMembersIntegration',
  method: 'POST',
  path: '/members/integration',
  topic: 'Members',
  summary: 'Add an integration user',
  description:
    'Creates a member with tokens that cannot sign in, so that integrations keep working ' +
    'when people leave.',
  reauthenticates: true,
  body: z.object({
    name: nameText(200).describe('Name of the integration.'),
    role: z.enum(['viewer', 'member', 'admin']).describe('Role of its tokens.'),
  }),
  data: z.strictObject({ member, ...writeResultFields }),
  examples: [
    {
      summary: 'A CRM integration',
      body: { name: 'CRM', role: 'member' },
      data: {
        member: {
          ...memberExample,
          name: 'CRM',
          email: null,
          kind: 'integration',
          activeTokens: 0,
          lastSeenAt: null,
        },
      },
    },
  ],
});

export const patchMember = defineEndpoint({
  ...defaults,
  id: 'patchMember',
  method: 'PATCH',
  path: '/members/{userId}',
  topic: 'Members',
  params: memberParams,
  summary: 'Change a member’s role',
  description:
    'Applies from the next request on. Only Owners can grant, change or remove the Owner ' +
    'role, and the last Owner cannot be changed. Pending invitations that the member ' +
    'could no longer send are revoked.',
  reauthenticates: true,
  body: z.object({ role: roleField }),
  data: z.strictObject({ member, ...writeResultFields }),
  examples: [
    {
      summary: 'Make a Member an Admin',
      ...memberExampleParams,
      body: { role: 'admin' },
      data: { member: { ...memberExample, role: 'admin' } },
    },
  ],
});

const belongings = z
  .strictObject({
    sharedMailboxes: count(),
    privateMailboxes: count().describe('They are disconnected when the member is removed.'),
    privateConversations: count().describe('They are deleted when the member is removed.'),
    prospects: count(),
    followUps: count().describe('Open ones.'),
    sharedViews: count(),
    waitingReplies: count().describe(
      'Replies that are not sent yet. They are canceled when the member is removed.',
    ),
  })
  .meta({ id: 'MemberBelongings' });
export type MemberBelongings = z.output<typeof belongings>;

export const getMemberBelongings = defineEndpoint({
  ...defaults,
  id: 'getMemberBelongings',
  sees: 'all',
  method: 'GET',
  path: '/members/{userId}/belongings',
  topic: 'Members',
  params: memberParams,
  summary: 'Count what a member owns',
  description: 'Shows what removing the member would hand over, disconnect and delete.',
  body: null,
  data: z.strictObject({ belongings }),
  examples: [
    {
      summary: 'A member with a private mailbox',
      ...memberExampleParams,
      data: {
        belongings: {
          sharedMailboxes: 1,
          privateMailboxes: 1,
          privateConversations: 42,
          prospects: 220,
          followUps: 14,
          sharedViews: 2,
          waitingReplies: 3,
        },
      },
    },
  ],
});

export const postMemberRemove = defineEndpoint({
  ...defaults,
  id: 'postMemberRemove',
  sees: 'all',
  method: 'POST',
  path: '/members/{userId}/remove',
  topic: 'Members',
  params: memberParams,
  summary: 'Remove a member',
  description:
    'Applies immediately: the member loses access, their tokens and pending invitations are ' +
    'revoked, their private mailboxes are disconnected, and their waiting replies are canceled. ' +
    'A successor then gets their shared mailboxes, prospects, open follow-ups and shared views. ' +
    'Conversations of private mailboxes are deleted and never handed over. The last Owner cannot ' +
    'be removed, and only Owners can remove an Owner.',
  reauthenticates: true,
  body: z.object({
    successorId: ref('member')
      .optional()
      .describe(
        'User id of the member who takes over. Default: the member with the highest role, the ' +
          'oldest first.',
      ),
  }),
  data: z.strictObject({
    tokensEnded: count(),
    mailboxesDisconnected: count(),
    successorId: id(),
    ...writeResultFields,
  }),
  examples: [
    {
      summary: 'Sofia takes over',
      ...memberExampleParams,
      body: { successorId: exampleIds.user },
      data: { tokensEnded: 2, mailboxesDisconnected: 1, successorId: exampleIds.user },
    },
  ],
});

export const patchWorkspace = defineEndpoint({
  ...defaults,
  id: 'patchWorkspace',
  method: 'PATCH',
  path: '/workspace',
  topic: 'Workspace',
  summary: 'Rename the workspace',
  description: 'All members see the new name.',
  body: z.object({ name: nameText(200).describe('The new name.') }),
  data: z.strictObject({
    workspace: z.strictObject({ id: id(), name: z.string() }),
    ...writeResultFields,
  }),
  examples: [
    {
      summary: 'A new name',
      body: { name: 'Fernhill Optics' },
      data: { workspace: { id: exampleIds.workspace, name: 'Fernhill Optics' } },
    },
  ],
});
