import { z } from 'zod';
import { endpoint, freshMinutes, noData, sessionLine } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, ref, text, timestamp } from '../fields.ts';
import { newPassword, password, role } from './person.ts';

const about = { ...sessionLine, workspace: false, role: 'viewer' } as const;

const freshUntil = timestamp().describe(
  `Until when the password counts as just given: ${freshMinutes} minutes.`,
);

export const getMe = endpoint({
  ...about,
  id: 'getMe',
  method: 'GET',
  path: '/me',
  summary: 'Read who is signed in',
  description: 'The person, and the workspaces in which they are a member, by name.',
  body: null,
  data: z.strictObject({
    user: z.strictObject({ id: id(), name: z.string(), email: z.string() }),
    twoFactor: z.boolean().describe('Whether signing in takes a second factor.'),
    hasPassword: z
      .boolean()
      .describe('False for someone who has only ever come by a one-time link.'),
    freshUntil,
    workspaces: z.array(
      z.strictObject({
        id: id(),
        name: z.string(),
        role,
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

export const postMeFresh = endpoint({
  ...about,
  id: 'postMeFresh',
  method: 'POST',
  path: '/me/fresh',
  summary: 'Give the password again',
  description:
    `What must not happen at an unattended screen asks for a password given in the last ` +
    `${freshMinutes} minutes, and for the second factor of those who have one.`,
  body: z.object({
    password,
    code: text(40)
      .optional()
      .describe('Six digits, or a backup code. Needed with a second factor.'),
  }),
  data: z.strictObject({ freshUntil }),
  examples: [
    {
      summary: 'Before rotating the tokens',
      body: { password: 'seven quiet herons' },
      data: { freshUntil: '2026-03-05T14:12:38.204Z' },
    },
  ],
});

export const postMePassword = endpoint({
  ...about,
  id: 'postMePassword',
  method: 'POST',
  path: '/me/password',
  summary: 'Change the password',
  description:
    'Ends every other session of the account. Tokens go on working unless `revokeTokens` is true.',
  body: z.object({
    password: password.optional().describe('The present one. Needed by those who have one.'),
    newPassword,
    revokeTokens: z
      .boolean()
      .optional()
      .describe('Also revoke the user’s own tokens, in every workspace.'),
  }),
  data: z.strictObject({
    tokensEnded: count().optional().describe('Present with `revokeTokens`.'),
  }),
  examples: [
    {
      summary: 'A better one',
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
  .describe('Each replaces the authenticator once. Shown this once.');
const backupExample = ['k3Fq9-Zt7Wx', 'P2mVb-8RcYs'];

export const postMeSecondFactor = endpoint({
  ...about,
  id: 'postMeSecondFactor',
  method: 'POST',
  path: '/me/second-factor',
  summary: 'Set up a second factor',
  description:
    'Tells the secret for an authenticator, and backup codes. It is asked for at sign-in once a ' +
    'code of it has been confirmed.',
  body: z.object({ password }),
  data: z.strictObject({
    uri: z.string().describe('otpauth://… for the authenticator, to be shown as a picture.'),
    secret: z.string().describe('The same to be typed.'),
    backupCodes,
  }),
  tellsSecret: true,
  examples: [
    {
      summary: 'For a phone',
      body: { password: 'seven quiet herons' },
      data: {
        uri: 'otpauth://totp/Outcrop:ines%40fernhill.example?secret=NBSWY3DPEB3W64TMMQQGK6DB&issuer=Outcrop&digits=6&period=30',
        secret: 'NBSWY3DPEB3W64TMMQQGK6DB',
        backupCodes: backupExample,
      },
    },
  ],
});

export const postMeSecondFactorConfirm = endpoint({
  ...about,
  id: 'postMeSecondFactorConfirm',
  method: 'POST',
  path: '/me/second-factor/confirm',
  summary: 'Confirm the second factor',
  description: 'Shows that the authenticator works. From now on, signing in takes it.',
  body: z.object({ code: text(40).describe('The six digits that it shows.') }),
  data: noData,
  examples: [{ summary: 'Its first code', body: { code: '204817' }, data: {} }],
});

export const postMeSecondFactorRemove = endpoint({
  ...about,
  id: 'postMeSecondFactorRemove',
  method: 'POST',
  path: '/me/second-factor/remove',
  summary: 'Remove the second factor',
  description: 'From now on the password is enough again.',
  body: z.object({ password }),
  data: noData,
  reauthenticates: true,
  examples: [{ summary: 'The phone is sold', body: { password: 'seven quiet herons' }, data: {} }],
});

export const postMeBackupCodes = endpoint({
  ...about,
  id: 'postMeBackupCodes',
  method: 'POST',
  path: '/me/second-factor/backup-codes',
  summary: 'Make new backup codes',
  description: 'The earlier ones end.',
  body: z.object({ password }),
  data: z.strictObject({ backupCodes }),
  tellsSecret: true,
  reauthenticates: true,
  examples: [
    {
      summary: 'The sheet was lost',
      body: { password: 'seven quiet herons' },
      data: { backupCodes: backupExample },
    },
  ],
});

export const getMeSessions = endpoint({
  ...about,
  id: 'getMeSessions',
  method: 'GET',
  path: '/me/sessions',
  summary: 'List where one is signed in',
  description: 'Every session of the account, the newest first.',
  body: null,
  data: z.strictObject({
    sessions: z.array(
      z.strictObject({
        id: id(),
        current: z.boolean().describe('Whether it is the one that asks.'),
        address: z.string().nullable().describe('From where it was begun.'),
        device: z.string().nullable().describe('What the browser called itself.'),
        createdAt: timestamp(),
        expiresAt: timestamp(),
      }),
    ),
  }),
  examples: [
    {
      summary: 'One desk',
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

export const deleteMeSession = endpoint({
  ...about,
  id: 'deleteMeSession',
  method: 'DELETE',
  path: '/me/sessions/{sessionId}',
  params: z.object({ sessionId: ref('session').describe('The session.') }),
  summary: 'End a session',
  description: 'Whoever holds it is signed out.',
  body: null,
  data: noData,
  examples: [{ summary: 'A borrowed desk', params: { sessionId: exampleIds.session }, data: {} }],
});

export const deleteMeSessions = endpoint({
  ...about,
  id: 'deleteMeSessions',
  method: 'DELETE',
  path: '/me/sessions',
  summary: 'End every other session',
  description: 'The one that asks stays.',
  body: null,
  data: z.strictObject({ ended: count() }),
  examples: [{ summary: 'After a lost laptop', data: { ended: 2 } }],
});
