import { ChartHoverArea, ChartLabel, GridLine } from '../../components/chart.tsx';
import { formatDay, formatNumber, formatShortDay } from '../../components/format.ts';
import { type Burn, dayOfMonth } from './burn.ts';

export const height = 240;
const margin = { top: 24, right: 16, bottom: 28, left: 56 };

/** Where days and values are drawn. A day of 0 is the beginning of the month. */
export function scaleOf({ daysInMonth }: Burn, width: number, top: number) {
  return {
    x: (day: number) => margin.left + (day / daysInMonth) * (width - margin.left - margin.right),
    y: (value: number) =>
      height - margin.bottom - (value / top) * (height - margin.top - margin.bottom),
  };
}

type Scale = ReturnType<typeof scaleOf>;

interface Props {
  burn: Burn;
  scale: Scale;
  /** Values with a line. */
  values: number[];
}

/** The lines of the values, and the dates of some days. */
export function BurnAxes({ burn, scale: { x, y }, values }: Props) {
  const { daysInMonth } = burn;
  return (
    <>
      {values.map((value) => (
        <GridLine key={value} from={x(0)} to={x(daysInMonth)} y={y(value)}>
          {formatNumber(value)}
        </GridLine>
      ))}
      {[1, 8, 15, 22, daysInMonth].map((day) => (
        <ChartLabel
          key={day}
          x={day === daysInMonth ? x(day) : x(day - 0.5)}
          y={height - 8}
          textAnchor={day === daysInMonth ? 'end' : 'middle'}
        >
          {formatShortDay(dayOfMonth(burn, day))}
        </ChartLabel>
      ))}
    </>
  );
}

/** The numbers of each day as tooltips. */
export const BurnTooltips = ({ burn, scale: { x } }: Omit<Props, 'values'>) =>
  burn.days.map(({ day, used, soFar }, index) => (
    <ChartHoverArea
      key={day}
      x={x(index)}
      y={margin.top}
      width={x(1) - x(0)}
      height={height - margin.top - margin.bottom}
    >
      {`${formatDay(day)}: ${formatNumber(used)} ${burn.subject}, ${formatNumber(soFar)} so far`}
    </ChartHoverArea>
  ));
