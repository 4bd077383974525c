import type { NewEvent } from '../events/emit.ts';
import type { ListOrTag } from '../lists-and-tags/find-or-create.ts';
import type { Kind } from './sql.ts';

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
