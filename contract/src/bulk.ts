import { z } from 'zod';
import {
  batchBodyBytes,
  defineEndpoint,
  dryRunField,
  ignoreMissingField,
  noQuery,
  writeResultFields,
} from './endpoint.ts';
import { exampleIds } from './example-ids.ts';
import { checkEvenIfInvalid, count, id, prospectIds, ref, stageSchema, text } from './fields.ts';

/** The actions and their fields. An action requires at least one of its fields. */
export const fieldsByAction = {
  tag: ['tagId', 'tagName'],
  untag: ['tagId', 'tagName'],
  stage: ['stage'],
  add_to_list: ['listId', 'listName'],
  remove_from_list: ['listId', 'listName'],
  suppress: [],
  unsuppress: [],
  delete: [],
} as const;

export type BulkAction = keyof typeof fieldsByAction;
const actions = Object.keys(fieldsByAction) as [BulkAction, ...BulkAction[]];
type FieldsByAction = Record<string, readonly string[]>;

export const actionFields = {
  action: z.enum(actions),
  tagId: ref('tag').optional().describe('Tag id, for `tag` and `untag`.'),
  tagName: text(200)
    .optional()
    .describe('Tag name, for `tag` and `untag`. `tag` creates it if it does not exist.'),
  listId: ref('list').optional().describe('List id, for `add_to_list` and `remove_from_list`.'),
  listName: text(200)
    .optional()
    .describe(
      'List name, for `add_to_list` and `remove_from_list`. `add_to_list` creates it if it ' +
        'does not exist.',
    ),
  stage: stageSchema.optional().describe('The new stage, for `stage`.'),
};
type Action = { action: string } & { [field: string]: unknown };

export const checkActionFields =
  (fieldsOf: FieldsByAction) =>
  (request: Action, context: z.core.$RefinementCtx<Action>): void => {
    // Fields that the action does not use are dropped, along with their problems.
    const isKnown = typeof request.action === 'string' && Object.hasOwn(fieldsOf, request.action);
    const usedFields = (isKnown && fieldsOf[request.action]) || [];
    const unusedFields = new Set<PropertyKey>(
      Object.values(fieldsOf)
        .flat()
        .filter((name) => !usedFields.includes(name)),
    );
    context.issues = context.issues.filter(({ path }) => !unusedFields.has(path?.[0] ?? ''));
    for (const name of unusedFields) delete request[name as string];

    const [first, other] = usedFields;
    if (first !== undefined && usedFields.every((name) => request[name] === undefined)) {
      const unless = other ? ` unless ${other} is given` : '';
      const message = `is required for the action ${request.action}${unless}`;
      context.addIssue({ code: 'custom', path: [first], message });
    }
  };

const { action, ...otherActionFields } = actionFields;

const body = z
  .object({
    action,
    prospectIds: prospectIds(500),
    ...otherActionFields,
    ...ignoreMissingField,
    ...dryRunField,
  })
  .superRefine(checkActionFields(fieldsByAction), checkEvenIfInvalid);

/** The id is null if a dry run would create it. */
const listOrTag = z.strictObject({ id: id().nullable(), name: z.string() });

export const postBulk = defineEndpoint({
  id: 'postBulk',
  api: 'ext',
  kind: 'workspace',
  method: 'POST',
  path: '/bulk',
  topic: 'People',
  summary: 'Update many prospects',
  description:
    'Applies one action to up to 500 prospects: tags, list membership, stage, do not ' +
    'contact, or deletion. The action applies to all of them or none. Deletion is ' +
    'permanent.',
  role: 'member',
  perMinute: 60,
  query: noQuery,
  maxBodyBytes: batchBodyBytes,
  body,
  data: z.strictObject({
    action: z.enum(actions),
    requested: count().describe('Distinct ids sent: affected + unchanged + not found.'),
    affected: count(),
    unchanged: count().describe('Prospects that already had the requested state.'),
    notFound: z.array(id()).describe('Only with `ignoreMissing`.'),
    tag: listOrTag
      .optional()
      .describe('The tag used. Its id is null if a dry run would create it.'),
    list: listOrTag
      .optional()
      .describe('The list used. Its id is null if a dry run would create it.'),
    ...writeResultFields,
  }),
  extraErrors: [],
  examples: [
    {
      summary: 'Tag two prospects',
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
      summary: 'Change the stage and ignore missing prospects',
      body: {
        action: 'stage',
        stage: 'meeting',
        prospectIds: [exampleIds.amara, exampleIds.unknown],
        ignoreMissing: true,
      },
      data: {
        action: 'stage',
        requested: 2,
        affected: 1,
        unchanged: 0,
        notFound: [exampleIds.unknown],
      },
    },
  ],
});
