import { Button } from '@mantine/core';
import type { Prospect, Stage } from '@outcrop/contract';
import { type DragEvent, useId, useState } from 'react';
import { usePages } from '../../api/lines.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { StageMark } from '../../parts/stage-mark.tsx';
import { stageNames } from '../../parts/stages.ts';
import { columnRequest, peopleOf, totalOf } from './columns.ts';
import { type Hand, PersonCard } from './person-card.tsx';
import classes from './pipeline.module.css';
import type { PipelineFilters } from './search.ts';

interface Props {
  stage: Stage;
  /** Of everyone at this stage. */
  count: number;
  filters: PipelineFilters;
  isChosen: boolean;
  hand: Hand;
  onMove: (person: Prospect, to: Stage) => void;
}

/** The people of one stage, newest first. */
export function StageColumn({ stage, count, filters, isChosen, hand, onMove }: Props) {
  const pages = usePages('getProspects', columnRequest(filters, stage), (page) => [page]);
  const isFiltered = Object.keys(filters).length > 0;
  const drop = useDrop(stage, hand, onMove);
  const title = useId();
  return (
    <section
      className={classes.column}
      aria-labelledby={title}
      data-chosen={isChosen || undefined}
      {...drop}
    >
      <h2 className={classes.stage} id={title}>
        <StageMark stage={stage} />{' '}
        <span className={classes.count}>
          {isFiltered ? pages.data && totalOf(pages.data) : count.toLocaleString('en')}
        </span>
      </h2>
      <div className={classes.people}>
        <Loaded query={pages} what={`who is in ${stageNames[stage]}`}>
          {(read) => {
            const people = peopleOf(read);
            return (
              <>
                {people.length === 0 && !pages.hasNextPage && (
                  <p className={classes.nobody}>
                    {isFiltered ? 'Nobody matches' : 'Nobody is here'}
                  </p>
                )}
                <ul className={classes.cards}>
                  {people.map((person) => (
                    <PersonCard key={person.id} person={person} hand={hand} onMove={onMove} />
                  ))}
                </ul>
                {pages.hasNextPage && (
                  <Button
                    fullWidth
                    variant="default"
                    aria-label={`Show more of ${stageNames[stage]}`}
                    loading={pages.isFetchingNextPage}
                    onClick={() => void pages.fetchNextPage()}
                  >
                    Show more
                  </Button>
                )}
              </>
            );
          }}
        </Loaded>
      </div>
    </section>
  );
}

/** Takes whoever is dragged here from another column. */
function useDrop(stage: Stage, hand: Hand, onMove: Props['onMove']) {
  const [isTarget, setTarget] = useState(false);
  const coming = () => {
    const { dragged } = hand.current;
    return dragged && dragged.stage !== stage ? dragged : null;
  };
  return {
    'data-target': isTarget || undefined,
    onDragOver: (event: DragEvent) => {
      if (!coming()) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setTarget(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setTarget(false);
    },
    onDrop: (event: DragEvent) => {
      setTarget(false);
      const person = coming();
      if (!person) return;
      event.preventDefault();
      hand.current.dragged = null;
      onMove(person, stage);
    },
  };
}
