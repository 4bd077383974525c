import { z } from 'zod';
import { endpoint, noData, openLine, sessionLine, writeNotes } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { id, ref, timestamp } from '../fields.ts';
import { maxInvitationsPerDay } from '../workspace-limits.ts';
import { email, newPassword, oneTimeCode, personName, role } from './person.ts';

export const invitation = z
  .strictObject({
    id: id(),
    email: z.string(),
    role,
    createdAt: timestamp(),
    expiresAt: timestamp(),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.output<typeof invitation>;

export const invitationExample: Invitation = {
  id: exampleIds.invitation,
  email: 'aiko@fernhill.example',
  role: 'viewer',
  createdAt: '2026-03-05T14:02:38.204Z',
  expiresAt: '2026-03-12T14:02:38.204Z',
};

const about = { ...sessionLine, role: 'admin' } as const;

export const postInvitations = endpoint({
  ...about,
  id: 'postInvitations',
  method: 'POST',
  path: '/invitations',
  transaction: 'none',
  summary: 'Invite someone',
  description:
    'Mails a link that works once, for seven days. Where the instance cannot send mail, or this ' +
    'one did not leave, the link is told instead, to be passed on by hand. Inviting an address ' +
    'again replaces its earlier invitation. Only an Owner invites Owners. A workspace can send ' +
    `${maxInvitationsPerDay} invitations in 24 hours.`,
  reauthenticates: true,
  body: z.object({ email, role: role.describe('What they will be.') }),
  data: z.strictObject({
    invitation,
    mailed: z.boolean(),
    link: z.string().nullable().describe('Null when it was mailed. Shown this once.'),
    ...writeNotes,
  }),
  tellsSecret: true,
  examples: [
    {
      summary: 'By mail',
      body: { email: 'aiko@fernhill.example', role: 'viewer' },
      data: { invitation: invitationExample, mailed: true, link: null },
    },
  ],
});

export const deleteInvitation = endpoint({
  ...about,
  id: 'deleteInvitation',
  method: 'DELETE',
  path: '/invitations/{invitationId}',
  params: z.object({ invitationId: ref('invitation').describe('The invitation.') }),
  summary: 'Take an invitation back',
  description: 'Its link no longer works.',
  body: null,
  data: noData,
  examples: [
    { summary: 'Sent by mistake', params: { invitationId: exampleIds.invitation }, data: {} },
  ],
});

const codeExample = 'Wq3Rt8Yb1Nm6Xc4Vz9Kj2Hg7Fd5Sa0Lp3Oi8Uy6Te1Q';

export const postInvitationsLook = endpoint({
  ...openLine,
  id: 'postInvitationsLook',
  method: 'POST',
  path: '/invitations/look',
  summary: 'Read an invitation',
  description: 'What the holder of its link may know before accepting it.',
  body: z.object({ code: oneTimeCode }),
  data: z.strictObject({
    workspaceName: z.string(),
    email: z.string(),
    role,
    hasAccount: z
      .boolean()
      .describe(
        'True for the person it is meant for, when they are signed in. Others are not told whether ' +
          'the address has an account.',
      ),
  }),
  examples: [
    {
      summary: 'Someone who is new here',
      body: { code: codeExample },
      data: {
        workspaceName: 'Fernhill Instruments',
        email: 'aiko@fernhill.example',
        role: 'viewer',
        hasAccount: false,
      },
    },
  ],
});

export const postInvitationsAccept = endpoint({
  ...openLine,
  id: 'postInvitationsAccept',
  method: 'POST',
  path: '/invitations/accept',
  summary: 'Accept an invitation',
  description:
    'Someone who is new gives a name and a password, gets an account and is signed in. Someone ' +
    'who has an account with this address signs in first, and gives neither.',
  body: z.object({
    code: oneTimeCode,
    name: personName.optional(),
    password: newPassword.optional(),
  }),
  data: z.strictObject({ workspaceId: id() }),
  alsoAnswers: ['unauthorized'],
  examples: [
    {
      summary: 'Someone who is new here',
      body: { code: codeExample, name: 'Aiko Mori', password: 'nine slow tortoises' },
      data: { workspaceId: exampleIds.workspace },
    },
  ],
});
