import type { ManageData } from '@outcrop/contract';
import { formatDay, formatNumber } from '../../components/format.ts';

export type ForecastData = ManageData<'getCampaignForecast'>;

/** When the campaign is finished, in a sentence; null if nothing is left to send. */
export function forecastHeadline(forecast: ForecastData): string | null {
  const { emails, notSent, isRunning, lastFirstEmailOn, lastEmailOn } = forecast;
  if (emails === 0) return null;
  const lastKnown = forecast.isComplete ? undefined : forecast.days.at(-1);
  if (lastKnown) return `Sending continues past ${formatDay(lastKnown.day)}`;
  if (lastEmailOn === null) return 'No mailbox can send these emails';
  const pace = isRunning ? 'At this pace' : 'If you start now';
  if (notSent > 0) return `${pace}, ${formatNumber(notSent)} emails won’t be sent within a year`;
  return lastFirstEmailOn === null || lastFirstEmailOn === lastEmailOn
    ? `${pace}, the last email goes out on ${formatDay(lastEmailOn)}`
    : `${pace}, first emails finish on ${formatDay(lastFirstEmailOn)}, follow-ups on ${formatDay(lastEmailOn)}`;
}

/** What would make it faster. */
export function bottleneckText({ limitedBy, bottleneck }: ForecastData): string {
  if (limitedBy === 'mailbox') return `Limited by ${bottleneck?.address ?? 'a private mailbox'}.`;
  return limitedBy === 'new_per_day'
    ? 'Limited by new people per day.'
    : 'Limited by the waits between emails.';
}
