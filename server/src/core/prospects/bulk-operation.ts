import type { BulkTaskAction, Stage } from '@outcrop/contract';
import type { OperationContext } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/index.ts';
import { endEnrollments } from '../campaigns/end-enrollments.sql.ts';
import { cancelEnrichments, clearEnrichmentResults } from '../enrichment/enrichments.ts';
import { emitEvents, type NewEvent } from '../events/emit-events.ts';
import { forgetProspects } from '../events/prospect-activity.sql.ts';
import {
  findListOrTag,
  findOrCreateListOrTag,
  type ListOrTag,
  type ListOrTagKind,
  type ResolvedListOrTag,
} from '../lists-and-tags/find-or-create-list-or-tag.ts';
import {
  addMembers,
  type CountChange,
  changeCounts,
  countMemberships,
  removeMembers,
  selectMembersAmong,
} from '../lists-and-tags/memberships.sql.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { requireLockedMember } from '../workspaces/require-member.ts';
import { prospectsAffectedBy } from './bulk-operation-rules.ts';
import { forgetDeletedPeople } from './forget-people.ts';
import {
  deleteProspects,
  type LockedProspect,
  moveToStage,
  setDoNotContact,
  setOwner,
  touchProspects,
} from './prospects.sql.ts';

/** Actions on a list or tag, and whether an unknown name creates one. */
export const listOrTagActions: Partial<
  Record<BulkTaskAction, { kind: ListOrTagKind; creates: boolean }>
> = {
  tag: { kind: 'tag', creates: true },
  untag: { kind: 'tag', creates: false },
  add_to_list: { kind: 'list', creates: true },
  remove_from_list: { kind: 'list', creates: false },
};

export interface BulkOperation {
  action: BulkTaskAction;
  /** Set for actions on a list or tag. */
  listOrTag: ListOrTag | null;
  stage?: Stage | undefined;
  /** The new owner, for `assign`. 404 if they are not a member. */
  ownerId?: string | null | undefined;
}

export interface AffectedProspect extends LockedProspect {
  /** Id of the event for this change. */
  eventId: string;
}

interface ListOrTagRequest {
  action: BulkTaskAction;
  tagId?: string | undefined;
  tagName?: string | undefined;
  listId?: string | undefined;
  listName?: string | undefined;
}

/** The list or tag that a request refers to; null for other actions. */
export async function resolveListOrTag(
  tx: Tx,
  request: ListOrTagRequest,
): Promise<ResolvedListOrTag | null> {
  const listOrTagAction = listOrTagActions[request.action];
  if (!listOrTagAction) return null;
  const { tagId, tagName, listId, listName } = request;
  const named =
    listOrTagAction.kind === 'tag' ? { id: tagId, name: tagName } : { id: listId, name: listName };
  return listOrTagAction.creates
    ? findOrCreateListOrTag(tx, listOrTagAction.kind, named)
    : findListOrTag(tx, listOrTagAction.kind, named);
}

/** Applies an operation to locked prospects that still need it, and returns those that changed. */
export async function applyBulkOperation(
  scope: OperationContext<{ suppression: Suppression }>,
  operation: BulkOperation,
  locked: LockedProspect[],
): Promise<AffectedProspect[]> {
  const { action, stage } = operation;
  const ownerId = operation.ownerId ?? null;
  const listOrTag = operation.listOrTag && {
    id: operation.listOrTag.id,
    name: operation.listOrTag.name,
  };
  const ids = locked.map(({ id }) => id);
  const members = listOrTag
    ? await selectMembersAmong(scope.tx, listOrTagActions[action]!.kind, listOrTag.id, ids)
    : new Set<string>();
  const prospects = locked.map((prospect) => ({ ...prospect, isMember: members.has(prospect.id) }));
  const affected = prospectsAffectedBy(action, prospects, { stage, ownerId });
  if (ownerId !== null) await requireLockedMember(scope.tx, ownerId);
  if (affected.length === 0) return [];
  const counts = await writeBulkChange(scope, { action, listOrTag, stage, ownerId }, affected);
  const eventIds = emitEvents(scope, eventsFor({ action, affected, listOrTag, stage, ownerId }));
  changeCounts(scope.tx, counts);
  return affected.map((prospect, index) => ({ ...prospect, eventId: eventIds[index]! }));
}

/** Writes the change and returns the count changes. */
async function writeBulkChange(
  scope: OperationContext<{ suppression: Suppression }>,
  { action, listOrTag, stage, ownerId = null }: BulkOperation,
  affected: LockedProspect[],
): Promise<CountChange[]> {
  const {
    tx,
    deps: { suppression },
  } = scope;
  const ids = affected.map(({ id }) => id);
  switch (action) {
    case 'tag':
    case 'add_to_list': {
      const { kind } = listOrTagActions[action]!;
      addMembers(tx, kind, listOrTag!.id, ids);
      touchProspects(tx, ids);
      return [{ kind, key: listOrTag!.id, by: ids.length }];
    }
    case 'untag':
    case 'remove_from_list': {
      const { kind } = listOrTagActions[action]!;
      removeMembers(tx, kind, listOrTag!.id, ids);
      touchProspects(tx, ids);
      return [{ kind, key: listOrTag!.id, by: -ids.length }];
    }
    case 'stage':
      moveToStage(scope, stage!, ids);
      return [...decrementStages(affected), { kind: 'stage', key: stage!, by: ids.length }];
    case 'assign':
    case 'unassign':
      setOwner(scope, ownerId, ids);
      return [];
    case 'suppress':
      setDoNotContact(scope, true, ids);
      suppression.add(tx, affected);
      endEnrollments(tx, ids, 'suppressed');
      return [];
    case 'unsuppress':
      setDoNotContact(scope, false, ids);
      suppression.remove(tx, affected);
      return [];
    case 'delete': {
      const [memberships] = await Promise.all([
        countMemberships(tx, ids),
        cancelEnrichments(tx, ids),
      ]);
      forgetDeletedPeople(scope, ids);
      deleteProspects(tx, affected);
      forgetProspects(tx, ids);
      clearEnrichmentResults(tx, ids);
      return [
        ...decrementStages(affected),
        ...memberships.map(({ kind, key, count }) => ({ kind, key, by: -count })),
      ];
    }
  }
}

const decrementStages = (affected: LockedProspect[]): CountChange[] =>
  Map.groupBy(affected, ({ stage }) => stage)
    .entries()
    .map(([key, prospects]): CountChange => ({ kind: 'stage', key, by: -prospects.length }))
    .toArray();

interface BulkChange {
  action: BulkTaskAction;
  affected: { id: string; stage: Stage; ownerId: string | null }[];
  listOrTag: ListOrTag | null;
  stage: Stage | undefined;
  ownerId: string | null;
}

/** One event for each prospect that the action changed. */
const eventsFor = (change: BulkChange): NewEvent[] =>
  change.affected.map((prospect) => eventFor(change, prospect));

function eventFor(
  { action, listOrTag, stage, ownerId }: BulkChange,
  prospect: BulkChange['affected'][0],
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
