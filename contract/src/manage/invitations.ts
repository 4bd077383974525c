import { z } from 'zod';
import {
  defineEndpoint,
  noData,
  publicDefaults,
  sessionDefaults,
  writeResultFields,
} from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { id, ref, timestamp } from '../fields.ts';
import { maxInvitationsPerDay } from '../workspace-limits.ts';
import {
  emailField,
  newPasswordField,
  oneTimeCodeField,
  roleField,
  userNameField,
} from './account-fields.ts';

export const invitationSchema = z
  .strictObject({
    id: id(),
    email: z.string(),
    role: roleField,
    createdAt: timestamp(),
    expiresAt: timestamp(),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.output<typeof invitationSchema>;

export const invitationExample: Invitation = {
  id: exampleIds.invitation,
  email: 'aiko@fernhill.example',
  role: 'viewer',
  createdAt: '2026-03-05T14:02:38.204Z',
  expiresAt: '2026-03-12T14:02:38.204Z',
};

const defaults = { ...sessionDefaults, role: 'admin' } as const;

export const postInvitations = defineEndpoint({
  ...defaults,
  id: 'postInvitations',
  method: 'POST',
  path: '/invitations',
  topic: 'Members',
  transaction: 'none',
  summary: 'Invite a member',
  description:
    'Emails a link that works once, for seven days. If the instance cannot send email, or ' +
    'sending failed, the link is returned instead so that you can share it. Inviting the ' +
    'same address again replaces the earlier invitation. Only Owners can invite Owners. A ' +
    `workspace can send ${maxInvitationsPerDay} invitations in 24 hours.`,
  reauthenticates: true,
  body: z.object({ email: emailField, role: roleField.describe('Role of the new member.') }),
  data: z.strictObject({
    invitation: invitationSchema,
    mailed: z.boolean(),
    link: z
      .string()
      .nullable()
      .describe(
        'Shown only once. Null if it was emailed; also null, with `mailed: false`, in the response ' +
          'to a request that is repeated while the email is being sent.',
      ),
    ...writeResultFields,
  }),
  returnsSecret: true,
  examples: [
    {
      summary: 'By email',
      body: { email: 'aiko@fernhill.example', role: 'viewer' },
      data: { invitation: invitationExample, mailed: true, link: null },
    },
  ],
});

export const deleteInvitation = defineEndpoint({
  ...defaults,
  id: 'deleteInvitation',
  method: 'DELETE',
  path: '/invitations/{invitationId}',
  topic: 'Members',
  params: z.object({ invitationId: ref('invitation').describe('The invitation.') }),
  summary: 'Revoke an invitation',
  description: 'The link stops working.',
  body: null,
  data: noData,
  examples: [
    { summary: 'Sent by mistake', params: { invitationId: exampleIds.invitation }, data: {} },
  ],
});

const codeExample = 'Wq3Rt8Yb1Nm6Xc4Vz9Kj2Hg7Fd5Sa0Lp3Oi8Uy6Te1Q';

export const postInvitationsLook = defineEndpoint({
  ...publicDefaults,
  id: 'postInvitationsLook',
  method: 'POST',
  path: '/invitations/look',
  topic: 'Signing in',
  summary: 'Get an invitation',
  description: 'Returns what the invitee can see before accepting.',
  body: z.object({ code: oneTimeCodeField }),
  data: z.strictObject({
    workspaceName: z.string(),
    email: z.string(),
    role: roleField,
    hasAccount: z
      .boolean()
      .describe(
        'True for the signed-in owner of the invited address. Other callers cannot see ' +
          'whether the address has an account.',
      ),
  }),
  examples: [
    {
      summary: 'A new user',
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

export const postInvitationsAccept = defineEndpoint({
  ...publicDefaults,
  id: 'postInvitationsAccept',
  method: 'POST',
  path: '/invitations/accept',
  topic: 'Signing in',
  summary: 'Accept an invitation',
  description:
    'New users send a name and a password; this creates an account and signs in. Users ' +
    'with an account for this address sign in first and send neither.',
  body: z.object({
    code: oneTimeCodeField,
    name: userNameField.optional(),
    password: newPasswordField.optional(),
  }),
  data: z.strictObject({ workspaceId: id() }),
  extraErrors: ['unauthorized'],
  examples: [
    {
      summary: 'A new user',
      body: { code: codeExample, name: 'Aiko Mori', password: 'nine slow tortoises' },
      data: { workspaceId: exampleIds.workspace },
    },
  ],
});
