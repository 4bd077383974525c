import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery, writeResultFields } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { id, ref, text, timestamp } from '../fields.ts';

export const oauthProviders = ['google', 'microsoft', 'custom'] as const;

export const postMailboxSignIn = defineEndpoint({
  ...manageDefaults,
  id: 'postMailboxSignIn',
  method: 'POST',
  path: '/mailboxes/{mailboxId}/sign-in',
  topic: 'Mailboxes',
  params: z.object({ mailboxId: ref('mailbox').describe('The mailbox.') }),
  summary: 'Start to sign in to a mailbox',
  description:
    'Returns the page of the provider where the user signs in. From there, the browser returns to ' +
    '`/mailboxes/connected` with a code and a state for `POST /mailboxes/sign-in`.',
  role: 'member',
  query: noQuery,
  body: z.object({
    provider: z.enum(oauthProviders).describe('The operator must have configured a client for it.'),
  }),
  data: z.strictObject({
    url: z.url().describe('The page of the provider.'),
    expiresAt: timestamp().describe('Until when the user can sign in.'),
    ...writeResultFields,
  }),
  examples: [
    {
      summary: 'A mailbox at Google',
      params: { mailboxId: exampleIds.mailbox },
      body: { provider: 'google' },
      data: {
        url: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=outcrop&state=s1.2026.Kx0',
        expiresAt: '2026-03-02T09:25:00.000Z',
      },
    },
  ],
});

export const postMailboxesSignIn = defineEndpoint({
  ...manageDefaults,
  id: 'postMailboxesSignIn',
  method: 'POST',
  path: '/mailboxes/sign-in',
  topic: 'Mailboxes',
  transaction: 'none',
  summary: 'Complete a sign-in to a mailbox',
  description:
    'Exchanges the code for tokens, which are stored encrypted. Only the user who started the ' +
    'sign-in can complete it.',
  role: 'member',
  query: noQuery,
  body: z.object({
    code: text(2_048).describe('From the provider.'),
    state: text(2_048).describe('From the provider, unchanged.'),
  }),
  data: z.strictObject({ mailboxId: id(), ...writeResultFields }),
  examples: [
    {
      summary: 'Signed in',
      body: { code: '4/0AfrIepB', state: 's1.2026.Kx0' },
      data: { mailboxId: exampleIds.mailbox },
    },
  ],
});
