import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery, writeResultFields } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { id, nameText, ref, text, timestamp } from '../fields.ts';
import { getProspects } from '../prospects.ts';

/** The limit of shared views in a workspace, and of private views of a user. */
export const maxViews = 200;

const columns = z
  .array(
    z.object({
      key: nameText(60).describe('A column of the console’s table.'),
      width: z.int().min(40).max(2_000).optional().describe('In pixels. Default: automatic.'),
    }),
  )
  .max(60)
  .describe('The columns after the name, in order. None: the columns of the reader.');

const view = z
  .strictObject({
    id: id(),
    name: z.string(),
    query: z.string(),
    columns: z.array(z.strictObject({ key: z.string(), width: z.int().optional() })),
    shared: z.boolean().describe('False: only its owner sees it.'),
    pinned: z.boolean().describe('In the caller’s navigation.'),
    ownerId: id().nullable().describe('The user who created it. Null once they have left.'),
    updatedAt: timestamp(),
  })
  .meta({ id: 'View' });
export type View = z.output<typeof view>;

const name = nameText(100)
  .refine((value) => value.trim() !== '', { error: 'must not be empty' })
  .describe('Must be unique among shared views, or among your private ones, ignoring case.');

const {
  page: _page,
  pageSize: _size,
  cursor: _cursor,
  returnIds: _ids,
  ...parameters
} = getProspects.query.shape;
const viewQuery = z.strictObject({
  ...parameters,
  ownerId: z.union([z.literal('me'), parameters.ownerId]),
});

/** The first problem, or null. */
function problemOf(query: string): string | null {
  const values = Object.fromEntries(new URLSearchParams(query));
  const [issue] = viewQuery.safeParse(values).error?.issues ?? [];
  if (!issue) return null;
  if (issue.code === 'unrecognized_keys') return 'has an unknown parameter';
  return `has an invalid ${issue.path.join('.')}`;
}

const query = text(8_000)
  .superRefine((value, context) => {
    if (value.length > 8_000) return;
    const message = problemOf(value);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .describe(
    'Filters and order as the query string of GET /prospects: `stage=new,contacted&sort=name`. ' +
      '`ownerId=me` is each user who opens it. Lists, tags and campaigns in it may be deleted later.',
  );
const shared = z.boolean().optional();
const pinned = z.boolean().optional().describe('In the caller’s navigation, of no one else.');

const viewExample = {
  id: exampleIds.view,
  name: 'New in Lagos',
  query: 'q=lagos&stage=new%2Ccontacted&sort=-lastActivityAt',
  columns: [{ key: 'companyName' }, { key: 'email', width: 260 }, { key: 'stage' }],
  shared: true,
  pinned: true,
  ownerId: exampleIds.user,
  updatedAt: '2026-03-05T14:02:37.915Z',
};

const params = z.object({ viewId: ref('view').describe('The view.') });
const exampleParams = { params: { viewId: exampleIds.view } };
const defaults = {
  ...manageDefaults,
  role: 'viewer',
  query: noQuery,
} as const;

export const getViews = defineEndpoint({
  ...defaults,
  id: 'getViews',
  method: 'GET',
  path: '/views',
  topic: 'Saved views',
  summary: 'List saved views',
  description: 'Returns the shared views and the caller’s private ones, by name.',
  body: null,
  data: z.strictObject({ views: z.array(view) }),
  examples: [{ summary: 'A shared view', data: { views: [viewExample] } }],
});

export const postViews = defineEndpoint({
  ...defaults,
  id: 'postViews',
  method: 'POST',
  path: '/views',
  topic: 'Saved views',
  summary: 'Save a view',
  description:
    'Saves filters, order and columns of the prospects table under a name. A workspace has at most ' +
    `${maxViews} shared views, and each user at most ${maxViews} private ones. Viewers have private ` +
    'ones only.',
  extraErrors: ['storage_full', 'insufficient_role'],
  body: z.object({
    name,
    query: query.optional(),
    columns: columns.optional(),
    shared: shared.describe('Visible to everyone in the workspace. Default: false.'),
    pinned,
  }),
  data: z.strictObject({ view, ...writeResultFields }),
  examples: [
    {
      summary: 'For everyone',
      body: {
        ...{ name: viewExample.name, query: viewExample.query, columns: viewExample.columns },
        ...{ shared: true, pinned: true },
      },
      data: { view: viewExample },
    },
  ],
});

export const patchView = defineEndpoint({
  ...defaults,
  id: 'patchView',
  method: 'PATCH',
  path: '/views/{viewId}',
  topic: 'Saved views',
  params,
  summary: 'Change a view',
  description:
    'Omitted fields keep their value. Everyone pins the views they see for themselves. A shared view ' +
    'is otherwise changed by its owner or an Admin.',
  extraErrors: ['storage_full', 'insufficient_role'],
  body: z.object({
    name: name.optional(),
    query: query.optional(),
    columns: columns.optional(),
    shared: shared.describe('False makes it a private view of its owner.'),
    pinned,
  }),
  data: z.strictObject({ view, ...writeResultFields }),
  examples: [
    {
      summary: 'A new name',
      ...exampleParams,
      body: { name: 'Lagos' },
      data: { view: { ...viewExample, name: 'Lagos' } },
    },
  ],
});

export const deleteView = defineEndpoint({
  ...defaults,
  id: 'deleteView',
  method: 'DELETE',
  path: '/views/{viewId}',
  topic: 'Saved views',
  params,
  summary: 'Delete a view',
  description: 'The prospects stay as they are. A shared view is deleted by its owner or an Admin.',
  extraErrors: ['insufficient_role'],
  body: null,
  data: z.strictObject({ view }),
  examples: [{ summary: 'Delete', ...exampleParams, data: { view: viewExample } }],
});
