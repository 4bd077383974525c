import { Chart } from '../../components/chart.tsx';
import { type Burn, burnForecast, burnHeadline } from './burn.ts';
import { height } from './burn-axes.tsx';
import { BurnBars } from './burn-bars.tsx';
import { BurnLine } from './burn-line.tsx';

/** The use of the month: its sum, or each day if the allowance is far away. */
export function BurnChart({ burn }: { burn: Burn }) {
  const Drawing = isFarFromAllowance(burn) ? BurnBars : BurnLine;
  return (
    <Chart height={height} label={`${burnHeadline(burn)}. ${burnForecast(burn)}`}>
      {(width) => <Drawing burn={burn} width={width} />}
    </Chart>
  );
}

/** On a scale up to the allowance, the line would be at the bottom. */
const isFarFromAllowance = ({ soFar, projected, allowance }: Burn): boolean =>
  soFar > 0 && 4 * Math.max(soFar, projected) < allowance;
