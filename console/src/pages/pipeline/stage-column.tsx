import { Button } from '@mantine/core';
import type { Prospect, Stage } from '@outcrop/contract';
import { stageName } from '@outcrop/contract/stages';
import { type DragEvent, useId, useState } from 'react';
import { usePages } from '../../api/endpoints.ts';
import { formatNumber } from '../../components/format.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { StageBadge } from '../../features/prospect/stage-badge.tsx';
import { columnRequest, prospectsOf, totalOf } from './columns.ts';
import classes from './pipeline.module.css';
import { type DragState, ProspectCard } from './prospect-card.tsx';
import type { PipelineFilters } from './search.ts';

interface Props {
  stage: Stage;
  /** Without filters. */
  count: number;
  filters: PipelineFilters;
  isChosen: boolean;
  dragState: DragState;
  onMove: (prospect: Prospect, to: Stage) => void;
}

export function StageColumn({ stage, count, filters, isChosen, dragState, onMove }: Props) {
  const pages = usePages('getProspects', columnRequest(filters, stage), (page) => [page]);
  const isFiltered = Object.keys(filters).length > 0;
  const drop = useDrop(stage, dragState, onMove);
  const title = useId();
  return (
    <section
      className={classes.column}
      aria-labelledby={title}
      data-chosen={isChosen || undefined}
      {...drop}
    >
      <h2 className={classes.stage} id={title}>
        <StageBadge stage={stage} />{' '}
        <span className={classes.count}>
          {isFiltered ? pages.data && totalOf(pages.data) : formatNumber(count)}
        </span>
      </h2>
      <div className={classes.prospects}>
        <QueryBoundary query={pages} what={`the prospects in ${stageName[stage]}`}>
          {(read) => {
            const prospects = prospectsOf(read);
            return (
              <>
                {prospects.length === 0 && !pages.hasNextPage && (
                  <p className={classes.empty}>{isFiltered ? 'No matches' : 'No prospects'}</p>
                )}
                <ul className={classes.cards}>
                  {prospects.map((prospect) => (
                    <ProspectCard
                      key={prospect.id}
                      prospect={prospect}
                      dragState={dragState}
                      onMove={onMove}
                    />
                  ))}
                </ul>
                {pages.hasNextPage && (
                  <Button
                    fullWidth
                    variant="default"
                    aria-label={`Show more in ${stageName[stage]}`}
                    loading={pages.isFetchingNextPage}
                    onClick={() => void pages.fetchNextPage()}
                  >
                    Show more
                  </Button>
                )}
              </>
            );
          }}
        </QueryBoundary>
      </div>
    </section>
  );
}

/** Accepts cards dragged from other columns. */
function useDrop(stage: Stage, dragState: DragState, onMove: Props['onMove']) {
  const [isTarget, setTarget] = useState(false);
  const droppable = () => {
    const { dragged } = dragState.current;
    return dragged && dragged.stage !== stage ? dragged : null;
  };
  return {
    'data-target': isTarget || undefined,
    onDragOver: (event: DragEvent) => {
      if (!droppable()) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setTarget(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setTarget(false);
    },
    onDrop: (event: DragEvent) => {
      setTarget(false);
      const prospect = droppable();
      if (!prospect) return;
      event.preventDefault();
      dragState.current.dragged = null;
      onMove(prospect, stage);
    },
  };
}
