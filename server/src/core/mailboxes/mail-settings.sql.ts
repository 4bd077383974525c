import type { MailSettings } from '@outcrop/contract';
import { sql, type Tx } from '../../platform/db/index.ts';

const defaultMailSettings: MailSettings = {
  companyPerDay: null,
  cooldownHours: 24,
  stopCompanyOnReply: false,
  holidays: [],
  keepTextDays: null,
};

export async function selectMailSettings(tx: Tx): Promise<MailSettings> {
  const [settings] = await tx.rows<MailSettings>(sql`
    select company_per_day as "companyPerDay", cooldown_hours as "cooldownHours",
           stop_company_on_reply as "stopCompanyOnReply", holidays::text[] as holidays,
           keep_text_days as "keepTextDays"
    from mail_settings where workspace_id = ${tx.workspaceId}`);
  return settings ?? defaultMailSettings;
}

export async function lockMailSettings(tx: Tx): Promise<MailSettings> {
  const [, , settings] = await Promise.all([
    tx.run(sql`
      insert into mail_settings (workspace_id) values (${tx.workspaceId}) on conflict do nothing`),
    tx.run(sql`select from mail_settings where workspace_id = ${tx.workspaceId} for update`),
    selectMailSettings(tx),
  ]);
  return settings;
}

export function updateMailSettings(tx: Tx, settings: MailSettings): void {
  tx.defer(sql`
    update mail_settings
    set company_per_day = ${settings.companyPerDay}, cooldown_hours = ${settings.cooldownHours},
        stop_company_on_reply = ${settings.stopCompanyOnReply}, holidays = ${settings.holidays}::date[],
        keep_text_days = ${settings.keepTextDays}
    where workspace_id = ${tx.workspaceId}`);
}
