import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery, writeResultFields } from '../endpoint.ts';
import { mailboxCheck, maxChecksPerDay, runningCheckExample } from './mailbox-check-fields.ts';
import { mailboxExampleParams, mailboxParams } from './mailbox-fields.ts';

export const postMailboxCheck = defineEndpoint({
  ...manageDefaults,
  ...mailboxParams,
  id: 'postMailboxCheck',
  method: 'POST',
  path: '/mailboxes/{mailboxId}/check',
  topic: 'Mailboxes',
  summary: 'Check the delivery of a mailbox',
  description:
    'Sends an email from the mailbox to itself in the background, looks for it in the inbox and ' +
    'the junk folder for three minutes, checks SPF, DKIM and DMARC, and moves it to the trash. ' +
    '`GET /mailboxes/{mailboxId}` has the result with advice. While a check is running, this ' +
    `returns it and starts no other. A mailbox can be checked ${maxChecksPerDay} times in 24 hours.`,
  role: 'member',
  query: noQuery,
  body: z.object({}),
  data: z.strictObject({ check: mailboxCheck, ...writeResultFields }),
  examples: [
    {
      summary: 'A check was started',
      ...mailboxExampleParams,
      body: {},
      data: { check: runningCheckExample },
    },
  ],
});
