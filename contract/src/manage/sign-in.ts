import { z } from 'zod';
import { endpoint, noData, openLine, sessionLine } from '../endpoint.ts';
import { text } from '../fields.ts';
import { email, newPassword, oneTimeCode, password } from './person.ts';

const about = { ...openLine, method: 'POST' } as const;

const codeExample = 'Zk7Qm2Xw9Rt4Vb6Ny1Lc8Hd3Fs5Gj0Pa7Ue2Io4Kx6B';

export const postSignIn = endpoint({
  ...about,
  id: 'postSignIn',
  path: '/sign-in',
  summary: 'Sign in',
  description:
    'Sets the session’s cookie. Someone with a second factor is not signed in yet: their code ' +
    'comes next. A wrong password and an unknown address are answered alike.',
  body: z.object({ email, password }),
  data: z.strictObject({
    secondFactor: z.boolean().describe('Whether the code of the second factor is still missing.'),
  }),
  alsoAnswers: ['unauthorized'],
  examples: [
    {
      summary: 'Someone without a second factor',
      body: { email: 'ines@fernhill.example', password: 'seven quiet herons' },
      data: { secondFactor: false },
    },
  ],
});

export const postSignInSecondFactor = endpoint({
  ...about,
  id: 'postSignInSecondFactor',
  path: '/sign-in/second-factor',
  summary: 'Give the second factor',
  description:
    'Completes a sign-in that was begun in the last minutes, with the six digits that the ' +
    'authenticator shows or with a backup code, which is used up by it.',
  body: z.object({ code: text(40).describe('Six digits, or a backup code.') }),
  data: noData,
  alsoAnswers: ['unauthorized'],
  examples: [{ summary: 'From an authenticator', body: { code: '204817' }, data: {} }],
});

export const postSignInLink = endpoint({
  ...about,
  id: 'postSignInLink',
  path: '/sign-in/link',
  summary: 'Sign in with a one-time link',
  description:
    'For a link that the operator made: `npm run account -- sign-in-link`. It works once, for an ' +
    'hour.',
  body: z.object({ code: oneTimeCode }),
  data: noData,
  examples: [{ summary: 'A link from the command line', body: { code: codeExample }, data: {} }],
});

export const postSignOut = endpoint({
  ...sessionLine,
  workspace: false,
  role: 'viewer',
  id: 'postSignOut',
  method: 'POST',
  path: '/sign-out',
  summary: 'Sign out',
  description: 'Ends this session and takes its cookie back.',
  body: z.object({}),
  data: noData,
  examples: [{ summary: 'The end of the day', body: {}, data: {} }],
});

export const postPasswordForgot = endpoint({
  ...about,
  id: 'postPasswordForgot',
  path: '/password/forgot',
  summary: 'Ask for a new password',
  description:
    'Mails a link that works once, for an hour, if there is such an account. The answer is the ' +
    'same if there is none. Without mail, the operator makes a link: `npm run account -- sign-in-link`.',
  body: z.object({ email }),
  data: noData,
  examples: [
    { summary: 'It was written down nowhere', body: { email: 'ines@fernhill.example' }, data: {} },
  ],
});

export const postPasswordReset = endpoint({
  ...about,
  id: 'postPasswordReset',
  path: '/password/reset',
  summary: 'Set a new password',
  description: 'Takes the code of the mailed link, and ends every session of the account.',
  body: z.object({ code: oneTimeCode, password: newPassword }),
  data: noData,
  examples: [
    {
      summary: 'With the code of the link',
      body: { code: codeExample, password: 'seven quiet herons' },
      data: {},
    },
  ],
});
