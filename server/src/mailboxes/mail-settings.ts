import { isDeepStrictEqual } from 'node:util';
import type { MailSettings, ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import {
  lockMailSettings,
  selectMailSettings,
  updateMailSettings,
} from '../core/mailboxes/mail-settings.sql.ts';
import { wakeMailboxesNow } from '../core/mailboxes/wake-mailboxes.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';

export async function getMailSettings({
  tx,
}: ManageCall<'getMailSettings'>): Promise<ManageResult<'getMailSettings'>> {
  return { settings: await selectMailSettings(tx) };
}

export async function patchMailSettings(
  call: ManageCall<'patchMailSettings'>,
): Promise<ManageResult<'patchMailSettings'>> {
  const { body, tx } = call;
  const before = await lockMailSettings(tx);
  const settings: MailSettings = {
    companyPerDay: body.companyPerDay === undefined ? before.companyPerDay : body.companyPerDay,
    cooldownHours: body.cooldownHours ?? before.cooldownHours,
    stopCompanyOnReply: body.stopCompanyOnReply ?? before.stopCompanyOnReply,
    holidays: body.holidays ?? before.holidays,
    keepTextDays: body.keepTextDays === undefined ? before.keepTextDays : body.keepTextDays,
  };
  if (isDeepStrictEqual(settings, before)) return { settings };
  updateMailSettings(tx, settings);
  // A mailbox may be asleep until the end of a day that is no longer a holiday.
  if (!isDeepStrictEqual(settings.holidays, before.holidays))
    wakeMailboxesNow(tx, 'all', new Date());
  recordAudit(call, {
    action: 'mail_settings.edited',
    target: null,
    detail: { fields: Object.keys(body) },
  });
  return { settings };
}
