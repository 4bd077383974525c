import { NativeSelect } from '@mantine/core';
import type { ManageData, Stage } from '@outcrop/contract';
import { stageName, stages } from '@outcrop/contract/stages';
import { useRef } from 'react';
import { useBoardKeys } from './board-keys.ts';
import classes from './pipeline.module.css';
import type { DragState } from './prospect-card.tsx';
import type { PipelineFilters } from './search.ts';
import { StageColumn } from './stage-column.tsx';
import { useMove } from './use-move.ts';

interface Props {
  boards: ManageData<'getBoards'>;
  filters: PipelineFilters;
  /** The stage to show on narrow screens. */
  stage: Stage;
  onStage: (stage: Stage) => void;
}

/** All stages side by side; on narrow screens one at a time. */
export function Board({ boards, filters, stage: chosen, onStage }: Props) {
  const dragState: DragState = useRef({ dragged: null, movedByMenu: null });
  const region = useRef<HTMLElement>(null);
  useBoardKeys(region);
  const move = useMove(filters);
  const counts = new Map(boards.stages.map(({ id, count }) => [id, count]));
  return (
    <>
      <NativeSelect
        className={classes.chooser!}
        label="Stage"
        value={chosen}
        onChange={(event) => onStage(event.currentTarget.value as Stage)}
        data={stages.map((value) => ({ value, label: stageName[value] }))}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it must be scrollable by keyboard */}
      <section ref={region} className={classes.board} aria-label="Pipeline" tabIndex={0}>
        {stages.map((stage) => (
          <StageColumn
            key={stage}
            stage={stage}
            count={counts.get(stage) ?? 0}
            filters={filters}
            isChosen={stage === chosen}
            dragState={dragState}
            onMove={(prospect, to) => void move(prospect, to)}
          />
        ))}
      </section>
    </>
  );
}
