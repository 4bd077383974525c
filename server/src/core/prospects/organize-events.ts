import type { BulkTaskAction, Stage } from '@outcrop/contract';
import type { NewEvent } from '../events/emit.ts';
import type { ListOrTag } from '../lists-and-tags/find-or-create.ts';

interface Change {
  action: BulkTaskAction;
  affected: { id: string; stage: Stage; ownerId: string | null }[];
  listOrTag: ListOrTag | null;
  stage: Stage | undefined;
  ownerId: string | null;
}

/** One event for each prospect that the action changed. */
export const eventsFor = (change: Change): NewEvent[] =>
  change.affected.map((prospect) => eventFor(change, prospect));

function eventFor(
  { action, listOrTag, stage, ownerId }: Change,
  prospect: Change['affected'][0],
): NewEvent {
  const about = { prospectId: prospect.id };
  switch (action) {
    case 'tag':
      return { type: 'prospect.tagged', ...about, data: { ...about, tag: listOrTag! } };
    case 'untag':
      return { type: 'prospect.untagged', ...about, data: { ...about, tag: listOrTag! } };
    case 'add_to_list':
      return { type: 'list.member_added', ...about, data: { ...about, list: listOrTag! } };
    case 'remove_from_list':
      return { type: 'list.member_removed', ...about, data: { ...about, list: listOrTag! } };
    case 'stage': {
      const previous = { stage: prospect.stage };
      return {
        type: 'prospect.stage_changed',
        ...about,
        data: { ...about, stage: stage! },
        previous,
      };
    }
    case 'assign':
    case 'unassign':
      return {
        type: 'prospect.owner_changed',
        ...about,
        data: { ...about, ownerId },
        previous: { ownerId: prospect.ownerId },
      };
    case 'suppress':
      return { type: 'prospect.suppressed', ...about, data: about };
    case 'unsuppress':
      return { type: 'prospect.unsuppressed', ...about, data: about };
    case 'delete':
      return { type: 'prospect.deleted', ...about, data: about };
  }
}
