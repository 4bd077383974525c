import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery, writeResultFields } from '../endpoint.ts';
import { count } from '../fields.ts';

const holidays = z
  .array(z.iso.date({ error: 'must be a date such as 2026-12-25' }))
  .max(100)
  .overwrite((days) => [...new Set(days)].sort());

const mailSettings = z
  .strictObject({
    companyPerDay: count()
      .nullable()
      .describe('Emails a day to one company, by the domain of its addresses. Null: no limit.'),
    cooldownHours: count().describe('Hours between two emails to the same prospect.'),
    stopCompanyOnReply: z
      .boolean()
      .describe('Whether a reply stops the campaign for all prospects of the company.'),
    holidays: z.array(z.iso.date()).describe('Days without emails, in order.'),
    keepTextDays: count()
      .nullable()
      .describe('Days after which the texts of messages are deleted. Null: 13 months.'),
  })
  .meta({ id: 'MailSettings' });
export type MailSettings = z.output<typeof mailSettings>;

const settingsExample = {
  companyPerDay: 5,
  cooldownHours: 24,
  stopCompanyOnReply: true,
  holidays: ['2026-12-25', '2027-01-01'],
  keepTextDays: 90,
};

export const getMailSettings = defineEndpoint({
  ...manageDefaults,
  id: 'getMailSettings',
  method: 'GET',
  path: '/mail-settings',
  topic: 'Mailboxes',
  summary: 'Get the mail settings',
  description: 'Returns the rules for emails of all campaigns.',
  role: 'viewer',
  query: noQuery,
  body: null,
  data: z.strictObject({ settings: mailSettings }),
  examples: [{ summary: 'The settings', data: { settings: settingsExample } }],
});

export const patchMailSettings = defineEndpoint({
  ...manageDefaults,
  id: 'patchMailSettings',
  method: 'PATCH',
  path: '/mail-settings',
  topic: 'Mailboxes',
  summary: 'Change the mail settings',
  description: 'Omitted fields keep their value. `holidays` replaces all days.',
  role: 'admin',
  nullClears: true,
  query: noQuery,
  body: z.object({
    companyPerDay: z.int().min(1).max(10_000).nullable().optional(),
    cooldownHours: z.int().min(0).max(720).optional(),
    stopCompanyOnReply: z.boolean().optional(),
    holidays: holidays.optional().describe('Days without emails, at most 100.'),
    keepTextDays: z
      .int()
      .min(1)
      .max(395)
      .nullable()
      .optional()
      .describe('Texts that are older are deleted within hours. Null: 13 months.'),
  }),
  data: z.strictObject({ settings: mailSettings, ...writeResultFields }),
  examples: [
    { summary: 'All settings', body: settingsExample, data: { settings: settingsExample } },
  ],
});
