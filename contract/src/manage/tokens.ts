import { z } from 'zod';
import { defineEndpoint, noData, sessionDefaults, writeResultFields } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, ref, text, timestamp } from '../fields.ts';
import { browserTokenDays, maxTokensPerUser } from '../workspace-limits.ts';
import { roleField } from './account-fields.ts';

export const memberKinds = ['person', 'integration'] as const;
export type MemberKind = (typeof memberKinds)[number];

const tokenKinds = ['api', 'browser'] as const;
export type TokenKind = (typeof tokenKinds)[number];

const defaults = { ...sessionDefaults, role: 'viewer' } as const;

const token = z
  .strictObject({
    id: id(),
    name: z.string(),
    kind: z
      .enum(tokenKinds)
      .describe(
        '`browser` if it was created by connecting the extension with a code: it can call the public ' +
          `API only, and ends after ${browserTokenDays} days without use.`,
      ),
    user: z
      .strictObject({ id: id(), name: z.string(), kind: z.enum(memberKinds) })
      .describe('The user the token acts as.'),
    role: roleField.describe('The role of that user.'),
    lastFour: z.string().describe('Last four characters of the secret.'),
    createdAt: timestamp(),
    lastUsedAt: timestamp().nullable(),
    expiresAt: timestamp()
      .nullable()
      .describe('Null if the token does not expire. Each use of a browser moves it.'),
  })
  .meta({ id: 'Token' });
export type Token = z.output<typeof token>;

const tokens = z.array(token);
const secret = z.string().describe('The token. Shown only once.');
const tokenName = text(200).describe('A name for the token, such as the integration that uses it.');

/** A confirmation against accidental calls. */
const workspaceName = text(200).describe('Name of the workspace, as a confirmation.');

const tokenExample: Token = {
  id: exampleIds.token,
  name: 'CRM sync',
  kind: 'api',
  user: { id: exampleIds.user, name: 'Ines Duarte', kind: 'person' },
  role: 'owner',
  lastFour: 'k2Wq',
  createdAt: '2026-03-02T09:14:05.120Z',
  lastUsedAt: '2026-03-05T14:02:30.000Z',
  expiresAt: null,
};
const newExample: Token = { ...tokenExample, lastUsedAt: null };
const secretExample = 'oc_a_1Qm8sVt4Lr0Xz6Bn3Kd9Hw5Jy7Gc2Pf1Ua4Ei8Om6Sk_0k2Wq9';

export const getTokens = defineEndpoint({
  ...defaults,
  id: 'getTokens',
  method: 'GET',
  path: '/tokens',
  topic: 'Tokens',
  summary: 'List tokens',
  description:
    'Returns your own tokens, newest first. Admins see all tokens. Revoked and expired ' +
    'tokens are not included.',
  body: null,
  data: z.strictObject({ tokens }),
  examples: [{ summary: 'One token', data: { tokens: [tokenExample] } }],
});

export const postTokens = defineEndpoint({
  ...defaults,
  id: 'postTokens',
  method: 'POST',
  path: '/tokens',
  topic: 'Tokens',
  summary: 'Create a token',
  description:
    'Creates a token that acts as you, with your role. Admins can create tokens for ' +
    `integration users. A user has at most ${maxTokensPerUser} active tokens.`,
  reauthenticates: true,
  body: z.object({
    name: tokenName,
    expiresInDays: z
      .literal([30, 90, 365])
      .optional()
      .describe('Days until the token expires. Never, if omitted.'),
    userId: ref('integration').optional().describe('The integration user that the token acts as.'),
  }),
  data: z.strictObject({ token, secret, ...writeResultFields }),
  returnsSecret: true,
  extraErrors: ['insufficient_role'],
  examples: [
    {
      summary: 'A token without expiry',
      body: { name: 'CRM sync' },
      data: { token: newExample, secret: secretExample },
    },
  ],
});

export const deleteToken = defineEndpoint({
  ...defaults,
  id: 'deleteToken',
  method: 'DELETE',
  path: '/tokens/{tokenId}',
  topic: 'Tokens',
  params: z.object({ tokenId: ref('token').describe('The token.') }),
  summary: 'Revoke a token',
  description:
    'The token stops working immediately. Users can revoke their own tokens, Admins any.',
  body: null,
  data: noData,
  examples: [{ summary: 'A leaked token', params: { tokenId: exampleIds.token }, data: {} }],
});

const webhooks = z
  .array(z.strictObject({ id: id(), url: z.string() }))
  .describe('Webhooks registered with a token. They keep working.');

export const getTokensConnected = defineEndpoint({
  ...defaults,
  id: 'getTokensConnected',
  method: 'GET',
  path: '/tokens/connected',
  topic: 'Tokens',
  summary: 'List connected tokens and webhooks',
  description:
    'Returns what rotating or revoking all tokens would affect: every token of the ' +
    'workspace, and the webhooks registered with tokens.',
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

export const postTokensRotate = defineEndpoint({
  ...defaults,
  id: 'postTokensRotate',
  method: 'POST',
  path: '/tokens/rotate',
  topic: 'Tokens',
  summary: 'Replace all tokens',
  description:
    'Revokes all tokens of the workspace and creates one for the caller, in one transaction.',
  role: 'admin',
  reauthenticates: true,
  body: z.object({ workspaceName, name: tokenName }),
  data: z.strictObject({ ended: count(), token, secret, ...writeResultFields }),
  returnsSecret: true,
  examples: [
    {
      summary: 'Replace three tokens',
      body: { workspaceName: 'Fernhill Instruments', name: 'CRM sync' },
      data: { ended: 3, token: newExample, secret: secretExample },
    },
  ],
});

export const postTokensRevokeAll = defineEndpoint({
  ...defaults,
  id: 'postTokensRevokeAll',
  method: 'POST',
  path: '/tokens/revoke-all',
  topic: 'Tokens',
  summary: 'Revoke all tokens',
  description: 'Revokes all tokens of the workspace and disconnects all integrations that use one.',
  role: 'admin',
  reauthenticates: true,
  body: z.object({ workspaceName }),
  data: z.strictObject({ ended: count(), ...writeResultFields }),
  examples: [
    {
      summary: 'Revoke three tokens',
      body: { workspaceName: 'Fernhill Instruments' },
      data: { ended: 3 },
    },
  ],
});
