import type { ManageData, ManageEndpointId } from '@outcrop/contract';

export type Kind = 'list' | 'tag';
export type Board = ManageData<'getBoards'>['lists'][number];

/** What can be done to lists and to tags has the same shape, and lines of its own. */
export const lines = {
  list: { make: 'postLists', rename: 'patchList', merge: 'postListMerge', end: 'deleteList' },
  tag: { make: 'postTags', rename: 'patchTag', merge: 'postTagMerge', end: 'deleteTag' },
} as const;

export const paramsOf = (kind: Kind, id: string) =>
  kind === 'list' ? { listId: id } : { tagId: id };

/** Lines that read otherwise after a list or tag has changed. */
export const linesAboutBoards: ManageEndpointId[] = [
  'getBoards',
  'getUsage',
  'getProspects',
  'getProspect',
  'getProspectTimeline',
];
