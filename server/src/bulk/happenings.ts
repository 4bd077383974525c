import type { BulkAction, Stage } from '@outcrop/contract';
import type { Happening } from '../events/emit.ts';
import type { Named } from '../names/find-or-make.ts';

interface Change {
  action: BulkAction;
  affected: { id: string; stage: Stage }[];
  board: Named | null;
  stage: Stage | undefined;
}

/** One event for each prospect that the action changed. */
export const happeningsOf = (change: Change): Happening[] =>
  change.affected.map((prospect) => happeningOf(change, prospect));

function happeningOf({ action, board, stage }: Change, prospect: Change['affected'][0]): Happening {
  const about = { prospectId: prospect.id };
  switch (action) {
    case 'tag':
      return { type: 'prospect.tagged', ...about, data: { ...about, tag: board! } };
    case 'untag':
      return { type: 'prospect.untagged', ...about, data: { ...about, tag: board! } };
    case 'add_to_list':
      return { type: 'list.member_added', ...about, data: { ...about, list: board! } };
    case 'remove_from_list':
      return { type: 'list.member_removed', ...about, data: { ...about, list: board! } };
    case 'stage': {
      const previous = { stage: prospect.stage };
      return {
        type: 'prospect.stage_changed',
        ...about,
        data: { ...about, stage: stage! },
        previous,
      };
    }
    case 'suppress':
      return { type: 'prospect.suppressed', ...about, data: about };
    case 'unsuppress':
      return { type: 'prospect.unsuppressed', ...about, data: about };
    case 'delete':
      return { type: 'prospect.deleted', ...about, data: about };
  }
}
