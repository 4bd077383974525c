import { formatNumber } from '../../components/format.ts';

/** The range that contains the true rate with 95 % confidence (Wilson score interval). */
export function intervalOf(successes: number, total: number): { low: number; high: number } {
  if (total === 0) return { low: 0, high: 1 };
  const z = 1.96;
  const rate = successes / total;
  const center = (rate + z ** 2 / (2 * total)) / (1 + z ** 2 / total);
  const half =
    (z * Math.sqrt((rate * (1 - rate)) / total + z ** 2 / (4 * total ** 2))) / (1 + z ** 2 / total);
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
}

interface ReplyCounts {
  sent: number;
  replied: number;
}

/** Fewer emails of a version say nothing, whatever their replies. */
const minSent = 50;

/** Whether more people reply to one version than to another, with 95 % confidence (Newcombe). */
function isBetter(one: ReplyCounts, other: ReplyCounts): boolean {
  if (Math.min(one.sent, other.sent) < minSent) return false;
  const [rate, otherRate] = [one.replied / one.sent, other.replied / other.sent];
  const { low } = intervalOf(one.replied, one.sent);
  const { high } = intervalOf(other.replied, other.sent);
  return rate - otherRate > Math.hypot(rate - low, high - otherRate);
}

/** The index of the version that is better than all others, or null while there is none. */
export function winnerOf(versions: ReplyCounts[]): number | null {
  const best = versions.findIndex((one) =>
    versions.every((other) => other === one || isBetter(one, other)),
  );
  return versions.length < 2 || best < 0 ? null : best;
}

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** "9 (7.5%)", or the number alone where there is no whole. */
export const shareText = (part: number, whole: number): string =>
  part === 0 || whole === 0
    ? formatNumber(part)
    : `${formatNumber(part)} (${percent.format(part / whole)})`;

/** "7.5% (4%–13.6%)", or a dash while nothing was sent. */
export function rateText({ sent, replied }: ReplyCounts): string {
  if (sent === 0) return '–';
  const { low, high } = intervalOf(replied, sent);
  return `${percent.format(replied / sent)} (${percent.format(low)}–${percent.format(high)})`;
}
