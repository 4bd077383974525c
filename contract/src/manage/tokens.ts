import { z } from 'zod';
import { endpoint, noData, sessionLine, writeNotes } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, ref, text, timestamp } from '../fields.ts';
import { maxTokensPerUser } from '../workspace-limits.ts';
import { role } from './person.ts';

export const memberKinds = ['person', 'integration'] as const;
export type MemberKind = (typeof memberKinds)[number];

const about = { ...sessionLine, role: 'viewer' } as const;

const token = z
  .strictObject({
    id: id(),
    name: z.string(),
    user: z
      .strictObject({ id: id(), name: z.string(), kind: z.enum(memberKinds) })
      .describe('Whom it acts for.'),
    role: role.describe('What it may do: the role of that user.'),
    lastFour: z.string().describe('How the secret ends.'),
    createdAt: timestamp(),
    lastUsedAt: timestamp().nullable(),
    expiresAt: timestamp().nullable().describe('Null for one that does not expire.'),
  })
  .meta({ id: 'Token' });
export type Token = z.output<typeof token>;

const tokens = z.array(token);
const secret = z.string().describe('Shown this once.');
const tokenName = text(200).describe('What the token is for.');

/** Typed by hand, so that nobody disconnects everything by a slip. */
const workspaceName = text(200).describe('The name of the workspace, as a confirmation.');

const tokenExample: Token = {
  id: exampleIds.token,
  name: 'CRM sync',
  user: { id: exampleIds.user, name: 'Ines Duarte', kind: 'person' },
  role: 'owner',
  lastFour: 'k2Wq',
  createdAt: '2026-03-02T09:14:05.120Z',
  lastUsedAt: '2026-03-05T14:02:30.000Z',
  expiresAt: null,
};
const newExample: Token = { ...tokenExample, lastUsedAt: null };
const secretExample = 'oc_a_1Qm8sVt4Lr0Xz6Bn3Kd9Hw5Jy7Gc2Pf1Ua4Ei8Om6Sk_0k2Wq9';

export const getTokens = endpoint({
  ...about,
  id: 'getTokens',
  method: 'GET',
  path: '/tokens',
  summary: 'List tokens',
  description:
    'The caller’s own tokens, newest first. Admins see those of everyone. Tokens that were revoked ' +
    'or have expired are gone.',
  body: null,
  data: z.strictObject({ tokens }),
  examples: [{ summary: 'One token', data: { tokens: [tokenExample] } }],
});

export const postTokens = endpoint({
  ...about,
  id: 'postTokens',
  method: 'POST',
  path: '/tokens',
  summary: 'Generate a token',
  description:
    'It acts as the one who makes it, with their role. An Admin can make one for an integration ' +
    `user. A user has at most ${maxTokensPerUser} at a time.`,
  reauthenticates: true,
  body: z.object({
    name: tokenName,
    expiresInDays: z
      .literal([30, 90, 365])
      .optional()
      .describe('After how many days it ends; never, if left out.'),
    userId: ref('integration').optional().describe('An integration user, for whom it acts.'),
  }),
  data: z.strictObject({ token, secret, ...writeNotes }),
  tellsSecret: true,
  alsoAnswers: ['insufficient_role'],
  examples: [
    {
      summary: 'One that does not expire',
      body: { name: 'CRM sync' },
      data: { token: newExample, secret: secretExample },
    },
  ],
});

export const deleteToken = endpoint({
  ...about,
  id: 'deleteToken',
  method: 'DELETE',
  path: '/tokens/{tokenId}',
  params: z.object({ tokenId: ref('token').describe('The token.') }),
  summary: 'Revoke a token',
  description:
    'Once this is answered, no request with it begins. Everyone can revoke their own, Admins any.',
  body: null,
  data: noData,
  examples: [{ summary: 'One that leaked', params: { tokenId: exampleIds.token }, data: {} }],
});

const webhooks = z
  .array(z.strictObject({ id: id(), url: z.string() }))
  .describe('Webhooks that were registered with a token. They go on as they are.');

export const getTokensConnected = endpoint({
  ...about,
  id: 'getTokensConnected',
  method: 'GET',
  path: '/tokens/connected',
  summary: 'Read what rotating or revoking all would disconnect',
  description: 'Every token of the workspace, and the webhooks that tokens registered.',
  role: 'admin',
  body: null,
  data: z.strictObject({ tokens, webhooks }),
  examples: [
    {
      summary: 'One token and its webhook',
      data: {
        tokens: [tokenExample],
        webhooks: [{ id: exampleIds.webhook, url: 'https://crm.saltmarsh.example/hooks/outcrop' }],
      },
    },
  ],
});

export const postTokensRotate = endpoint({
  ...about,
  id: 'postTokensRotate',
  method: 'POST',
  path: '/tokens/rotate',
  summary: 'Rotate the token',
  description:
    'Ends every token of the workspace and makes one new one for the caller, both or neither.',
  role: 'admin',
  reauthenticates: true,
  body: z.object({ workspaceName, name: tokenName }),
  data: z.strictObject({ ended: count(), token, secret, ...writeNotes }),
  tellsSecret: true,
  examples: [
    {
      summary: 'Three installs must connect again',
      body: { workspaceName: 'Fernhill Instruments', name: 'CRM sync' },
      data: { ended: 3, token: newExample, secret: secretExample },
    },
  ],
});

export const postTokensRevokeAll = endpoint({
  ...about,
  id: 'postTokensRevokeAll',
  method: 'POST',
  path: '/tokens/revoke-all',
  summary: 'Revoke all tokens',
  description: 'Ends every token of the workspace. Whatever used one is disconnected.',
  role: 'admin',
  reauthenticates: true,
  body: z.object({ workspaceName }),
  data: z.strictObject({ ended: count(), ...writeNotes }),
  examples: [
    {
      summary: 'Everything stops',
      body: { workspaceName: 'Fernhill Instruments' },
      data: { ended: 3 },
    },
  ],
});
