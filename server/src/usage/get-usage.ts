import { daysOfImports, type ManageResult, maxPerWorkspace } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { creditsOf } from '../core/usage/credits.ts';
import { type ImportQuota, quotaOf } from '../core/usage/quota.ts';
import {
  countLimitedRecords,
  selectImportDays,
  selectMonthDays,
  selectStorage,
} from './usage.sql.ts';

/** Usage and limits of the plan, by day. */
export async function getUsage({
  caller,
  tx,
}: ManageCall<'getUsage'>): Promise<ManageResult<'getUsage'>> {
  const [imports, days, counts, { most, kinds }] = await Promise.all([
    selectImportDays(tx, daysOfImports),
    selectMonthDays(tx),
    countLimitedRecords(tx),
    selectStorage(tx),
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
    lists: { used: counts.lists, most: maxPerWorkspace.list },
    tags: { used: counts.tags, most: maxPerWorkspace.tag },
    campaigns: { used: counts.campaigns, most: maxPerWorkspace.campaign },
    mailboxes: { used: counts.mailboxes, most: maxPerWorkspace.mailbox },
    storage: storageOf(most, kinds),
  };
}

function storageOf(most: number, kinds: Partial<Record<string, number>>) {
  const bytesOf = (kind: string) => kinds[kind] ?? 0;
  return {
    used: Object.values(kinds).reduce<number>((sum, bytes = 0) => sum + bytes, 0),
    most,
    kinds: {
      campaigns: bytesOf('campaigns'),
      savedReplies: bytesOf('savedReplies'),
      notes: bytesOf('notes'),
      views: bytesOf('views'),
      imports: bytesOf('imports'),
      exports: bytesOf('exports'),
      responses: bytesOf('responses'),
    },
  };
}

const dayMs = 86_400_000;

/**
 * Predicts from the current pace when the monthly imports run out; null if they last. Computes the
 * pace over at least one day, because the first hours of a month say little.
 */
export function predictRunOutDate({ monthlyImports, used }: ImportQuota, now: Date): string | null {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const [begin, end] = [Date.UTC(year, month), Date.UTC(year, month + 1)];
  const remaining = Math.max(0, monthlyImports - used);
  const elapsed = Math.max(dayMs, now.getTime() - begin);
  const runOutAt = now.getTime() + (remaining === 0 ? 0 : (remaining / used) * elapsed);
  return runOutAt < end ? new Date(runOutAt).toISOString().slice(0, 10) : null;
}
