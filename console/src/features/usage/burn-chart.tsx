import { Chart, ChartHoverArea, ChartLabel, GridLine } from '../../components/chart.tsx';
import { formatDay, formatNumber } from '../../components/format.ts';
import { type Burn, burnHeadline } from './burn.ts';
import classes from './burn-chart.module.css';

const height = 240;
const margin = { top: 24, right: 16, bottom: 28, left: 56 };
/** Cumulative use by day, with its projection. */
export function BurnChart({ burn }: { burn: Burn }) {
  const { soFar, allowance } = burn;
  return (
    <Chart
      height={height}
      label={`${burnHeadline(burn)}. ${formatNumber(soFar)} of ${formatNumber(allowance)} used.`}
    >
      {(width) => <Drawing burn={burn} width={width} />}
    </Chart>
  );
}

function Drawing({ burn, width }: { burn: Burn; width: number }) {
  const { days, soFar, allowance, daysInMonth, projected, subject } = burn;
  const top = scaleMax(burn);
  const x = (day: number) =>
    margin.left + (day / daysInMonth) * (width - margin.left - margin.right);
  const y = (value: number) =>
    height - margin.bottom - (value / top) * (height - margin.top - margin.bottom);
  const line = days.map((day, index) => `L${x(index + 1)},${y(day.soFar)}`).join('');
  const end = projectionEndDay(burn);
  const labels = [1, 8, 15, 22, daysInMonth];

  return (
    <>
      {[0, top / 2, top].map((value) => (
        <GridLine key={value} from={x(0)} to={x(daysInMonth)} y={y(value)}>
          {formatNumber(Math.round(value))}
        </GridLine>
      ))}
      {labels.map((day) => (
        <ChartLabel key={day} x={x(day)} y={height - 8} textAnchor="middle">
          {day}
        </ChartLabel>
      ))}
      {allowance <= top && (
        <>
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
        </>
      )}
      <path className={classes.area} d={`M${x(0)},${y(0)}${line}L${x(days.length)},${y(0)}Z`} />
      <path className={classes.line} d={`M${x(0)},${y(0)}${line}`} />
      {soFar > 0 && soFar < allowance && (
        <line
          className={classes.projection}
          x1={x(days.length)}
          y1={y(soFar)}
          x2={x(end)}
          y2={y(Math.min(projected, allowance))}
        />
      )}
      <circle className={classes.today} cx={x(days.length)} cy={y(soFar)} r={4} />
      {days.map(({ day, used, soFar: until }, index) => (
        <ChartHoverArea
          key={day}
          x={x(index)}
          y={margin.top}
          width={x(1) - x(0)}
          height={height - margin.top - margin.bottom}
        >
          {`${formatDay(day)}: ${formatNumber(used)} ${subject}, ${formatNumber(until)} so far`}
        </ChartHoverArea>
      ))}
    </>
  );
}

/** The scale ends at the allowance, unless only a small part of it is used. */
function scaleMax({ soFar, projected, allowance }: Burn): number {
  const peak = Math.max(soFar, Math.min(projected, allowance));
  if (peak === 0 || peak * 4 >= allowance) return Math.max(allowance, soFar, 1);
  const step = 10 ** Math.floor(Math.log10(Math.max(peak, 1)));
  return Math.ceil((peak * 1.25 + 1) / step) * step;
}

/** The projection ends at the allowance or with the month. */
const projectionEndDay = ({ runsOutOn, days, daysInMonth }: Burn): number =>
  runsOutOn ? Math.max(Number(runsOutOn.slice(8)), days.length) : daysInMonth;
