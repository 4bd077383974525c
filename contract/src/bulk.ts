import { z } from 'zod';
import {
  batchBodyBytes,
  endpoint,
  noQuery,
  offersDryRun,
  offersIgnoreMissing,
  writeNotes,
} from './endpoint.ts';
import { exampleIds } from './example-ids.ts';
import { besideOtherProblems, count, id, prospectIds, ref, text } from './fields.ts';
import { stageSchema } from './stages.ts';

/** What can be done, and the fields each action reads: it needs at least one of them. */
const readBy = {
  tag: ['tagId', 'tagName'],
  untag: ['tagId', 'tagName'],
  stage: ['stage'],
  add_to_list: ['listId', 'listName'],
  remove_from_list: ['listId', 'listName'],
  suppress: [],
  unsuppress: [],
  delete: [],
} as const;

export type BulkAction = keyof typeof readBy;
const actions = Object.keys(readBy) as [BulkAction, ...BulkAction[]];

/** What an action needs to know beside whom it is about. */
export const actionFields = {
  action: z.enum(actions),
  tagId: ref('tag').optional().describe('For `tag` and `untag`: the tag by id.'),
  tagName: text(200)
    .optional()
    .describe('For `tag` and `untag`: the tag by name. `tag` makes it if it is new.'),
  listId: ref('list')
    .optional()
    .describe('For `add_to_list` and `remove_from_list`: the list by id.'),
  listName: text(200)
    .optional()
    .describe(
      'For `add_to_list` and `remove_from_list`: the list by name. `add_to_list` makes it if it is new.',
    ),
  stage: stageSchema.optional().describe('For `stage`: where the prospects go.'),
};
type Detail = Exclude<keyof typeof actionFields, 'action'>;
const detailNames = Object.keys(actionFields).filter((name) => name !== 'action') as Detail[];

type Action = { action: BulkAction } & { [D in Detail]?: unknown };

/** Each action reads its own details and needs one of them. */
export function checkDetails(request: Action, context: z.core.$RefinementCtx<Action>): void {
  // Details that the action does not read are forgotten, along with whatever is wrong with them.
  const known = actions.includes(request.action);
  const read: readonly Detail[] = known ? readBy[request.action] : [];
  const unread = new Set<PropertyKey>(detailNames.filter((name) => !read.includes(name)));
  context.issues = context.issues.filter(({ path }) => !unread.has(path?.[0] ?? ''));
  for (const name of detailNames) if (unread.has(name)) delete request[name];

  const [first, other] = read;
  if (first !== undefined && read.every((name) => request[name] === undefined)) {
    const unless = other ? `, unless ${other} is given` : '';
    const message = `is required for the action ${request.action}${unless}`;
    context.addIssue({ code: 'custom', path: [first], message });
  }
}

const { action, ...details } = actionFields;

const body = z
  .object({
    action,
    prospectIds: prospectIds(500),
    ...details,
    ...offersIgnoreMissing,
    ...offersDryRun,
  })
  .superRefine(checkDetails, besideOtherProblems);

/** A dry run names what it would have made, but has no id to give. */
const madeOrFound = z.strictObject({ id: id().nullable(), name: z.string() });

export const postBulk = endpoint({
  id: 'postBulk',
  api: 'ext',
  method: 'POST',
  path: '/bulk',
  summary: 'Organize many prospects at once',
  description:
    'Does one thing to up to 500 prospects: tags, list membership, stage, do-not-contact, ' +
    'deletion. All of it happens or none of it. Deleted prospects cannot be brought back.',
  role: 'member',
  perMinute: 60,
  query: noQuery,
  maxBodyBytes: batchBodyBytes,
  body,
  data: z.strictObject({
    action: z.enum(actions),
    requested: count().describe('Distinct ids sent: affected + unchanged + those not found.'),
    affected: count(),
    unchanged: count().describe('Prospects that already were as asked.'),
    notFound: z.array(id()).describe('Only filled with `ignoreMissing`.'),
    tag: madeOrFound.optional().describe('The tag used. Its id is null if a dry run made it.'),
    list: madeOrFound.optional().describe('The list used. Its id is null if a dry run made it.'),
    ...writeNotes,
  }),
  alsoAnswers: [],
  examples: [
    {
      summary: 'Tag two people',
      body: {
        action: 'tag',
        prospectIds: [exampleIds.amara, exampleIds.henrik],
        tagName: 'Met in person',
      },
      data: {
        action: 'tag',
        requested: 2,
        affected: 1,
        unchanged: 1,
        notFound: [],
        tag: { id: exampleIds.tag, name: 'Met in person' },
      },
    },
    {
      summary: 'Move those who still exist to another stage',
      body: {
        action: 'stage',
        stage: 'meeting',
        prospectIds: [exampleIds.amara, exampleIds.stranger],
        ignoreMissing: true,
      },
      data: {
        action: 'stage',
        requested: 2,
        affected: 1,
        unchanged: 0,
        notFound: [exampleIds.stranger],
      },
    },
  ],
  built: true,
});
