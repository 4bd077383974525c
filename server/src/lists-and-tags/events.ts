import type { NewEvent } from '../core/events/emit.ts';
import type { Kind, ListOrTag } from '../core/lists-and-tags/find-or-create.ts';

export const memberRemovedEvent = (
  kind: Kind,
  listOrTag: ListOrTag,
  prospectId: string,
): NewEvent =>
  kind === 'list'
    ? { type: 'list.member_removed', prospectId, data: { prospectId, list: listOrTag } }
    : { type: 'prospect.untagged', prospectId, data: { prospectId, tag: listOrTag } };

export const memberAddedEvent = (kind: Kind, listOrTag: ListOrTag, prospectId: string): NewEvent =>
  kind === 'list'
    ? { type: 'list.member_added', prospectId, data: { prospectId, list: listOrTag } }
    : { type: 'prospect.tagged', prospectId, data: { prospectId, tag: listOrTag } };
