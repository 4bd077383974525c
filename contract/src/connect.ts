import { z } from 'zod';
import { defineEndpoint, publicDefaults } from './endpoint.ts';
import { text } from './fields.ts';

/** A connect code can be confirmed for this many minutes. */
export const connectMinutes = 10;

const defaults = { ...publicDefaults, api: 'connect', method: 'POST' } as const;

const deviceCodeExample = 'Tq4Xn8Bv2Lz6Rw1Hs9Kd3Fy7Gm5Jc0Pa8Ue2Io4Nx6W';

export const postConnectStart = defineEndpoint({
  ...defaults,
  id: 'postConnectStart',
  path: '/start',
  topic: 'Connecting',
  summary: 'Ask to connect',
  description:
    'Starts to connect a browser. Show the user code, and open the console, where a signed-in ' +
    `user confirms it within ${connectMinutes} minutes. Poll with the device code meanwhile.`,
  perMinute: 30,
  body: z.object({}),
  data: z.strictObject({
    deviceCode: z.string().describe('Secret. The token is given to the caller who has it.'),
    userCode: z.string().describe('The code for the user to confirm, such as `BCDF-GHJK`.'),
    expiresInSeconds: z.int(),
    pollSeconds: z.int().describe('How long to wait between two polls.'),
  }),
  examples: [
    {
      summary: 'A new browser',
      body: {},
      data: {
        deviceCode: deviceCodeExample,
        userCode: 'WDJB-MJHT',
        expiresInSeconds: connectMinutes * 60,
        pollSeconds: 3,
      },
    },
  ],
});

const connectStatuses = ['waiting', 'denied', 'expired', 'connected'] as const;

export const postConnectPoll = defineEndpoint({
  ...defaults,
  id: 'postConnectPoll',
  path: '/poll',
  topic: 'Connecting',
  summary: 'Ask whether the code was confirmed',
  description:
    'Returns a token once, after a user has confirmed the code. A code that is unknown or was ' +
    'used before is `expired`.',
  perMinute: 600,
  body: z.object({ deviceCode: text(200).describe('The device code from the start.') }),
  data: z.strictObject({
    status: z.enum(connectStatuses),
    token: z.string().nullable().describe('The token, if `connected`. Returned only once.'),
  }),
  examples: [
    {
      summary: 'Not confirmed yet',
      body: { deviceCode: deviceCodeExample },
      data: { status: 'waiting', token: null },
    },
  ],
});

export const postConnectEnd = defineEndpoint({
  ...defaults,
  id: 'postConnectEnd',
  path: '/end',
  topic: 'Connecting',
  summary: 'Disconnect',
  description:
    'Revokes the token of a connected browser. Only a token that was created by a code is revoked: ' +
    'one that a user generated in the console may be in use elsewhere. Succeeds for unknown tokens, too.',
  perMinute: 30,
  body: z.object({ token: text(200).describe('The token of the browser.') }),
  data: z.strictObject({
    ended: z.boolean().describe('Whether this request revoked the token.'),
  }),
  examples: [
    {
      summary: 'A connected browser',
      body: { token: 'oc_a_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp1_4MnGOb' },
      data: { ended: true },
    },
  ],
});
