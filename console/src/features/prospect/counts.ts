import { formatNumber } from '../../components/format.ts';
export const peopleCount = (count: number): string =>
  count === 1 ? '1 person' : `${formatNumber(count)} people`;

/** A count that stops at a limit. */
export interface CappedCount {
  count: number;
  isCapped?: boolean;
}

/** "1 prospect", "1,240 prospects", "more than 10,000 prospects". */
export const prospectCount = ({ count, isCapped }: CappedCount): string =>
  `${isCapped ? 'more than ' : ''}${formatNumber(count)} ${count === 1 ? 'prospect' : 'prospects'}`;
