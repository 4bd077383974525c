import { daysOfImports, type ManageResult, maxPerWorkspace } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { creditsOf } from '../core/usage/credits.ts';
import { quotaOf } from '../core/usage/quota.ts';
import { predictRunOutDate } from './rules.ts';
import { countLimited, selectImportDays, selectMonthDays } from './usage.sql.ts';

/** Usage and limits of the plan, by day. */
export async function getUsage({
  caller,
  tx,
}: ManageCall<'getUsage'>): Promise<ManageResult<'getUsage'>> {
  const [imports, days, kept] = await Promise.all([
    selectImportDays(tx, daysOfImports),
    selectMonthDays(tx),
    countLimited(tx),
  ]);
  const { monthly: monthlyImports, used } = caller.imports;
  return {
    plan: { id: caller.plan.id, name: caller.plan.name },
    quota: {
      ...quotaOf(caller),
      used,
      runsOutOn: predictRunOutDate({ monthlyImports, used }, new Date()),
    },
    credits: creditsOf(caller),
    imports,
    days,
    lists: { used: kept.lists, most: maxPerWorkspace.list },
    tags: { used: kept.tags, most: maxPerWorkspace.tag },
    campaigns: { used: kept.campaigns, most: maxPerWorkspace.campaign },
    mailboxes: { used: kept.mailboxes, most: maxPerWorkspace.mailbox },
  };
}
