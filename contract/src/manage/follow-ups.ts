import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery, writeResultFields } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { id, nameText, ref, timestamp } from '../fields.ts';
import { nextCursor, pageParams, queryBoolean } from '../query.ts';

const followUp = z
  .strictObject({
    id: id(),
    prospect: z.strictObject({
      id: id(),
      fullName: z.string().nullable(),
      companyName: z.string().nullable(),
      email: z.string().nullable(),
    }),
    title: z.string(),
    dueOn: z.iso.date().describe('A calendar day, the same in every time zone.'),
    assigneeId: id().nullable().describe('The user who does it. Null once they have left.'),
    done: z.boolean(),
    doneAt: timestamp().nullable(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({ id: 'FollowUp' });
export type FollowUp = z.output<typeof followUp>;

/** A range that is long enough for any follow-up and can be stored. */
const day = () =>
  z
    .string()
    .refine((value) => z.iso.date().safeParse(value).success && /^2[01]/.test(value), {
      error: 'must be a date from 2000-01-01 to 2199-12-31',
    })
    .meta({ format: 'date' });

const title = nameText(300).refine((value) => value.trim() !== '', { error: 'must not be empty' });
const dueOn = day().describe('The day on which it is due.');
const assigneeId = ref('member').optional();

const prospectParams = z.object({ prospectId: ref('prospect').describe('The prospect.') });
const params = z.object({ followUpId: ref('follow-up').describe('The follow-up.') });
const exampleParams = { params: { followUpId: exampleIds.followUp } };

const followUpExample = {
  id: exampleIds.followUp,
  prospect: {
    id: exampleIds.amara,
    fullName: 'Amara Okafor',
    companyName: 'Saltmarsh Foods',
    email: 'amara.okafor@saltmarsh.example',
  },
  title: 'Call about the quote',
  dueOn: '2026-03-09',
  assigneeId: exampleIds.user,
  done: false,
  doneAt: null,
  createdAt: '2026-03-05T14:02:37.915Z',
  updatedAt: '2026-03-05T14:02:37.915Z',
};

export const getFollowUps = defineEndpoint({
  ...manageDefaults,
  id: 'getFollowUps',
  method: 'GET',
  path: '/follow-ups',
  topic: 'Notes and follow-ups',
  summary: 'List follow-ups',
  description:
    'Returns open follow-ups, the earliest first, or those that are done, the latest first.',
  role: 'viewer',
  query: z.object({
    assigneeId: ref('member').optional().describe('Only follow-ups of this user.'),
    prospectId: ref('prospect').optional().describe('Only follow-ups of this prospect.'),
    dueBefore: day()
      .optional()
      .describe('Only those due before this day: send tomorrow for today’s and overdue ones.'),
    open: queryBoolean().optional().describe('Open ones, or those that are done. Default: true.'),
    ...pageParams('Follow-ups'),
  }),
  body: null,
  data: z.strictObject({ followUps: z.array(followUp), nextCursor }),
  examples: [
    {
      summary: 'Due today or overdue',
      query: {
        ...{ assigneeId: exampleIds.member, prospectId: exampleIds.amara },
        ...{ dueBefore: '2026-03-10', open: 'true', limit: '1' },
      },
      data: { followUps: [followUpExample], nextCursor: null },
    },
  ],
});

export const postFollowUps = defineEndpoint({
  ...manageDefaults,
  id: 'postFollowUps',
  method: 'POST',
  path: '/prospects/{prospectId}/follow-ups',
  topic: 'Notes and follow-ups',
  params: prospectParams,
  summary: 'Add a follow-up',
  description: 'Plans what to do next with a prospect. A prospect can have several.',
  role: 'member',
  query: noQuery,
  body: z.object({
    title,
    dueOn,
    assigneeId: assigneeId.describe('The user who does it. Default: the caller.'),
  }),
  data: z.strictObject({ followUp, ...writeResultFields }),
  examples: [
    {
      summary: 'For a colleague',
      params: { prospectId: exampleIds.amara },
      body: {
        title: followUpExample.title,
        dueOn: followUpExample.dueOn,
        assigneeId: exampleIds.member,
      },
      data: { followUp: { ...followUpExample, assigneeId: exampleIds.member } },
    },
  ],
});

export const patchFollowUp = defineEndpoint({
  ...manageDefaults,
  id: 'patchFollowUp',
  method: 'PATCH',
  path: '/follow-ups/{followUpId}',
  topic: 'Notes and follow-ups',
  params,
  summary: 'Change a follow-up',
  description:
    'Completes, reopens, moves, renames or reassigns it. Omitted fields keep their value, so two ' +
    'changes of different fields are both kept.',
  role: 'member',
  query: noQuery,
  body: z.object({
    title: title.optional(),
    dueOn: dueOn.optional(),
    assigneeId: assigneeId.describe('The user who does it.'),
    done: z.boolean().optional().describe('True completes it, false reopens it.'),
  }),
  data: z.strictObject({ followUp, ...writeResultFields }),
  examples: [
    {
      summary: 'Done',
      ...exampleParams,
      body: { done: true },
      data: {
        followUp: { ...followUpExample, done: true, doneAt: '2026-03-09T08:15:00.000Z' },
      },
    },
  ],
});

export const deleteFollowUp = defineEndpoint({
  ...manageDefaults,
  id: 'deleteFollowUp',
  method: 'DELETE',
  path: '/follow-ups/{followUpId}',
  topic: 'Notes and follow-ups',
  params,
  summary: 'Delete a follow-up',
  description: 'Deletes a follow-up, open or done.',
  role: 'member',
  query: noQuery,
  body: null,
  data: z.strictObject({ followUp }),
  examples: [{ summary: 'Delete', ...exampleParams, data: { followUp: followUpExample } }],
});
