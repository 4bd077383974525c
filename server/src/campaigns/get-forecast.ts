import { forecastDays, type ManageResult } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { notFound } from '../platform/error.ts';
import { forecast } from './forecast-rules.ts';
import { readForecastState } from './forecast-state.ts';

/** When the emails of a campaign leave, if it runs and no one replies. */
export async function getCampaignForecast({
  tx,
  caller,
  params: { campaignId },
}: ManageCall<'getCampaignForecast'>): Promise<ManageResult<'getCampaignForecast'>> {
  const at = new Date();
  const state = await readForecastState(tx, campaignId, at);
  if (!state) throw notFound('campaign', campaignId);
  const { bottleneck, days, ...result } = forecast(state, at);
  const slowest = state.mailboxes.find(
    ({ id, shared, ownerId }) => id === bottleneck && (shared || ownerId === caller.userId),
  );
  return {
    ...result,
    isRunning: state.status === 'running',
    days: days.slice(0, forecastDays),
    bottleneck: slowest ? { mailboxId: slowest.id, address: slowest.address } : null,
  };
}
