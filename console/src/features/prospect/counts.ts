import { formatNumber } from '../../components/format.ts';

export const peopleCount = (count: number): string =>
  count === 1 ? '1 person' : `${formatNumber(count)} people`;

/** A count that stops at a limit. */
export interface CappedCount {
  count: number;
  isCapped?: boolean;
}

/** "1,240", or "1,000+" where there are more. */
export const formatCount = ({ count, isCapped }: CappedCount): string =>
  `${formatNumber(count)}${isCapped ? '+' : ''}`;

/** "1 prospect", "1,240 prospects", "1,000+ prospects". */
export const prospectCount = (counted: CappedCount): string =>
  `${formatCount(counted)} ${counted.count === 1 && !counted.isCapped ? 'prospect' : 'prospects'}`;
