import { z } from 'zod';
import { defineEndpoint, freshMinutes, noData, sessionDefaults } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, ref, text, timestamp } from '../fields.ts';
import { newPasswordField, passwordField, roleField, userNameField } from './account-fields.ts';

const defaults = { ...sessionDefaults, kind: 'account', role: 'viewer' } as const;

const freshUntil = timestamp().describe(
  `When the entered password stops counting as recent, ${freshMinutes} minutes after it ` +
    'was entered.',
);

const user = z.strictObject({ id: id(), name: z.string(), email: z.string() });

export const getMe = defineEndpoint({
  ...defaults,
  id: 'getMe',
  method: 'GET',
  path: '/me',
  topic: 'Me',
  summary: 'Get the signed-in user',
  description: 'Returns the user and their workspaces, by name.',
  body: null,
  data: z.strictObject({
    user,
    twoFactor: z.boolean().describe('Whether two-factor authentication is on.'),
    hasPassword: z.boolean().describe('False if the user has only used one-time links.'),
    freshUntil,
    workspaces: z.array(
      z.strictObject({
        id: id(),
        name: z.string(),
        role: roleField,
        plan: z.strictObject({ id: z.string(), name: z.string() }),
      }),
    ),
  }),
  examples: [
    {
      summary: 'The Owner of one workspace',
      data: {
        user: { id: exampleIds.user, name: 'Ines Duarte', email: 'ines@fernhill.example' },
        twoFactor: false,
        hasPassword: true,
        freshUntil: '2026-03-05T14:12:38.204Z',
        workspaces: [
          {
            id: exampleIds.workspace,
            name: 'Fernhill Instruments',
            role: 'owner',
            plan: { id: 'starter', name: 'Starter' },
          },
        ],
      },
    },
  ],
});

export const patchMe = defineEndpoint({
  ...defaults,
  id: 'patchMe',
  method: 'PATCH',
  path: '/me',
  topic: 'Me',
  summary: 'Change your name',
  description: 'Changes the name that members of all the user’s workspaces see.',
  body: z.object({ name: userNameField }),
  data: z.strictObject({ user }),
  examples: [
    {
      summary: 'A new name',
      body: { name: 'Ines Duarte Lima' },
      data: {
        user: { id: exampleIds.user, name: 'Ines Duarte Lima', email: 'ines@fernhill.example' },
      },
    },
  ],
});

export const postMeFresh = defineEndpoint({
  ...defaults,
  id: 'postMeFresh',
  method: 'POST',
  path: '/me/fresh',
  topic: 'Me',
  summary: 'Confirm the password',
  description:
    `Sensitive actions require a password entered in the last ${freshMinutes} minutes, ` +
    'and a two-factor code if two-factor authentication is on.',
  body: z.object({
    password: passwordField,
    code: text(40)
      .optional()
      .describe('Six-digit code or backup code. Required with two-factor authentication.'),
  }),
  data: z.strictObject({ freshUntil }),
  examples: [
    {
      summary: 'Before replacing all tokens',
      body: { password: 'seven quiet herons' },
      data: { freshUntil: '2026-03-05T14:12:38.204Z' },
    },
  ],
});

export const postMePassword = defineEndpoint({
  ...defaults,
  id: 'postMePassword',
  method: 'POST',
  path: '/me/password',
  topic: 'Me',
  summary: 'Change the password',
  description:
    'Ends all other sessions of the account. Tokens keep working unless `revokeTokens` is ' +
    'true.',
  body: z.object({
    password: passwordField.optional().describe('Current password. Required if the user has one.'),
    newPassword: newPasswordField,
    revokeTokens: z
      .boolean()
      .optional()
      .describe('Also revoke the user’s tokens in every workspace.'),
  }),
  data: z.strictObject({
    tokensEnded: count().optional().describe('Present with `revokeTokens`.'),
  }),
  examples: [
    {
      summary: 'A new password',
      body: { password: 'seven quiet herons', newPassword: 'eleven patient storks' },
      data: {},
    },
    {
      summary: 'After a lost laptop',
      body: {
        password: 'seven quiet herons',
        newPassword: 'eleven patient storks',
        revokeTokens: true,
      },
      data: { tokensEnded: 3 },
    },
  ],
});

const backupCodes = z
  .array(z.string())
  .describe('Each replaces one authenticator code. Shown only once.');
const backupExample = ['k3Fq9-Zt7Wx', 'P2mVb-8RcYs'];

