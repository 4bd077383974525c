import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery, writeResultFields } from '../endpoint.ts';
import { nextCursor, pageParams } from '../query.ts';
import {
  addressField,
  mailboxExample,
  mailboxExampleParams,
  mailboxParams,
  mailboxSchema,
  mailPasswordField,
  newMailboxExample,
  paceFields,
  senderNameField,
  sharedField,
  writtenExample,
  writtenServer,
} from './mailbox-fields.ts';

export const getMailboxes = defineEndpoint({
  ...manageDefaults,
  id: 'getMailboxes',
  method: 'GET',
  path: '/mailboxes',
  topic: 'Mailboxes',
  summary: 'List mailboxes',
  description: 'Returns shared mailboxes and your own, newest first.',
  role: 'viewer',
  query: z.object(pageParams('Mailboxes')),
  body: null,
  data: z.strictObject({ mailboxes: z.array(mailboxSchema), nextCursor }),
  examples: [
    {
      summary: 'One mailbox',
      query: { limit: '10' },
      data: { mailboxes: [mailboxExample], nextCursor: null },
    },
  ],
});

export const getMailbox = defineEndpoint({
  ...manageDefaults,
  ...mailboxParams,
  id: 'getMailbox',
  method: 'GET',
  path: '/mailboxes/{mailboxId}',
  topic: 'Mailboxes',
  summary: 'Get a mailbox',
  description: 'Returns a mailbox. The password is never returned.',
  role: 'viewer',
  query: noQuery,
  body: null,
  data: z.strictObject({ mailbox: mailboxSchema }),
  examples: [{ summary: 'A mailbox', ...mailboxExampleParams, data: { mailbox: mailboxExample } }],
});

export const postMailboxes = defineEndpoint({
  ...manageDefaults,
  id: 'postMailboxes',
  method: 'POST',
  path: '/mailboxes',
  topic: 'Mailboxes',
  summary: 'Connect a mailbox',
  description:
    'Stores a mailbox of your own. It sends after its first successful test. `POST ' +
    '/mailboxes/guess` suggests the servers. A workspace has at most 10,000 mailboxes.',
  role: 'member',
  query: noQuery,
  body: z.object({
    address: addressField,
    name: senderNameField.optional(),
    password: mailPasswordField
      .optional()
      .describe(
        'Stored encrypted and never returned. Not needed if you sign in with the provider.',
      ),
    smtp: writtenServer,
    imap: writtenServer,
    dailyLimit: paceFields.dailyLimit.optional(),
    gap: paceFields.gap.optional(),
    rampUp: paceFields.rampUp.optional(),
    timeZone: paceFields.timeZone.optional(),
    windows: paceFields.windows.optional(),
    shared: sharedField.optional(),
  }),
  data: z.strictObject({ mailbox: mailboxSchema, ...writeResultFields }),
  examples: [{ summary: 'A mailbox', body: writtenExample, data: { mailbox: newMailboxExample } }],
});

export const patchMailbox = defineEndpoint({
  ...manageDefaults,
  ...mailboxParams,
  id: 'patchMailbox',
  method: 'PATCH',
  path: '/mailboxes/{mailboxId}',
  topic: 'Mailboxes',
  summary: 'Update a mailbox',
  description:
    'Updates the given fields, and pauses or resumes the mailbox. Members update their own ' +
    'mailboxes, Admins also shared ones. Once this returns, no email leaves that the new ' +
    'settings do not allow. A new server needs the password again, and a new server or password ' +
    'needs a new test.',
  role: 'member',
  nullClears: true,
  query: noQuery,
  body: z.object({
    name: senderNameField.nullable().optional(),
    password: mailPasswordField.optional(),
    smtp: writtenServer.optional(),
    imap: writtenServer.optional(),
    dailyLimit: paceFields.dailyLimit.optional(),
    gap: paceFields.gap.optional(),
    rampUp: paceFields.rampUp.nullish(),
    timeZone: paceFields.timeZone.optional(),
    windows: paceFields.windows.optional(),
    shared: sharedField.optional(),
    paused: z.boolean().optional().describe('True pauses the mailbox, false resumes it.'),
  }),
  data: z.strictObject({ mailbox: mailboxSchema, ...writeResultFields }),
  examples: [
    {
      summary: 'Pause',
      ...mailboxExampleParams,
      body: { paused: true },
      data: { mailbox: { ...mailboxExample, status: 'paused' } },
    },
  ],
});

export const deleteMailbox = defineEndpoint({
  ...manageDefaults,
  ...mailboxParams,
  id: 'deleteMailbox',
  method: 'DELETE',
  path: '/mailboxes/{mailboxId}',
  topic: 'Mailboxes',
  summary: 'Remove a mailbox',
  description:
    'Deletes the password and stops sending. Its conversations stay. Prospects who already got ' +
    'an email from it are held with the reason `mailbox_removed`.',
  role: 'member',
  query: noQuery,
  body: null,
  data: z.strictObject({ mailbox: mailboxSchema }),
  examples: [
    { summary: 'The removed mailbox', ...mailboxExampleParams, data: { mailbox: mailboxExample } },
  ],
});
