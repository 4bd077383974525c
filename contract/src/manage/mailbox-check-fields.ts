import { z } from 'zod';
import { timestamp } from '../fields.ts';

const result = z
  .enum(['pass', 'fail', 'none', 'unknown'])
  .describe('`none`: there is no record or signature. `unknown`: it could not be seen.');

const adviceCodes = [
  'not_sent',
  'not_readable',
  'not_arrived',
  'not_checkable',
  'interrupted',
  'in_junk',
  'dkim_missing',
  'dkim_key_missing',
  'dkim_invalid',
  'dkim_other_domain',
  'unsubscribe_not_signed',
  'spf_missing',
  'spf_several',
  'spf_invalid',
  'spf_not_allowed',
  'dmarc_missing',
  'dmarc_failed',
  'local_delivery',
  'dns_unavailable',
] as const;
export type CheckAdviceCode = (typeof adviceCodes)[number];

const dnsRecord = z
  .strictObject({ type: z.literal('TXT'), name: z.string(), value: z.string() })
  .describe('The DNS record to create or to change.');

const checkAdvice = z
  .strictObject({
    code: z.enum(adviceCodes),
    severity: z
      .enum(['problem', 'note'])
      .describe('A `note` does not keep the check from passing.'),
    problem: z.string().describe('What is wrong, in one sentence.'),
    action: z.string().describe('What to do, in one sentence.'),
    record: dnsRecord.nullable(),
  })
  .meta({ id: 'MailboxCheckAdvice' });
export type CheckAdvice = z.output<typeof checkAdvice>;

export const mailboxCheck = z
  .strictObject({
    state: z
      .enum(['running', 'passed', 'problems', 'failed'])
      .describe('`failed`: the email could not be sent or read, or it did not arrive.'),
    startedAt: timestamp(),
    checkedAt: timestamp().nullable(),
    arrivedIn: z.enum(['inbox', 'junk']).nullable(),
    evidence: z
      .enum(['message', 'dns'])
      .nullable()
      .describe('`dns`: the email shows nothing, so that only DNS records were checked.'),
    spf: z.strictObject({ result, domain: z.string(), aligned: z.boolean() }).nullable(),
    dkim: z
      .strictObject({
        result,
        domain: z.string().nullable().describe('The domain that signed the email.'),
        selector: z.string().nullable(),
        aligned: z.boolean(),
        coversUnsubscribe: z
          .boolean()
          .nullable()
          .describe(
            'Whether the signature covers List-Unsubscribe and List-Unsubscribe-Post, as RFC 8058 ' +
              'requires. Null without a valid signature.',
          ),
      })
      .nullable(),
    dmarc: z.strictObject({ result, domain: z.string(), policy: z.string().nullable() }).nullable(),
    advice: z.array(checkAdvice),
  })
  .meta({ id: 'MailboxCheck' });
export type MailboxCheck = z.output<typeof mailboxCheck>;

export const maxChecksPerDay = 10;

export const runningCheckExample = {
  state: 'running' as const,
  startedAt: '2026-03-02T09:24:10.482Z',
  checkedAt: null,
  arrivedIn: null,
  evidence: null,
  spf: null,
  dkim: null,
  dmarc: null,
  advice: [],
};
export const checkExample = {
  state: 'problems' as const,
  startedAt: '2026-03-02T09:24:10.482Z',
  checkedAt: '2026-03-02T09:24:19.120Z',
  arrivedIn: 'inbox' as const,
  evidence: 'message' as const,
  spf: { result: 'pass' as const, domain: 'saltmarsh.example', aligned: true },
  dkim: {
    result: 'pass' as const,
    domain: 'saltmarsh.example',
    selector: 'mail',
    aligned: true,
    coversUnsubscribe: true,
  },
  dmarc: { result: 'none' as const, domain: 'saltmarsh.example', policy: null },
  advice: [
    {
      code: 'dmarc_missing' as const,
      severity: 'problem' as const,
      problem: 'saltmarsh.example has no valid DMARC record, which Gmail and Yahoo require.',
      action: 'Create a TXT record at _dmarc.saltmarsh.example with the value "v=DMARC1; p=none".',
      record: {
        type: 'TXT' as const,
        name: '_dmarc.saltmarsh.example',
        value: 'v=DMARC1; p=none',
      },
    },
  ],
};
