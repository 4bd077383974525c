import { Menu } from '@mantine/core';
import type { Prospect, Stage } from '@outcrop/contract';
import { stageName, stages } from '@outcrop/contract/stages';
import { announce } from '../../components/live-region.tsx';
import { notifyFailure } from '../../components/notify-failure.ts';
import { StageBadge } from '../prospect/stage-badge.tsx';
import { notifyWithUndo } from '../tasks/notify-with-undo.tsx';
import { useChange } from './change.ts';

/** The items of a menu that moves a prospect to another stage. */
export function StageItems({ prospect: { id, stage } }: { prospect: Prospect }) {
  const { change } = useChange(id);
  const move = async (to: Stage) => {
    const title = `Moved to ${stageName[to]}`;
    try {
      await change({ action: 'stage', stage: to });
      announce(title);
      notifyWithUndo({
        title,
        changed: [`stage ${id}`],
        undo: () => change({ action: 'stage', stage }),
      });
    } catch (error) {
      notifyFailure('Could not move the prospect', error);
    }
  };
  return (
    <>
      <Menu.Label>Move to</Menu.Label>
      {stages.map((each) => (
        <Menu.Item key={each} disabled={each === stage} onClick={() => void move(each)}>
          <StageBadge stage={each} />
        </Menu.Item>
      ))}
    </>
  );
}
