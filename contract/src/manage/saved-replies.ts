import { z } from 'zod';
import {
  defineEndpoint,
  formatBytes,
  manageDefaults,
  noQuery,
  writeResultFields,
} from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { id, nameText, ref, text, timestamp } from '../fields.ts';
import { parseTemplate } from '../merge-tags.ts';
import { maxReplyLength } from './replies.ts';

export const maxSavedReplies = 200;
/** Of all texts together, so that a response has room for them as they are and filled in. */
export const maxSavedReplyBytes = 1024 * 1024;

const savedReply = z
  .strictObject({
    id: id(),
    name: z.string(),
    text: z.string(),
    filledText: z
      .string()
      .nullable()
      .describe(
        'The text for the conversation that was asked for, with merge tags filled in. Those without a ' +
          'value stay as written, and so does a text that would be too long to send.',
      ),
    updatedAt: timestamp(),
  })
  .meta({ id: 'SavedReply' });

const name = nameText(200)
  .refine((value) => value.trim() !== '', { error: 'must not be empty' })
  .describe('Must be unique, ignoring case.');
const replyText = text(maxReplyLength)
  .superRefine((value, context) => {
    if (value.trim() === '') context.addIssue({ code: 'custom', message: 'must not be empty' });
    for (const message of parseTemplate(value).problems)
      context.addIssue({ code: 'custom', message });
  })
  .describe('Plain text. It may have merge tags such as `{{firstName|there}}`.');

const savedReplyExample = {
  id: exampleIds.savedReply,
  name: 'Calendar link',
  text: 'Hi {{firstName|there}},\n\nhere is my calendar: https://cal.example/jo',
  filledText: null,
  updatedAt: '2026-03-05T14:02:37.915Z',
};

const params = z.object({ savedReplyId: ref('saved reply').describe('The saved reply.') });
const exampleParams = { params: { savedReplyId: exampleIds.savedReply } };

export const getSavedReplies = defineEndpoint({
  ...manageDefaults,
  id: 'getSavedReplies',
  method: 'GET',
  path: '/saved-replies',
  topic: 'Inbox',
  summary: 'List saved replies',
  description: 'Returns the saved replies of the workspace by name.',
  role: 'viewer',
  query: z.object({
    conversationId: ref('conversation')
      .optional()
      .describe('Fills in the merge tags for this conversation, as `filledText`.'),
  }),
  body: null,
  data: z.strictObject({ savedReplies: z.array(savedReply) }),
  examples: [
    {
      summary: 'For a conversation',
      query: { conversationId: exampleIds.conversation },
      data: {
        savedReplies: [
          {
            ...savedReplyExample,
            filledText: 'Hi Amara,\n\nhere is my calendar: https://cal.example/jo',
          },
        ],
      },
    },
  ],
});

export const postSavedReplies = defineEndpoint({
  ...manageDefaults,
  id: 'postSavedReplies',
  method: 'POST',
  path: '/saved-replies',
  topic: 'Inbox',
  summary: 'Create a saved reply',
  description: `Creates a saved reply. A workspace has at most ${maxSavedReplies}, with ${formatBytes(maxSavedReplyBytes)} of text together.`,
  role: 'member',
  query: noQuery,
  body: z.object({ name, text: replyText }),
  data: z.strictObject({ savedReply, ...writeResultFields }),
  extraErrors: ['storage_full'],
  examples: [
    {
      summary: 'A calendar link',
      body: { name: savedReplyExample.name, text: savedReplyExample.text },
      data: { savedReply: savedReplyExample },
    },
  ],
});

export const patchSavedReply = defineEndpoint({
  ...manageDefaults,
  id: 'patchSavedReply',
  method: 'PATCH',
  path: '/saved-replies/{savedReplyId}',
  topic: 'Inbox',
  params,
  summary: 'Change a saved reply',
  description: 'Omitted fields keep their value.',
  role: 'member',
  query: noQuery,
  body: z.object({ name: name.optional(), text: replyText.optional() }),
  data: z.strictObject({ savedReply, ...writeResultFields }),
  extraErrors: ['storage_full'],
  examples: [
    {
      summary: 'A new name',
      ...exampleParams,
      body: { name: 'Calendar' },
      data: { savedReply: { ...savedReplyExample, name: 'Calendar' } },
    },
  ],
});

export const deleteSavedReply = defineEndpoint({
  ...manageDefaults,
  id: 'deleteSavedReply',
  method: 'DELETE',
  path: '/saved-replies/{savedReplyId}',
  topic: 'Inbox',
  params,
  summary: 'Delete a saved reply',
  description: 'Replies that were sent stay as they are.',
  role: 'member',
  query: noQuery,
  body: null,
  data: z.strictObject({ savedReply }),
  examples: [{ summary: 'Delete', ...exampleParams, data: { savedReply: savedReplyExample } }],
});
