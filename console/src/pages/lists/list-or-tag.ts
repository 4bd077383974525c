import type { ManageData, ManageEndpointId } from '@outcrop/contract';

export type Kind = 'list' | 'tag';
export type ListOrTag = ManageData<'getBoards'>['lists'][number];

export const endpointsByKind = {
  list: { create: 'postLists', rename: 'patchList', merge: 'postListMerge', remove: 'deleteList' },
  tag: { create: 'postTags', rename: 'patchTag', merge: 'postTagMerge', remove: 'deleteTag' },
} as const;

export const paramsOf = (kind: Kind, id: string) =>
  kind === 'list' ? { listId: id } : { tagId: id };

/** Endpoints to refetch after a list or tag has changed. */
export const listAndTagEndpoints: ManageEndpointId[] = [
  'getBoards',
  'getUsage',
  'getProspects',
  'getProspect',
  'getProspectTimeline',
];
