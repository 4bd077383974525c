import { ChartLabel } from '../../components/chart.tsx';
import { formatNumber } from '../../components/format.ts';
import type { Burn } from './burn.ts';
import { BurnAxes, BurnTooltips, scaleOf } from './burn-axes.tsx';
import classes from './burn-chart.module.css';

/** Cumulative use by day, with its projection, below the allowance. */
export function BurnLine({ burn, width }: { burn: Burn; width: number }) {
  const { days, soFar, allowance, daysInMonth, projected, subject } = burn;
  const top = Math.max(allowance, soFar, 1);
  const scale = scaleOf(burn, width, top);
  const { x, y } = scale;
  const line = days.map((day, index) => `L${x(index + 1)},${y(day.soFar)}`).join('');
  return (
    <>
      <BurnAxes burn={burn} scale={scale} values={[0, Math.round(top / 2), top]} />
      <line
        className={classes.allowance}
        x1={x(0)}
        x2={x(daysInMonth)}
        y1={y(allowance)}
        y2={y(allowance)}
      />
      <ChartLabel x={x(0) + 4} y={y(allowance) - 8}>
        {formatNumber(allowance)} {subject} a month
      </ChartLabel>
      <path className={classes.area} d={`M${x(0)},${y(0)}${line}L${x(days.length)},${y(0)}Z`} />
      <path className={classes.line} d={`M${x(0)},${y(0)}${line}`} />
      {soFar > 0 && soFar < allowance && (
        <line
          className={classes.projection}
          x1={x(days.length)}
          y1={y(soFar)}
          x2={x(projectionEndDay(burn))}
          y2={y(Math.min(projected, allowance))}
        />
      )}
      <circle className={classes.today} cx={x(days.length)} cy={y(soFar)} r={4} />
      <BurnTooltips burn={burn} scale={scale} />
    </>
  );
}

/** The projection ends at the allowance or with the month. */
const projectionEndDay = ({ runsOutOn, days, daysInMonth }: Burn): number =>
  runsOutOn ? Math.max(Number(runsOutOn.slice(8)), days.length) : daysInMonth;
