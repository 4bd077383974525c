import type { ManageData } from '@outcrop/contract';
import { Chart, ChartLabel, ChartPart } from '../../parts/chart.tsx';
import { stageLooks } from '../../parts/stage-mark.tsx';
import { stageNames } from '../../parts/stages.ts';
import { stagesFinding } from './findings.ts';
import classes from './home.module.css';

type StageCount = ManageData<'getBoards'>['stages'][number];

const rowHeight = 34;
const margin = { left: 128, right: 72 };

/** How many people stand at each stage. */
export function StagesChart({ stages }: { stages: StageCount[] }) {
  const most = Math.max(...stages.map(({ count }) => count), 1);
  return (
    <Chart height={stages.length * rowHeight} label={`${stagesFinding(stages)}.`}>
      {(width) =>
        stages.map(({ id, count }, place) => {
          const y = place * rowHeight;
          const { icon: Icon } = stageLooks[id];
          const length = (count / most) * Math.max(width - margin.left - margin.right, 0);
          const number = count.toLocaleString('en');
          return (
            <g key={id}>
              <Icon className={classes.stageIcon!} x={0} y={y + 9} size={16} />
              <ChartLabel x={24} y={y + 22}>
                {stageNames[id]}
              </ChartLabel>
              <rect className={classes.bar} x={margin.left} y={y + 8} width={length} height={18} />
              <ChartLabel x={margin.left + length + 8} y={y + 22}>
                {number}
              </ChartLabel>
              <ChartPart x={0} y={y} width={width} height={rowHeight}>
                {`${stageNames[id]}: ${number}`}
              </ChartPart>
            </g>
          );
        })
      }
    </Chart>
  );
}
