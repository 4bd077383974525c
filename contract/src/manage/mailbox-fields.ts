import { z } from 'zod';
import { exampleIds } from '../example-ids.ts';
import { count, id, nameText, ref, text, timestamp } from '../fields.ts';
import { isEmail } from '../identity.ts';
import { checkExample, mailboxCheck } from './mailbox-check-fields.ts';

const securities = ['tls', 'starttls', 'none'] as const;
const statuses = ['ok', 'resting', 'needs_attention', 'paused'] as const;

const security = z
  .enum(securities)
  .describe('`none` works only in networks that the operator allows.');

/** A host name or an IP address. */
const host = text(253)
  .toLowerCase()
  .refine((value) => /^[a-z0-9:](?:[a-z0-9.:-]*[a-z0-9:])?$/.test(value), {
    error: 'must be a host name, such as smtp.example.com',
  });

/** A server as sent by a caller. */
export const writtenServer = z
  .object({
    host,
    port: z.int().min(1).max(65_535),
    security,
    user: text(320).optional().describe('User name. The address by default.'),
  })
  .meta({ id: 'WrittenMailServer' });
export type WrittenServer = z.output<typeof writtenServer>;

export const mailServerSchema = z
  .strictObject({ host: z.string(), port: count(), security, user: z.string() })
  .meta({ id: 'MailServer' });

/** `24:00` is only an end. */
const timeOfDay = z
  .string()
  .refine((value) => /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(value), {
    error: 'must be a time such as 09:30',
  });

const sendWindow = z
  .object({
    days: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .overwrite((days) => [...new Set(days)].sort((a, b) => a - b))
      .describe('Weekdays, 1 (Monday) to 7 (Sunday).'),
    from: timeOfDay,
    to: timeOfDay.describe('The end, at most `24:00`.'),
  })
  .refine(({ from, to }) => from.padStart(5, '0') < to, {
    error: 'must be later than from',
    path: ['to'],
  })
  .meta({ id: 'SendWindow' });

const isTimeZone = (value: string): boolean => {
  if (!/^[A-Za-z][\w+/-]*$/.test(value)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: value }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
};

const maxDailyLimit = 2_000;
const gapSeconds = z.int().min(0).max(86_400);

export const addressField = text(320)
  .refine(isEmail, 'must be a valid email address')
  .describe('The email address that recipients see.');
export const mailPasswordField = text(1000).describe('Stored encrypted and never returned.');
export const senderNameField = nameText(200).describe('Sender name that recipients see.');

/** How fast a mailbox sends. */
export const paceFields = {
  dailyLimit: z.int().min(1).max(maxDailyLimit).describe('Emails a day, 30 by default.'),
  gap: z
    .object({ fromSeconds: gapSeconds, toSeconds: gapSeconds })
    .refine(({ fromSeconds, toSeconds }) => fromSeconds <= toSeconds, {
      error: 'must be at least fromSeconds',
      path: ['toSeconds'],
    })
    .describe('The pause between two emails, a random time in this range.'),
  rampUp: z
    .object({
      start: z.int().min(1).max(maxDailyLimit),
      step: z.int().min(1).max(maxDailyLimit),
    })
    .describe(
      'Starts with a limit of `start` emails a day, which grows by `step` with each day on which ' +
        'the mailbox sends, up to `dailyLimit`. Without it, the mailbox starts with the full limit.',
    ),
  timeZone: text(64)
    .refine(isTimeZone, 'must be an IANA time zone, such as Europe/Berlin')
    .describe('Time zone of the windows and of the daily limit. UTC by default.'),
  windows: z
    .array(sendWindow)
    .min(1)
    .max(21)
    .describe('When the mailbox sends. By default on weekdays from 09:00 to 17:00.'),
};

export const sharedField = z
  .boolean()
  .describe(
    'Whether all members see the mailbox and can send from it. Only an Admin can change it.',
  );

export const mailboxSchema = z
  .strictObject({
    id: id(),
    address: z.string(),
    name: z.string(),
    ownerId: id().nullable().describe('The member who connected it. Null once they left.'),
    shared: z.boolean(),
    status: z
      .enum(statuses)
      .describe(
        '`resting`: it sends again at `restUntil`. `needs_attention`: it does not send until ' +
          'someone acts; see `reason`.',
      ),
    reason: z
      .string()
      .nullable()
      .describe('Why it does not send, such as `not_connected` before the first successful test.'),
    detail: z.string().nullable().describe('More about the reason, such as the server’s reply.'),
    advice: z.string().nullable().describe('What the reason means and what to do.'),
    restUntil: timestamp().nullable(),
    check: mailboxCheck.nullable().describe('The last check of its delivery.'),
    provider: z.string().nullable(),
    auth: z.enum(['password', 'oauth']),
    smtp: mailServerSchema.nullable(),
    imap: mailServerSchema.nullable(),
    dailyLimit: count(),
    gap: z.strictObject({ fromSeconds: count(), toSeconds: count() }),
    rampUp: z.strictObject({ start: count(), step: count() }).nullable(),
    timeZone: z.string(),
    windows: z.array(z.strictObject({ days: z.array(z.int()), from: z.string(), to: z.string() })),
    sentToday: count().describe('Emails sent on the current day of its time zone.'),
    limitToday: count().describe('The limit of the current day, which `rampUp` may lower.'),
    nextSendAt: timestamp()
      .nullable()
      .describe(
        'When it may send next, if there is an email for it. Null if someone must act first.',
      ),
    syncedAt: timestamp().nullable().describe('When its inbox was last read.'),
    createdAt: timestamp(),
  })
  .meta({ id: 'Mailbox' });

export const mailboxParams = {
  params: z.object({ mailboxId: ref('mailbox').describe('The mailbox.') }),
};
export const mailboxExampleParams = { params: { mailboxId: exampleIds.mailbox } };

const hosts = { port: 465, security: 'tls' as const };
export const writtenExample = {
  address: 'ines@saltmarsh.example',
  name: 'Ines Duarte',
  password: 'ocean maple seventeen',
  smtp: { host: 'smtp.saltmarsh.example', ...hosts, user: 'ines' },
  imap: { host: 'imap.saltmarsh.example', ...hosts, port: 993, user: 'ines' },
  dailyLimit: 40,
  gap: { fromSeconds: 300, toSeconds: 600 },
  rampUp: { start: 10, step: 5 },
  timeZone: 'Europe/Lisbon',
  windows: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:30' }],
};
const { password: _, ...settings } = writtenExample;
export const mailboxExample = {
  id: exampleIds.mailbox,
  ...settings,
  ownerId: exampleIds.user,
  shared: false,
  status: 'ok' as const,
  reason: null,
  detail: null,
  advice: null,
  restUntil: null,
  check: checkExample,
  provider: null,
  auth: 'password' as const,
  sentToday: 12,
  limitToday: 25,
  nextSendAt: '2026-03-05T14:11:20.000Z',
  syncedAt: '2026-03-05T14:02:38.204Z',
  createdAt: '2026-03-02T09:20:11.482Z',
};
export const newMailboxExample = {
  ...mailboxExample,
  status: 'needs_attention' as const,
  reason: 'not_connected',
  advice: 'It has not passed a test yet. Test the mailbox.',
  check: null,
  sentToday: 0,
  limitToday: 10,
  nextSendAt: null,
  syncedAt: null,
};
