import { z } from 'zod';
import { checkEvenIfInvalid, ref, stageSchema, text } from './fields.ts';
import { enrichmentStatuses, statusFields } from './prospect.ts';
import { dateOrDateTime, isValidRange } from './query.ts';

export const rangeIssue = (field: 'created' | 'updated') => ({
  error: `must not be after ${field}To`,
  path: [`${field}From`],
  ...checkEvenIfInvalid,
});

/** As many as fit on a screen to choose from. */
export const maxValues = 50;

/** One value, or several. One of them must match. */
const oneOrMore = <Value>(value: z.ZodType<Value, string>) =>
  z
    .union([value.transform((one) => [one]), z.array(value).min(1).max(maxValues)])
    .overwrite((values) => [...new Set(values)]);

/** The owner, or `none` for prospects without an owner. */
export const ownerFilter = () =>
  z.union([z.literal('none'), ref('member')], { error: 'must be the id of a user, or none' });

/** The filters of GET /prospects in a request body. */
export const prospectFilter = z
  .object({
    q: text(500).optional(),
    stage: oneOrMore(stageSchema).optional(),
    listId: oneOrMore(ref('list')).optional(),
    tagId: oneOrMore(ref('tag')).optional(),
    campaignId: ref('campaign').optional(),
    sourceType: oneOrMore(statusFields.sourceType).optional(),
    company: text(300).optional(),
    ownerId: ownerFilter().optional(),
    hasEmail: z.boolean().optional(),
    hasLinkedin: z.boolean().optional(),
    hasPhone: z.boolean().optional(),
    doNotContact: z.boolean().optional(),
    enrichmentStatus: z.enum(enrichmentStatuses).optional(),
    createdFrom: dateOrDateTime().optional(),
    createdTo: dateOrDateTime().optional(),
    updatedFrom: dateOrDateTime().optional(),
    updatedTo: dateOrDateTime().optional(),
  })
  .refine(
    ({ createdFrom, createdTo }) => isValidRange(createdFrom, createdTo),
    rangeIssue('created'),
  )
  .refine(
    ({ updatedFrom, updatedTo }) => isValidRange(updatedFrom, updatedTo),
    rangeIssue('updated'),
  )
  .meta({ id: 'ProspectFilter', description: 'The same filters as in GET /prospects.' });
export type ProspectFilter = z.output<typeof prospectFilter>;
