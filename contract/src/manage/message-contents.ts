import { z } from 'zod';
import { defineEndpoint, manageDefaults, noData, noQuery } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { ref } from '../fields.ts';
import { queryBoolean } from '../query.ts';

const messageId = ref('received message').describe('The message.');

export const getMessageHtml = defineEndpoint({
  ...manageDefaults,
  id: 'getMessageHtml',
  method: 'GET',
  path: '/messages/{messageId}/html',
  topic: 'Inbox',
  params: z.object({ messageId }),
  summary: 'Get the HTML of a message',
  description:
    'Returns the HTML of a message without scripts, forms, frames and anything that would load from ' +
    'elsewhere. Show it in a sandboxed frame. 404 if the message has none, or it was deleted.',
  role: 'viewer',
  transaction: 'none',
  query: z.object({
    images: queryBoolean()
      .optional()
      .describe(
        'If true, images on other servers stay. Loading them tells the sender that the message was read.',
      ),
  }),
  body: null,
  data: z.strictObject({
    html: z.string(),
    hasRemoteImages: z
      .boolean()
      .describe('Whether the message has images on other servers, shown or not.'),
  }),
  examples: [
    {
      summary: 'Without its images',
      params: { messageId: exampleIds.message },
      query: { images: 'false' },
      data: { html: '<p>Thank you, <b>Tuesday</b> works.</p>', hasRemoteImages: true },
    },
  ],
});

/** Larger attachments are refused. */
export const maxAttachmentBytes = 25 * 1024 * 1024;

export const getMessageAttachment = defineEndpoint({
  ...manageDefaults,
  id: 'getMessageAttachment',
  method: 'GET',
  path: '/messages/{messageId}/attachments/{path}',
  topic: 'Inbox',
  params: z.object({
    messageId,
    path: z
      .string()
      .regex(/^[1-9]\d{0,3}(?:\.[1-9]\d{0,3}){0,30}$/, { error: 'must be a path such as 2 or 1.2' })
      .describe('The `path` of the attachment.'),
  }),
  summary: 'Download an attachment',
  description:
    'Reads an attachment of up to 25 MB from the mail server. Nothing of it is stored. 404 if the ' +
    'message is no longer on the server or the mailbox is no longer connected.',
  role: 'viewer',
  kind: 'file',
  fileType: 'application/octet-stream',
  transaction: 'none',
  query: noQuery,
  body: null,
  data: noData,
  examples: [
    {
      summary: 'A text file',
      params: { messageId: exampleIds.message, path: '2' },
      file: 'Agenda for Tuesday\r\n',
      data: {},
    },
  ],
});
