import { z } from 'zod';
import { boardSchema, getBoards as publicGetBoards } from '../boards.ts';
import {
  asManageEndpoint,
  defineEndpoint,
  dryRunField,
  manageDefaults,
  noQuery,
  writeResultFields,
} from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { idAndName as boardName, count, id, ref, text } from '../fields.ts';
import { startedTask } from './tasks.ts';

/** Larger lists and tags are merged or deleted by a task. */
export const maxMembersPerRequest = 5_000;

const name = text(200).describe('Name. Must be unique, ignoring case.');

const defaults = { ...manageDefaults, role: 'member', query: noQuery } as const;

const nameBody = { body: z.object({ name, ...dryRunField }) };
const renameEndpoint = {
  ...nameBody,
  data: z.strictObject({ board: boardSchema, ...writeResultFields }),
};
const createEndpoint = {
  ...nameBody,
  data: z.strictObject({
    board: boardSchema.extend({ id: id().nullable().describe('Null in a dry run.') }),
    ...writeResultFields,
  }),
};

const taskField = {
  task: startedTask.shape.task
    .optional()
    .describe('Present if a task does the work because of the size. Follow this task.'),
};

const mergeEndpoint = (kind: 'list' | 'tag') => ({
  body: z.object({
    intoId: ref(kind).describe(`The ${kind} to merge into.`),
    ...dryRunField,
  }),
  data: z.strictObject({
    board: boardSchema.describe(`The ${kind} after the merge.`),
    moved: count().describe('Prospects that were added to it.'),
    folded: count().describe('Prospects that were in both.'),
    ...taskField,
    ...writeResultFields,
  }),
});

const deleteEndpoint = {
  body: null,
  data: z.strictObject({
    board: boardName.describe('The deleted list or tag.'),
    removed: count().describe('Prospects that were in it. They stay in the workspace.'),
    ...taskField,
  }),
};

const sizeNote = `With more than ${maxMembersPerRequest.toLocaleString('en')} prospects, this starts a task.`;

const listParams = { params: z.object({ listId: ref('list').describe('The list.') }) };
const listExampleParams = { params: { listId: exampleIds.list } };
const listExample = { id: exampleIds.list, name: 'Trade fair 2026' };

export const getBoards = asManageEndpoint(publicGetBoards, 'Lists and tags');

export const postLists = defineEndpoint({
  ...defaults,
  ...createEndpoint,
  id: 'postLists',
  method: 'POST',
  path: '/lists',
  topic: 'Lists and tags',
  summary: 'Create a list',
  description: 'Creates an empty list. A workspace has at most 1,000 lists.',
  examples: [
    {
      summary: 'A new list',
      body: { name: 'Partners in the north' },
      data: { board: { id: exampleIds.list, name: 'Partners in the north', count: 0 } },
    },
  ],
});

export const patchList = defineEndpoint({
  ...defaults,
  ...renameEndpoint,
  ...listParams,
  id: 'patchList',
  method: 'PATCH',
  path: '/lists/{listId}',
  topic: 'Lists and tags',
  summary: 'Rename a list',
  description: 'Renames a list. Its prospects are not affected.',
  examples: [
    {
      summary: 'A new name',
      ...listExampleParams,
      body: { name: 'Trade fair, second day' },
      data: { board: { id: exampleIds.list, name: 'Trade fair, second day', count: 84 } },
    },
  ],
});

export const postListMerge = defineEndpoint({
  ...defaults,
  ...mergeEndpoint('list'),
  ...listParams,
  id: 'postListMerge',
  method: 'POST',
  path: '/lists/{listId}/merge',
  topic: 'Lists and tags',
  summary: 'Merge a list into another',
  description:
    'Moves all prospects on this list to another list and deletes this one. Emits ' +
    '`list.member_removed` for each prospect, and `list.member_added` unless it was ' +
    `already on the other list. ${sizeNote}`,
  examples: [
    {
      summary: 'Merge two lists',
      params: { listId: exampleIds.secondList },
      body: { intoId: exampleIds.list },
      data: { board: { ...listExample, count: 84 }, moved: 31, folded: 6 },
    },
  ],
});

export const deleteList = defineEndpoint({
  ...defaults,
  ...deleteEndpoint,
  ...listParams,
  id: 'deleteList',
  method: 'DELETE',
  path: '/lists/{listId}',
  topic: 'Lists and tags',
  summary: 'Delete a list',
  description: `Deletes a list. Its prospects are kept. ${sizeNote}`,
  examples: [
    { summary: 'An old list', ...listExampleParams, data: { board: listExample, removed: 84 } },
  ],
});

const tagParams = { params: z.object({ tagId: ref('tag').describe('The tag.') }) };
const tagExampleParams = { params: { tagId: exampleIds.tag } };
const tagExample = { id: exampleIds.tag, name: 'Met in person' };

export const postTags = defineEndpoint({
  ...defaults,
  ...createEndpoint,
  id: 'postTags',
  method: 'POST',
  path: '/tags',
  topic: 'Lists and tags',
  summary: 'Create a tag',
  description: 'Creates a tag. A workspace has at most 1,000 tags.',
  examples: [
    {
      summary: 'A new tag',
      body: { name: 'Speaks Portuguese' },
      data: { board: { id: exampleIds.tag, name: 'Speaks Portuguese', count: 0 } },
    },
  ],
});

export const patchTag = defineEndpoint({
  ...defaults,
  ...renameEndpoint,
  ...tagParams,
  id: 'patchTag',
  method: 'PATCH',
  path: '/tags/{tagId}',
  topic: 'Lists and tags',
  summary: 'Rename a tag',
  description: 'Renames a tag. Prospects with the tag keep it.',
  examples: [
    {
      summary: 'A new name',
      ...tagExampleParams,
      body: { name: 'Met at a fair' },
      data: { board: { id: exampleIds.tag, name: 'Met at a fair', count: 19 } },
    },
  ],
});

export const postTagMerge = defineEndpoint({
  ...defaults,
  ...mergeEndpoint('tag'),
  ...tagParams,
  id: 'postTagMerge',
  method: 'POST',
  path: '/tags/{tagId}/merge',
  topic: 'Lists and tags',
  summary: 'Merge a tag into another',
  description:
    'Replaces this tag with another one on all prospects and deletes it. Emits ' +
    '`prospect.untagged` for each prospect, and `prospect.tagged` unless it already had ' +
    `the other tag. ${sizeNote}`,
  examples: [
    {
      summary: 'Merge two tags',
      params: { tagId: exampleIds.secondTag },
      body: { intoId: exampleIds.tag },
      data: { board: { ...tagExample, count: 19 }, moved: 4, folded: 2 },
    },
  ],
});

export const deleteTag = defineEndpoint({
  ...defaults,
  ...deleteEndpoint,
  ...tagParams,
  id: 'deleteTag',
  method: 'DELETE',
  path: '/tags/{tagId}',
  topic: 'Lists and tags',
  summary: 'Delete a tag',
  description: `Deletes a tag. Its prospects are kept. ${sizeNote}`,
  examples: [
    { summary: 'An old tag', ...tagExampleParams, data: { board: tagExample, removed: 19 } },
  ],
});
