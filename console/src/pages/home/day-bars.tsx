import { Chart, ChartHoverArea, ChartLabel, GridLine } from '../../components/chart.tsx';
import { formatDay, formatNumber } from '../../components/format.ts';
import classes from './home.module.css';

const height = 238;
const margin = { top: 12, right: 8, bottom: 28, left: 48 };

export interface DayBar {
  day: string;
  count: number;
  /** A part of the count that is drawn in front of it. */
  part?: number;
  /** What the bar shows, in words. */
  text: string;
}

/** One bar for each day. */
export const DayBars = ({ days, label }: { days: DayBar[]; label: string }) => (
  <Chart height={height} label={label}>
    {(width) => <Drawing days={days} width={width} />}
  </Chart>
);

function Drawing({ days, width }: { days: DayBar[]; width: number }) {
  const max = Math.max(...days.map(({ count }) => count), 1);
  const step = (width - margin.left - margin.right) / days.length;
  const x = (index: number) => margin.left + index * step;
  const room = height - margin.top - margin.bottom;
  const y = (count: number) => margin.top + room * (1 - count / max);
  const ends = [
    { place: 0, anchor: 'start', at: x(0) },
    { place: days.length - 1, anchor: 'end', at: x(days.length) },
  ] as const;
  return (
    <>
      {[0, max].map((count) => (
        <GridLine key={count} from={margin.left} to={width - margin.right} y={y(count)}>
          {formatNumber(count)}
        </GridLine>
      ))}
      {ends.map(({ place: index, anchor, at }) => (
        <ChartLabel key={index} x={at} y={height - 8} textAnchor={anchor}>
          {formatDay(days[index]!.day)}
        </ChartLabel>
      ))}
      {days.map(({ day, count, part = 0, text }, index) => (
        <g key={day}>
          <rect
            className={classes.bar}
            x={x(index) + 1}
            y={y(count)}
            width={Math.max(step - 2, 1)}
            height={y(0) - y(count)}
          />
          <rect
            className={classes.barPart}
            x={x(index) + 1}
            y={y(part)}
            width={Math.max(step - 2, 1)}
            height={y(0) - y(part)}
          />
          <ChartHoverArea x={x(index)} y={margin.top} width={step} height={room}>
            {`${formatDay(day)}: ${text}`}
          </ChartHoverArea>
        </g>
      ))}
    </>
  );
}
