import { z } from 'zod';
import { connectMinutes } from '../connect.ts';
import { defineEndpoint, noData, sessionDefaults, writeResultFields } from '../endpoint.ts';
import { text, timestamp } from '../fields.ts';

/** Without a transaction, because attempts are counted outside of the database. */
const defaults = {
  ...sessionDefaults,
  method: 'POST',
  role: 'viewer',
  transaction: 'none',
  body: z.object({
    code: text(40).describe('The code that the extension shows, in upper or lower case.'),
  }),
} as const;

const codeExample = { code: 'WDJB-MJHT' };

export const postConnectLook = defineEndpoint({
  ...defaults,
  id: 'postConnectLook',
  path: '/connect/look',
  topic: 'Tokens',
  summary: 'Get a browser that asks to connect',
  description: 'Returns what a user checks before confirming the code.',
  data: z.strictObject({
    browser: z.string().describe('Browser and system, as far as the browser tells.'),
    address: z.string().describe('The network address that asks.'),
    isOwnAddress: z.boolean().describe('Whether it is the address of this request, too.'),
    createdAt: timestamp(),
    expiresAt: timestamp(),
    ...writeResultFields,
  }),
  examples: [
    {
      summary: 'A browser on the same network',
      body: codeExample,
      data: {
        browser: 'Chrome on Linux',
        address: '203.0.113.7',
        isOwnAddress: true,
        createdAt: '2026-03-05T14:02:30.000Z',
        expiresAt: '2026-03-05T14:12:30.000Z',
      },
    },
  ],
});

export const postConnectConfirm = defineEndpoint({
  ...defaults,
  id: 'postConnectConfirm',
  path: '/connect/confirm',
  topic: 'Tokens',
  summary: 'Connect a browser',
  description:
    'The browser that shows the code gets a token that acts as you in this workspace, with your ' +
    `role. A code works once, for ${connectMinutes} minutes.`,
  reauthenticates: true,
  data: z.strictObject({ browser: z.string(), ...writeResultFields }),
  examples: [
    { summary: 'Your own browser', body: codeExample, data: { browser: 'Chrome on Linux' } },
  ],
});

export const postConnectDeny = defineEndpoint({
  ...defaults,
  id: 'postConnectDeny',
  path: '/connect/deny',
  topic: 'Tokens',
  summary: 'Deny a browser',
  description: 'The code stops working, and the browser shows that it was denied.',
  data: noData.extend(writeResultFields),
  examples: [{ summary: 'A browser that is not yours', body: codeExample, data: {} }],
});
