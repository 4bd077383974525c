import { z } from 'zod';
import { board } from '../boards.ts';
import { endpoint, manageLine, noQuery, offersDryRun, writeNotes } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { named as boardName, count, id, ref, text } from '../fields.ts';
import { startedTask } from './tasks.ts';

/** The most people whom one request takes off a list or tag that it ends; beyond, it is a task. */
export const mostMembersAtOnce = 5_000;

const name = text(200).describe('Its name: no other may differ from it in case alone.');

const about = { ...manageLine, role: 'member', query: noQuery } as const;

const nameIt = { body: z.object({ name, ...offersDryRun }) };
const named = { ...nameIt, data: z.strictObject({ board, ...writeNotes }) };
const made = {
  ...nameIt,
  data: z.strictObject({
    board: board.extend({ id: id().nullable().describe('Null if it was only tried.') }),
    ...writeNotes,
  }),
};

const later = {
  task: startedTask.shape.task
    .optional()
    .describe('Present when there are so many people that this task does it; watch it.'),
};

const merge = (kind: 'list' | 'tag') => ({
  body: z.object({
    intoId: ref(kind).describe(`The ${kind} that takes the people over.`),
    ...offersDryRun,
  }),
  data: z.strictObject({
    board: board.describe(`The ${kind} that took them over.`),
    moved: count().describe('People who came to it.'),
    folded: count().describe('People who were in both.'),
    ...later,
    ...writeNotes,
  }),
});

const deleted = {
  body: null,
  data: z.strictObject({
    board: boardName.describe('What was deleted.'),
    removed: count().describe('People who were in it. They stay in the workspace.'),
    ...later,
  }),
};

const limit = `More than ${mostMembersAtOnce.toLocaleString('en')} people are a task.`;

const oneList = { params: z.object({ listId: ref('list').describe('The list.') }) };
const inList = { params: { listId: exampleIds.list } };
const fair = { id: exampleIds.list, name: 'Trade fair 2026' };

export const postLists = endpoint({
  ...about,
  ...made,
  id: 'postLists',
  method: 'POST',
  path: '/lists',
  summary: 'Make a list',
  description: 'Makes an empty list. A workspace has at most 1,000.',
  examples: [
    {
      summary: 'A new list',
      body: { name: 'Partners in the north' },
      data: { board: { id: exampleIds.list, name: 'Partners in the north', count: 0 } },
    },
  ],
});

export const patchList = endpoint({
  ...about,
  ...named,
  ...oneList,
  id: 'patchList',
  method: 'PATCH',
  path: '/lists/{listId}',
  summary: 'Rename a list',
  description: 'Gives the list another name. The people on it notice nothing.',
  examples: [
    {
      summary: 'A better name',
      ...inList,
      body: { name: 'Trade fair, second day' },
      data: { board: { id: exampleIds.list, name: 'Trade fair, second day', count: 84 } },
    },
  ],
});

export const postListMerge = endpoint({
  ...about,
  ...merge('list'),
  ...oneList,
  id: 'postListMerge',
  method: 'POST',
  path: '/lists/{listId}/merge',
  summary: 'Merge a list into another',
  description:
    'Everyone on this list is on the other one afterwards, and this list is gone. Each person ' +
    `makes the events of leaving the one and, unless they were there, of joining the other. ${limit}`,
  examples: [
    {
      summary: 'Two lists of one fair',
      params: { listId: exampleIds.secondList },
      body: { intoId: exampleIds.list },
      data: { board: { ...fair, count: 84 }, moved: 31, folded: 6 },
    },
  ],
});

export const deleteList = endpoint({
  ...about,
  ...deleted,
  ...oneList,
  id: 'deleteList',
  method: 'DELETE',
  path: '/lists/{listId}',
  summary: 'Delete a list',
  description: `Takes everyone off the list and deletes it. The people themselves stay. ${limit}`,
  examples: [{ summary: 'An old list', ...inList, data: { board: fair, removed: 84 } }],
});

const oneTag = { params: z.object({ tagId: ref('tag').describe('The tag.') }) };
const inTag = { params: { tagId: exampleIds.tag } };
const met = { id: exampleIds.tag, name: 'Met in person' };

export const postTags = endpoint({
  ...about,
  ...made,
  id: 'postTags',
  method: 'POST',
  path: '/tags',
  summary: 'Make a tag',
  description: 'Makes a tag that nobody has yet. A workspace has at most 1,000.',
  examples: [
    {
      summary: 'A new tag',
      body: { name: 'Speaks Portuguese' },
      data: { board: { id: exampleIds.tag, name: 'Speaks Portuguese', count: 0 } },
    },
  ],
});

export const patchTag = endpoint({
  ...about,
  ...named,
  ...oneTag,
  id: 'patchTag',
  method: 'PATCH',
  path: '/tags/{tagId}',
  summary: 'Rename a tag',
  description: 'Gives the tag another name. Whoever has it keeps it.',
  examples: [
    {
      summary: 'A better name',
      ...inTag,
      body: { name: 'Met at a fair' },
      data: { board: { id: exampleIds.tag, name: 'Met at a fair', count: 19 } },
    },
  ],
});

export const postTagMerge = endpoint({
  ...about,
  ...merge('tag'),
  ...oneTag,
  id: 'postTagMerge',
  method: 'POST',
  path: '/tags/{tagId}/merge',
  summary: 'Merge a tag into another',
  description:
    'Everyone with this tag has the other one afterwards, and this tag is gone. Each person makes ' +
    `the events of losing the one and, unless they had it, of getting the other. ${limit}`,
  examples: [
    {
      summary: 'Two tags for one thing',
      params: { tagId: exampleIds.secondTag },
      body: { intoId: exampleIds.tag },
      data: { board: { ...met, count: 19 }, moved: 4, folded: 2 },
    },
  ],
});

export const deleteTag = endpoint({
  ...about,
  ...deleted,
  ...oneTag,
  id: 'deleteTag',
  method: 'DELETE',
  path: '/tags/{tagId}',
  summary: 'Delete a tag',
  description: `Takes the tag off everyone and deletes it. The people themselves stay. ${limit}`,
  examples: [{ summary: 'An old tag', ...inTag, data: { board: met, removed: 19 } }],
});
