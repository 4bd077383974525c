import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery, writeResultFields } from '../endpoint.ts';
import {
  addressField,
  mailboxExampleParams,
  mailboxParams,
  mailPasswordField,
  writtenExample,
  writtenServer,
} from './mailbox-fields.ts';

/** In the order of the protocols; encryption by STARTTLS follows EHLO. */
const testStages = ['dns', 'connect', 'tls', 'greeting', 'ehlo', 'auth', 'mail', 'folder'] as const;
export type TestStage = (typeof testStages)[number];

const protocolResult = z
  .strictObject({
    works: z.boolean(),
    stages: z.array(
      z.strictObject({
        stage: z
          .enum(testStages)
          .describe(
            '`auth` is signing in, `mail` is whether the server sends for the address, `folder` is ' +
              'opening the inbox.',
          ),
        result: z.enum(['ok', 'failed', 'skipped']),
      }),
    ),
    problem: z.string().nullable().describe('Which stage failed and why.'),
  })
  .meta({ id: 'MailServerTest' });
export type MailServerTest = z.output<typeof protocolResult>;

const testDefaults = {
  ...manageDefaults,
  method: 'POST',
  transaction: 'none',
  role: 'member',
  query: noQuery,
  data: z.strictObject({
    works: z.boolean().describe('Whether both servers work.'),
    smtp: protocolResult,
    imap: protocolResult,
    ...writeResultFields,
  }),
} as const;

const stagesOf = (names: readonly TestStage[], failed?: TestStage) =>
  names.map((stage, index) => ({
    stage,
    result:
      failed === undefined || index < names.indexOf(failed)
        ? ('ok' as const)
        : stage === failed
          ? ('failed' as const)
          : ('skipped' as const),
  }));
const smtpStages = ['dns', 'connect', 'tls', 'greeting', 'ehlo', 'auth', 'mail'] as const;
const imapStages = ['dns', 'connect', 'tls', 'greeting', 'auth', 'folder'] as const;
const worksExample = {
  works: true,
  smtp: { works: true, stages: stagesOf(smtpStages), problem: null },
  imap: { works: true, stages: stagesOf(imapStages), problem: null },
};

export const postMailboxesTest = defineEndpoint({
  ...testDefaults,
  id: 'postMailboxesTest',
  path: '/mailboxes/test',
  topic: 'Mailboxes',
  summary: 'Test settings of a mailbox',
  description:
    'Signs in to both servers and reports each stage, without storing anything or sending an ' +
    'email.',
  body: z.object({
    address: addressField,
    password: mailPasswordField,
    smtp: writtenServer,
    imap: writtenServer,
  }),
  examples: [
    {
      summary: 'A wrong password',
      body: {
        address: writtenExample.address,
        password: writtenExample.password,
        smtp: writtenExample.smtp,
        imap: writtenExample.imap,
      },
      data: {
        works: false,
        smtp: {
          works: false,
          stages: stagesOf(smtpStages, 'auth'),
          problem:
            'Sending failed when signing in (AUTH). smtp.saltmarsh.example refused the user name ' +
            'or password.',
        },
        imap: worksExample.imap,
      },
    },
  ],
});

export const postMailboxTest = defineEndpoint({
  ...testDefaults,
  ...mailboxParams,
  id: 'postMailboxTest',
  path: '/mailboxes/{mailboxId}/test',
  topic: 'Mailboxes',
  summary: 'Test a mailbox',
  description:
    'Signs in to both servers and reports each stage, without sending an email. If both work, the ' +
    'mailbox may send.',
  body: z.object({}),
  examples: [{ summary: 'Both work', ...mailboxExampleParams, body: {}, data: worksExample }],
});
