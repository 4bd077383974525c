import { z } from 'zod';
import { endpoint, sessionLine, writeNotes } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, nameText, ref, timestamp } from '../fields.ts';
import { invitation, invitationExample } from './invitations.ts';
import { role } from './person.ts';
import { memberKinds } from './tokens.ts';

const about = { ...sessionLine, role: 'admin' } as const;

const member = z
  .strictObject({
    userId: id(),
    name: z.string(),
    email: z.string().nullable().describe('Null for an integration user, who has none.'),
    role,
    kind: z.enum(memberKinds).describe('An integration user has tokens and cannot sign in.'),
    activeTokens: count().describe('Tokens that act for them, and end when they are removed.'),
    lastSeenAt: timestamp()
      .nullable()
      .describe('When they, or a token of theirs, last did something in this workspace.'),
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

const oneMember = z.object({ userId: ref('member').describe('The member, by their user id.') });
const ofMember = { params: { userId: exampleIds.member } };

export const getMembers = endpoint({
  ...about,
  id: 'getMembers',
  method: 'GET',
  path: '/members',
  summary: 'List members',
  description: 'Everyone in the workspace, the oldest first.',
  role: 'viewer',
  body: null,
  data: z.strictObject({
    members: z.array(member),
    invitations: z
      .array(invitation)
      .describe('Those that nobody has accepted yet. Only Admins see them.'),
  }),
  examples: [
    {
      summary: 'One member, and one to be',
      data: { members: [memberExample], invitations: [invitationExample] },
    },
  ],
});

export const postMembersIntegration = endpoint({
  ...about,
  id: 'postMembersIntegration',
  method: 'POST',
  path: '/members/integration',
  summary: 'Add an integration user',
  description:
    'A member that has tokens and cannot sign in, so that nothing breaks when a person leaves.',
  reauthenticates: true,
  body: z.object({
    name: nameText(200).describe('What is connected.'),
    role: z.enum(['viewer', 'member', 'admin']).describe('What its tokens may do.'),
  }),
  data: z.strictObject({ member, ...writeNotes }),
  examples: [
    {
      summary: 'A CRM that adds leads',
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

export const patchMember = endpoint({
  ...about,
  id: 'patchMember',
  method: 'PATCH',
  path: '/members/{userId}',
  params: oneMember,
  summary: 'Change a role',
  description:
    'Holds from the next request on. Only an Owner makes someone an Owner or changes the role of ' +
    'one, and the last Owner stays one. Open invitations that the member could no longer send end.',
  reauthenticates: true,
  body: z.object({ role }),
  data: z.strictObject({ member, ...writeNotes }),
  examples: [
    {
      summary: 'A Member who becomes an Admin',
      ...ofMember,
      body: { role: 'admin' },
      data: { member: { ...memberExample, role: 'admin' } },
    },
  ],
});

export const deleteMember = endpoint({
  ...about,
  id: 'deleteMember',
  method: 'DELETE',
  path: '/members/{userId}',
  params: oneMember,
  summary: 'Remove a member',
  description:
    'Ends their membership, every token of theirs in this workspace and the invitations that they ' +
    'sent and nobody has accepted. Once it is answered, nothing of theirs begins. The last Owner cannot be removed, and an Owner only by an Owner.',
  reauthenticates: true,
  body: null,
  data: z.strictObject({ tokensEnded: count() }),
  examples: [{ summary: 'Someone with two tokens', ...ofMember, data: { tokensEnded: 2 } }],
});

export const patchWorkspace = endpoint({
  ...about,
  id: 'patchWorkspace',
  method: 'PATCH',
  path: '/workspace',
  summary: 'Rename the workspace',
  description: 'Everyone in it sees the new name.',
  body: z.object({ name: nameText(200).describe('What it is called from now on.') }),
  data: z.strictObject({
    workspace: z.strictObject({ id: id(), name: z.string() }),
    ...writeNotes,
  }),
  examples: [
    {
      summary: 'A new name',
      body: { name: 'Fernhill Optics' },
      data: { workspace: { id: exampleIds.workspace, name: 'Fernhill Optics' } },
    },
  ],
});
