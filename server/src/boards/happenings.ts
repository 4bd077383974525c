import type { Happening } from '../events/emit.ts';
import type { Named } from '../names/find-or-make.ts';
import type { Kind } from './sql.ts';

export const left = (kind: Kind, board: Named, prospectId: string): Happening =>
  kind === 'list'
    ? { type: 'list.member_removed', prospectId, data: { prospectId, list: board } }
    : { type: 'prospect.untagged', prospectId, data: { prospectId, tag: board } };

export const joined = (kind: Kind, board: Named, prospectId: string): Happening =>
  kind === 'list'
    ? { type: 'list.member_added', prospectId, data: { prospectId, list: board } }
    : { type: 'prospect.tagged', prospectId, data: { prospectId, tag: board } };
