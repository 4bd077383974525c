import { ChartLabel } from '../../components/chart.tsx';
import type { Burn } from './burn.ts';
import { BurnAxes, BurnTooltips, scaleOf } from './burn-axes.tsx';
import classes from './burn-chart.module.css';

/** The use of each day. */
export function BurnBars({ burn, width }: { burn: Burn; width: number }) {
  const top = evenMax(burn);
  const scale = scaleOf(burn, width, top);
  const { x, y } = scale;
  return (
    <>
      <BurnAxes burn={burn} scale={scale} values={[0, top / 2, top]} />
      <ChartLabel x={x(0)} y={12}>
        {`${burn.subject === 'imports' ? 'Imports' : 'Credits'} per day`}
      </ChartLabel>
      {burn.days.map(({ day, used }, index) => (
        <rect
          key={day}
          className={classes.bar}
          x={x(index) + 2}
          y={y(used)}
          width={Math.max(x(1) - x(0) - 4, 1)}
          height={y(0) - y(used)}
        />
      ))}
      <BurnTooltips burn={burn} scale={scale} />
    </>
  );
}

/** Even, so that the line in the middle has a whole number. */
function evenMax({ days }: Burn): number {
  const max = Math.max(...days.map(({ used }) => used), 1);
  const step = Math.max(2, 10 ** (String(max).length - 1));
  return Math.ceil(max / step) * step;
}
