import { NativeSelect } from '@mantine/core';
import type { ManageData, Prospect, Stage } from '@outcrop/contract';
import { stageName, stages } from '@outcrop/contract/stages';
import { useRef, useState } from 'react';
import { formatNumber } from '../../components/format.ts';
import { AddProspect } from '../../features/prospect-dialogs/lazy-dialogs.tsx';
import { useBoardKeys } from './board-keys.ts';
import { type Column, totalOf } from './columns.ts';
import classes from './pipeline.module.css';
import type { DragState } from './prospect-card.tsx';
import type { PipelineFilters } from './search.ts';
import { SelectionBar } from './selection-bar.tsx';
import { StageColumn } from './stage-column.tsx';
import { useShowMore } from './use-columns.ts';
import { useMove } from './use-move.ts';

interface Props {
  boards: ManageData<'getBoards'>;
  columns: Column[];
  filters: PipelineFilters;
  /** The stage to show on narrow screens. */
  stage: Stage;
  onStage: (stage: Stage) => void;
  onOpen: (prospectId: string) => void;
}

/** All stages side by side; on narrow screens one at a time. */
export function Board({ boards, columns, filters, stage: chosen, onStage, onOpen }: Props) {
  const dragState: DragState = useRef({ dragged: [], movedByMenu: null });
  const region = useRef<HTMLElement>(null);
  const [addingTo, setAddingTo] = useState<Stage | null>(null);
  const { selected, toggle, clear } = useSelection(columns);
  useBoardKeys(region, { onToggle: toggle, onClear: clear });
  const move = useMove(filters);
  const showMore = useShowMore(filters);
  const counts = new Map(boards.stages.map(({ id, count }) => [id, count]));
  const isFiltered = Object.keys(filters).length > 0;
  const onMove = (prospects: Prospect[], to: Stage) => {
    clear();
    void move(prospects, to);
  };
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
        {columns.map((column) => (
          <StageColumn
            key={column.stage}
            column={column}
            count={isFiltered ? totalOf(column) : formatNumber(counts.get(column.stage) ?? 0)}
            isFiltered={isFiltered}
            isChosen={column.stage === chosen}
            dragState={dragState}
            selected={new Set(selected.map(({ id }) => id))}
            onToggle={toggle}
            withSelected={(prospect) =>
              selected.some(({ id }) => id === prospect.id) ? selected : [prospect]
            }
            onMove={onMove}
            onAdd={setAddingTo}
            onShowMore={showMore}
          />
        ))}
      </section>
      {selected.length > 0 && (
        <SelectionBar
          count={selected.length}
          onMove={(to) => {
            region.current?.focus({ preventScroll: true });
            onMove(selected, to);
          }}
          onClear={clear}
        />
      )}
      {addingTo && (
        <AddProspect
          stage={addingTo}
          onDone={(id) => {
            setAddingTo(null);
            onOpen(id);
          }}
          onClose={() => setAddingTo(null)}
        />
      )}
    </>
  );
}

/** The selected prospects that are still on the board. */
function useSelection(columns: Column[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    selected: columns.flatMap(({ prospects }) => prospects).filter(({ id }) => ids.has(id)),
    toggle: (id: string) =>
      setIds((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    clear: () => setIds(new Set()),
  };
}