export const postMeSecondFactor = defineEndpoint({
  ...defaults,
  id: 'postMeSecondFactor',
  method: 'POST',
  path: '/me/second-factor',
  topic: 'Me',
  summary: 'Set up two-factor authentication',
  description:
    'Returns an authenticator secret and backup codes. Two-factor authentication is on ' +
    'after a code is confirmed.',
  body: z.object({ password: passwordField }),
  data: z.strictObject({
    uri: z.string().describe('otpauth:// URI for the authenticator, to show as a QR code.'),
    secret: z.string().describe('The secret, for manual entry.'),
    backupCodes,
  }),
  returnsSecret: true,
  examples: [
    {
      summary: 'A phone authenticator',
      body: { password: 'seven quiet herons' },
      data: {
        uri: 'otpauth://totp/Outcrop:ines%40fernhill.example?secret=NBSWY3DPEB3W64TMMQQGK6DB&issuer=Outcrop&digits=6&period=30',
        secret: 'NBSWY3DPEB3W64TMMQQGK6DB',
        backupCodes: backupExample,
      },
    },
  ],
});

export const postMeSecondFactorConfirm = defineEndpoint({
  ...defaults,
  id: 'postMeSecondFactorConfirm',
  method: 'POST',
  path: '/me/second-factor/confirm',
  topic: 'Me',
  summary: 'Confirm two-factor authentication',
  description: 'Verifies the authenticator and turns on two-factor authentication.',
  body: z.object({ code: text(40).describe('Six-digit code from the authenticator.') }),
  data: noData,
  examples: [{ summary: 'The first code', body: { code: '204817' }, data: {} }],
});

export const postMeSecondFactorRemove = defineEndpoint({
  ...defaults,
  id: 'postMeSecondFactorRemove',
  method: 'POST',
  path: '/me/second-factor/remove',
  topic: 'Me',
  summary: 'Turn off two-factor authentication',
  description: 'Signing in requires only the password again.',
  body: z.object({ password: passwordField }),
  data: noData,
  reauthenticates: true,
  examples: [{ summary: 'A replaced phone', body: { password: 'seven quiet herons' }, data: {} }],
});

export const postMeBackupCodes = defineEndpoint({
  ...defaults,
  id: 'postMeBackupCodes',
  method: 'POST',
  path: '/me/second-factor/backup-codes',
  topic: 'Me',
  summary: 'Create new backup codes',
  description: 'Earlier backup codes stop working.',
  body: z.object({ password: passwordField }),
  data: z.strictObject({ backupCodes }),
  returnsSecret: true,
  reauthenticates: true,
  examples: [
    {
      summary: 'Lost backup codes',
      body: { password: 'seven quiet herons' },
      data: { backupCodes: backupExample },
    },
  ],
});

export const getMeSessions = defineEndpoint({
  ...defaults,
  id: 'getMeSessions',
  method: 'GET',
  path: '/me/sessions',
  topic: 'Me',
  summary: 'List sessions',
  description: 'Returns all sessions of the account, newest first.',
  body: null,
  data: z.strictObject({
    sessions: z.array(
      z.strictObject({
        id: id(),
        current: z.boolean().describe('Whether this is the current session.'),
        address: z.string().nullable().describe('IP address at sign-in.'),
        device: z.string().nullable().describe('User agent of the browser.'),
        createdAt: timestamp(),
        expiresAt: timestamp(),
      }),
    ),
  }),
  examples: [
    {
      summary: 'One session',
      data: {
        sessions: [
          {
            id: exampleIds.session,
            current: true,
            address: '203.0.113.7',
            device: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0',
            createdAt: '2026-03-05T14:02:38.204Z',
            expiresAt: '2026-03-12T14:02:38.204Z',
          },
        ],
      },
    },
  ],
});

export const deleteMeSession = defineEndpoint({
  ...defaults,
  id: 'deleteMeSession',
  method: 'DELETE',
  path: '/me/sessions/{sessionId}',
  topic: 'Me',
  params: z.object({ sessionId: ref('session').describe('The session.') }),
  summary: 'End a session',
  description: 'Signs that device out.',
  body: null,
  data: noData,
  examples: [{ summary: 'A shared computer', params: { sessionId: exampleIds.session }, data: {} }],
});

export const deleteMeSessions = defineEndpoint({
  ...defaults,
  id: 'deleteMeSessions',
  method: 'DELETE',
  path: '/me/sessions',
  topic: 'Me',
  summary: 'End all other sessions',
  description: 'The current session stays signed in.',
  body: null,
  data: z.strictObject({ ended: count() }),
  examples: [{ summary: 'After a lost laptop', data: { ended: 2 } }],
});
