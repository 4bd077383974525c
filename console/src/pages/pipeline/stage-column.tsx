import { Button } from '@mantine/core';
import type { Stage } from '@outcrop/contract';
import { stageName } from '@outcrop/contract/stages';
import { IconPlus } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { StageBadge } from '../../features/prospect/stage-badge.tsx';
import type { Column } from './columns.ts';
import classes from './pipeline.module.css';
import { type BoardActions, ProspectCard } from './prospect-card.tsx';

interface Props extends BoardActions {
  column: Column;
  /** "12", or "1,000+" of a filtered column. */
  count: string;
  isFiltered: boolean;
  isChosen: boolean;
  onAdd: (stage: Stage) => void;
  onShowMore: (column: Column) => Promise<void>;
}

export function StageColumn(props: Props) {
  const { column, count, isFiltered, isChosen, onAdd, onShowMore, ...actions } = props;
  const { stage, prospects, nextCursor } = column;
  const drop = useDrop(stage, actions);
  const title = useId();
  return (
    <section
      className={classes.column}
      aria-labelledby={title}
      data-chosen={isChosen || undefined}
      {...drop}
    >
      <div className={classes.columnHead}>
        <h2 className={classes.stage} id={title}>
          <StageBadge stage={stage} /> <span className={classes.count}>{count}</span>
        </h2>
        <ActionButton
          className={classes.add!}
          size="compact-xs"
          variant="subtle"
          color="muted"
          aria-label={`Add prospect to ${stageName[stage]}`}
          disabledReason={useDisabledReason('member')}
          onClick={() => onAdd(stage)}
        >
          <IconPlus size={16} aria-hidden />
        </ActionButton>
      </div>
      <div className={classes.prospects}>
        {prospects.length === 0 && nextCursor === null && (
          <p className={classes.empty}>{isFiltered ? 'No matches' : 'No prospects'}</p>
        )}
        <ul className={classes.cards}>
          {prospects.map((prospect) => (
            <ProspectCard key={prospect.id} prospect={prospect} {...actions} />
          ))}
        </ul>
        {nextCursor !== null && <ShowMore column={column} onShowMore={onShowMore} />}
      </div>
    </section>
  );
}

function ShowMore({ column, onShowMore }: Pick<Props, 'column' | 'onShowMore'>) {
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<unknown>(null);
  return (
    <>
      <FailureNote error={error} />
      <Button
        fullWidth
        variant="default"
        aria-label={`Show more in ${stageName[column.stage]}`}
        loading={isLoading}
        onClick={() => {
          setLoading(true);
          setError(null);
          onShowMore(column)
            .catch(setError)
            .finally(() => setLoading(false));
        }}
      >
        Show more
      </Button>
    </>
  );
}

/** Accepts cards dragged from other columns. */
function useDrop(stage: Stage, { dragState, onMove }: BoardActions) {
  const [isTarget, setTarget] = useState(false);
  const canDrop = () => dragState.current.dragged.some((dragged) => dragged.stage !== stage);
  return {
    'data-target': isTarget || undefined,
    onDragOver: (event: DragEvent) => {
      if (!canDrop()) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setTarget(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setTarget(false);
    },
    onDrop: (event: DragEvent) => {
      setTarget(false);
      if (!canDrop()) return;
      event.preventDefault();
      const { dragged } = dragState.current;
      dragState.current.dragged = [];
      onMove(dragged, stage);
    },
  };
}
