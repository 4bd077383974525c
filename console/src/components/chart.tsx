import { useElementSize } from '@mantine/hooks';
import type { ReactNode, SVGProps } from 'react';
import classes from './chart.module.css';

interface Props {
  /** A sentence for screen readers. */
  label: string;
  height: number;
  children: (width: number) => ReactNode;
}

/** Drawn at its actual size instead of scaled, so that text stays legible. */
export function Chart({ label, height, children }: Props) {
  const { ref, width } = useElementSize();
  return (
    <div ref={ref} className={classes.chart} style={{ minHeight: height }}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={label}>
          {children(width)}
        </svg>
      )}
    </div>
  );
}

export const ChartLabel = (text: SVGProps<SVGTextElement>) => (
  <text className={classes.label} {...text} />
);

interface GridLineProps {
  from: number;
  to: number;
  y: number;
  children: string;
}

export const GridLine = ({ from, to, y, children }: GridLineProps) => (
  <g>
    <line className={classes.grid} x1={from} x2={to} y1={y} y2={y} />
    <ChartLabel x={from - 8} y={y + 4} textAnchor="end">
      {children}
    </ChartLabel>
  </g>
);

/** An invisible area with a tooltip. */
export const ChartHoverArea = ({ children, ...rect }: SVGProps<SVGRectElement>) => (
  <rect className={classes.hoverArea} {...rect}>
    <title>{children}</title>
  </rect>
);
