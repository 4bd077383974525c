import type { ManageData } from '@outcrop/contract';
import { stageName } from '@outcrop/contract/stages';
import { Chart, ChartHoverArea, ChartLabel } from '../../components/chart.tsx';
import { formatNumber } from '../../components/format.ts';
import { stageLooks } from '../../features/prospect/stage-badge.tsx';
import { stagesHeadline } from './headlines.ts';
import classes from './home.module.css';

type StageCount = ManageData<'getBoards'>['stages'][number];

const rowHeight = 34;
const margin = { left: 128, right: 72 };

export function StagesChart({ stages }: { stages: StageCount[] }) {
  const max = Math.max(...stages.map(({ count }) => count), 1);
  return (
    <Chart height={stages.length * rowHeight} label={`${stagesHeadline(stages)}.`}>
      {(width) =>
        stages.map(({ id, count }, index) => {
          const y = index * rowHeight;
          const { icon: Icon } = stageLooks[id];
          const length = (count / max) * Math.max(width - margin.left - margin.right, 0);
          const number = formatNumber(count);
          return (
            <g key={id}>
              <Icon className={classes.stageIcon!} x={0} y={y + 9} size={16} />
              <ChartLabel x={24} y={y + 22}>
                {stageName[id]}
              </ChartLabel>
              <rect className={classes.bar} x={margin.left} y={y + 8} width={length} height={18} />
              <ChartLabel x={margin.left + length + 8} y={y + 22}>
                {number}
              </ChartLabel>
              <ChartHoverArea x={0} y={y} width={width} height={rowHeight}>
                {`${stageName[id]}: ${number}`}
              </ChartHoverArea>
            </g>
          );
        })
      }
    </Chart>
  );
}
