import {
  daysOfImports,
  type ManageData,
  type manageEndpoints,
  mostPerWorkspace,
} from '@outcrop/contract';
import type { Call } from '../platform/http/call.ts';
import { runsOutOn } from '../usage/rules.ts';
import { selectImportDays, selectKept, selectMonthDays } from '../usage/sql.ts';
import type { MemberCaller } from './caller.ts';
import { creditsOf, quotaOf } from './get-session.ts';

/** What of the plan is used and what is left, day by day. */
export async function getUsage({
  caller,
  tx,
}: Call<typeof manageEndpoints.getUsage, MemberCaller>): Promise<ManageData<'getUsage'>> {
  const [imports, days, kept] = await Promise.all([
    selectImportDays(tx, daysOfImports),
    selectMonthDays(tx),
    selectKept(tx),
  ]);
  const { monthly: monthlyImports, used } = caller.imports;
  return {
    plan: { id: caller.plan.id, name: caller.plan.name },
    quota: {
      ...quotaOf(caller),
      used,
      runsOutOn: runsOutOn({ monthlyImports, used }, new Date()),
    },
    credits: creditsOf(caller),
    imports,
    days,
    lists: { used: kept.lists, most: mostPerWorkspace.list },
    tags: { used: kept.tags, most: mostPerWorkspace.tag },
    campaigns: { used: kept.campaigns, most: mostPerWorkspace.campaign },
  };
}
