import { z } from 'zod';
import {
  defineEndpoint,
  dryRunField,
  manageDefaults,
  noQuery,
  writeResultFields,
} from '../endpoint.ts';
import { issueSchema } from '../errors.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id } from '../fields.ts';
import { addressField, mailServerSchema, sharedField } from './mailbox-fields.ts';
import { oauthProviders } from './mailbox-sign-in.ts';

const guessExample = {
  provider: 'fastmail',
  isSure: true,
  smtp: {
    host: 'smtp.fastmail.com',
    port: 465,
    security: 'tls' as const,
    user: 'ines@saltmarsh.example',
  },
  imap: {
    host: 'imap.fastmail.com',
    port: 993,
    security: 'tls' as const,
    user: 'ines@saltmarsh.example',
  },
  signInWith: null,
  note: 'Fastmail needs an app password. Create one in its settings.',
};

export const postMailboxesGuess = defineEndpoint({
  ...manageDefaults,
  id: 'postMailboxesGuess',
  method: 'POST',
  path: '/mailboxes/guess',
  topic: 'Mailboxes',
  transaction: 'none',
  summary: 'Guess the settings of a mailbox',
  description: 'Looks up the mail servers of an address by DNS. Nothing is stored.',
  role: 'member',
  query: noQuery,
  body: z.object({ address: addressField }),
  data: z.strictObject({
    provider: z.string().nullable().describe('A known provider, such as `google`.'),
    isSure: z
      .boolean()
      .describe('False if DNS does not name the servers, and they are only a common choice.'),
    smtp: mailServerSchema.nullable().describe('Null if the provider cannot be used directly.'),
    imap: mailServerSchema.nullable(),
    signInWith: z
      .enum(oauthProviders)
      .nullable()
      .describe(
        'For `POST /mailboxes/{mailboxId}/sign-in`, instead of a password. Null if the operator ' +
          'has configured no client for the provider.',
      ),
    note: z.string().nullable().describe('What to know before connecting it.'),
    ...writeResultFields,
  }),
  examples: [
    {
      summary: 'A known provider',
      body: { address: 'ines@saltmarsh.example' },
      data: guessExample,
    },
  ],
});

const maxCsvLength = 256 * 1024;
export const maxCsvMailboxes = 500;

const importResult = z
  .strictObject({
    index: count().describe('Index of the row, starting at 0 after the header.'),
    status: z.enum(['created', 'failed']),
    address: z.string().optional(),
    mailboxId: id().optional(),
    reason: z
      .enum(['invalid', 'repeated', 'already_connected', 'settings_unknown', 'limit_reached'])
      .optional()
      .describe(
        '`settings_unknown`: the row names no servers, and DNS does not either. ' +
          '`limit_reached`: the workspace has too many mailboxes.',
      ),
    issues: z.array(issueSchema).optional().describe('Why the row is invalid, by column.'),
  })
  .meta({ id: 'MailboxImportResult' });
export type MailboxImportResult = z.output<typeof importResult>;

export const postMailboxesImport = defineEndpoint({
  ...manageDefaults,
  id: 'postMailboxesImport',
  method: 'POST',
  path: '/mailboxes/import',
  topic: 'Mailboxes',
  transaction: 'none',
  summary: 'Connect several mailboxes',
  description:
    'Connects up to 500 mailboxes from CSV text with a header. Columns are `address`, `name`, ' +
    '`password`, `smtp_host`, `smtp_port`, `smtp_security`, `smtp_user`, `imap_host`, ' +
    '`imap_port`, `imap_security`, `imap_user`, `daily_limit` and `time_zone`; `address` and ' +
    '`password` are required. Missing servers are looked up by DNS. Invalid rows are skipped.',
  role: 'member',
  query: noQuery,
  body: z.object({
    csv: z
      .string()
      .refine((value) => value.length <= maxCsvLength, {
        error: `must be at most ${maxCsvLength.toLocaleString('en')} characters long`,
      })
      .describe('The table, with commas, semicolons or tabs.'),
    shared: sharedField.optional(),
    ...dryRunField,
  }),
  data: z.strictObject({
    created: count(),
    failed: count(),
    results: z.array(importResult),
    ...writeResultFields,
  }),
  examples: [
    {
      summary: 'Two rows, one of them invalid',
      body: {
        csv:
          'address,password,smtp_host,imap_host\n' +
          'ines@saltmarsh.example,ocean maple seventeen,smtp.saltmarsh.example,imap.saltmarsh.example\n' +
          'tomasz,quiet heron,smtp.saltmarsh.example,imap.saltmarsh.example\n',
      },
      data: {
        created: 1,
        failed: 1,
        results: [
          {
            index: 0,
            status: 'created',
            address: 'ines@saltmarsh.example',
            mailboxId: exampleIds.mailbox,
          },
          {
            index: 1,
            status: 'failed',
            address: 'tomasz',
            reason: 'invalid',
            issues: [{ path: ['address'], message: 'must be a valid email address' }],
          },
        ],
      },
    },
  ],
});
