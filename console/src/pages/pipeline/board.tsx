import { NativeSelect } from '@mantine/core';
import type { ManageData, Stage } from '@outcrop/contract';
import { useRef } from 'react';
import { stageNames, stages } from '../../parts/stages.ts';
import { useBoardKeys } from './board-keys.ts';
import type { Hand } from './person-card.tsx';
import classes from './pipeline.module.css';
import type { PipelineFilters } from './search.ts';
import { StageColumn } from './stage-column.tsx';
import { useMove } from './use-move.ts';

interface Props {
  boards: ManageData<'getBoards'>;
  filters: PipelineFilters;
  /** The one that is shown where there is no room for all. */
  stage: Stage;
  onStage: (stage: Stage) => void;
}

/** Every stage beside the others; on a narrow screen one of them at a time. */
export function Board({ boards, filters, stage: chosen, onStage }: Props) {
  const hand: Hand = useRef({ dragged: null, movedByMenu: null });
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
        data={stages.map((value) => ({ value, label: stageNames[value] }))}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too */}
      <section ref={region} className={classes.board} aria-label="Pipeline" tabIndex={0}>
        {stages.map((stage) => (
          <StageColumn
            key={stage}
            stage={stage}
            count={counts.get(stage) ?? 0}
            filters={filters}
            isChosen={stage === chosen}
            hand={hand}
            onMove={(person, to) => void move(person, to)}
          />
        ))}
      </section>
    </>
  );
}
