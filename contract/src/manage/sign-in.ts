import { z } from 'zod';
import { defineEndpoint, noData, publicDefaults, sessionDefaults } from '../endpoint.ts';
import { text } from '../fields.ts';
import { emailField, newPasswordField, oneTimeCodeField, passwordField } from './account-fields.ts';

const defaults = { ...publicDefaults, method: 'POST' } as const;

const codeExample = 'Zk7Qm2Xw9Rt4Vb6Ny1Lc8Hd3Fs5Gj0Pa7Ue2Io4Kx6B';

export const postSignIn = defineEndpoint({
  ...defaults,
  id: 'postSignIn',
  path: '/sign-in',
  topic: 'Signing in',
  summary: 'Sign in',
  description:
    'Sets the session cookie. With two-factor authentication, a code is required next. An ' +
    'incorrect password and an unknown email get the same response.',
  body: z.object({ email: emailField, password: passwordField }),
  data: z.strictObject({
    secondFactor: z.boolean().describe('Whether a two-factor code is required next.'),
  }),
  extraErrors: ['unauthorized'],
  examples: [
    {
      summary: 'Without two-factor authentication',
      body: { email: 'ines@fernhill.example', password: 'seven quiet herons' },
      data: { secondFactor: false },
    },
  ],
});

export const postSignInSecondFactor = defineEndpoint({
  ...defaults,
  id: 'postSignInSecondFactor',
  path: '/sign-in/second-factor',
  topic: 'Signing in',
  summary: 'Enter the two-factor code',
  description:
    'Completes a sign-in that started in the last minutes, with a six-digit authenticator ' +
    'code or a backup code. A backup code works once.',
  body: z.object({ code: text(40).describe('Six-digit code or backup code.') }),
  data: noData,
  extraErrors: ['unauthorized'],
  examples: [{ summary: 'Authenticator code', body: { code: '204817' }, data: {} }],
});

export const postSignInLink = defineEndpoint({
  ...defaults,
  id: 'postSignInLink',
  path: '/sign-in/link',
  topic: 'Signing in',
  summary: 'Sign in with a one-time link',
  description:
    'Signs in with a link from the operator, created with `npm run account -- ' +
    'sign-in-link`. The link works once, for an hour.',
  body: z.object({ code: oneTimeCodeField }),
  data: noData,
  examples: [{ summary: 'A link from the command line', body: { code: codeExample }, data: {} }],
});

export const postSignOut = defineEndpoint({
  ...sessionDefaults,
  kind: 'account',
  role: 'viewer',
  id: 'postSignOut',
  method: 'POST',
  path: '/sign-out',
  topic: 'Signing in',
  summary: 'Sign out',
  description: 'Ends this session and deletes its cookie.',
  body: z.object({}),
  data: noData,
  examples: [{ summary: 'Sign out', body: {}, data: {} }],
});

export const postPasswordForgot = defineEndpoint({
  ...defaults,
  id: 'postPasswordForgot',
  path: '/password/forgot',
  topic: 'Signing in',
  summary: 'Request a password reset',
  description:
    'Emails a reset link that works once, for an hour, if the account exists. The ' +
    'response is the same if it does not. Without email, the operator can create a link: ' +
    '`npm run account -- sign-in-link`.',
  body: z.object({ email: emailField }),
  data: noData,
  examples: [
    { summary: 'A forgotten password', body: { email: 'ines@fernhill.example' }, data: {} },
  ],
});

export const postPasswordReset = defineEndpoint({
  ...defaults,
  id: 'postPasswordReset',
  path: '/password/reset',
  topic: 'Signing in',
  summary: 'Set a new password',
  description:
    'Sets a new password with the code from the emailed link and ends all sessions of the ' +
    'account.',
  body: z.object({ code: oneTimeCodeField, password: newPasswordField }),
  data: noData,
  examples: [
    {
      summary: 'With the emailed code',
      body: { code: codeExample, password: 'seven quiet herons' },
      data: {},
    },
  ],
});
