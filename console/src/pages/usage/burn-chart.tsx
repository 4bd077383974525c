import { useElementSize } from '@mantine/hooks';
import { type Burn, dayName, findingOf } from './burn.ts';
import classes from './usage.module.css';

const height = 240;
const margin = { top: 24, right: 16, bottom: 28, left: 56 };
const number = (value: number) => value.toLocaleString('en');

/** Used so far, day by day, and where it leads. Drawn at its real size, so that text stays legible. */
export function BurnChart({ burn }: { burn: Burn }) {
  const { ref, width } = useElementSize();
  return (
    <div ref={ref} className={classes.chart}>
      {width > 0 && <Drawing burn={burn} width={width} />}
    </div>
  );
}

function Drawing({ burn, width }: { burn: Burn; width: number }) {
  const { days, soFar, allowance, daysInMonth, projected, subject } = burn;
  const top = topOf(burn);
  const x = (day: number) =>
    margin.left + (day / daysInMonth) * (width - margin.left - margin.right);
  const y = (value: number) =>
    height - margin.bottom - (value / top) * (height - margin.top - margin.bottom);
  const line = days.map((day, place) => `L${x(place + 1)},${y(day.soFar)}`).join('');
  const end = meetsAllowance(burn);
  const labels = [1, 8, 15, 22, daysInMonth];

  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label={`${findingOf(burn)}: ${number(soFar)} of ${number(allowance)} used.`}
    >
      {[0, top / 2, top].map((value) => (
        <g key={value}>
          <line
            className={classes.grid}
            x1={x(0)}
            x2={x(daysInMonth)}
            y1={y(value)}
            y2={y(value)}
          />
          <text className={classes.label} x={margin.left - 8} y={y(value) + 4} textAnchor="end">
            {number(Math.round(value))}
          </text>
        </g>
      ))}
      {labels.map((day) => (
        <text key={day} className={classes.label} x={x(day)} y={height - 8} textAnchor="middle">
          {day}
        </text>
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
          <text className={classes.label} x={x(0) + 4} y={y(allowance) - 8}>
            {number(allowance)} {subject} a month
          </text>
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
      {days.map(({ day, used, soFar: until }, place) => (
        <rect
          key={day}
          className={classes.day}
          x={x(place)}
          y={margin.top}
          width={x(1) - x(0)}
          height={height - margin.top - margin.bottom}
        >
          <title>{`${dayName(day)}: ${number(used)} ${subject}, ${number(until)} so far`}</title>
        </rect>
      ))}
    </svg>
  );
}

/** Where the scale ends: at the allowance, unless what is used is a small part of it. */
function topOf({ soFar, projected, allowance }: Burn): number {
  const most = Math.max(soFar, Math.min(projected, allowance));
  if (most === 0 || most * 4 >= allowance) return Math.max(allowance, soFar, 1);
  const step = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return Math.ceil((most * 1.25 + 1) / step) * step;
}

/** The day on which the projection ends: at the allowance or with the month. */
const meetsAllowance = ({ runsOutOn, days, daysInMonth }: Burn): number =>
  runsOutOn ? Math.max(Number(runsOutOn.slice(8)), days.length) : daysInMonth;
