/** The range in which the true rate lies with 95 % confidence (Wilson score interval). */
export function intervalOf(successes: number, total: number): { low: number; high: number } {
  if (total === 0) return { low: 0, high: 1 };
  const z = 1.96;
  const rate = successes / total;
  const center = (rate + z ** 2 / (2 * total)) / (1 + z ** 2 / total);
  const half =
    (z * Math.sqrt((rate * (1 - rate)) / total + z ** 2 / (4 * total ** 2))) / (1 + z ** 2 / total);
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
}

interface Counted {
  sent: number;
  replied: number;
}

/** The index of the version whose interval lies above all others, or null while there is none. */
export function winnerOf(versions: Counted[]): number | null {
  const intervals = versions.map(({ sent, replied }) => intervalOf(replied, sent));
  const best = intervals.findIndex(({ low }, index) =>
    intervals.every((other, at) => at === index || low > other.high),
  );
  return versions.length < 2 || best < 0 ? null : best;
}

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** "7.5% (4%–13.6%)", or a dash while nothing was sent. */
export function rateText({ sent, replied }: Counted): string {
  if (sent === 0) return '–';
  const { low, high } = intervalOf(replied, sent);
  return `${percent.format(replied / sent)} (${percent.format(low)}–${percent.format(high)})`;
}
