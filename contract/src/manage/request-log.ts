import { z } from 'zod';
import { endpoint, manageLine } from '../endpoint.ts';
import { errorCodes } from '../errors.ts';
import { exampleIds } from '../example-ids.ts';
import { besideOtherProblems, count, id, ref, text, timestamp } from '../fields.ts';
import { nextCursor, pageOf, queryFrom, queryTo } from '../query.ts';

const request = z
  .strictObject({
    correlationId: id().describe('As the answer named it, in `X-Correlation-Id`.'),
    at: timestamp().describe('When it arrived.'),
    method: z.string(),
    path: z
      .string()
      .nullable()
      .describe('Of the endpoint, with its parameters by name. Null where there is none.'),
    status: z.int(),
    ms: count().describe('How long it took, in milliseconds.'),
    tokenId: id().nullable().describe('Null for someone at the console.'),
    tokenName: z.string().nullable().describe('Null once the token is deleted.'),
    userId: id(),
    errorCode: z.enum(errorCodes).nullable(),
    problems: z
      .array(z.string())
      .describe('What was wrong, in sentences. What they quoted from the request is left out.'),
    replayed: z.boolean().describe('Whether it repeated an earlier request and its answer.'),
    requestBytes: count(),
    answerBytes: count().nullable().describe('Null where the answer was a file.'),
    sent: z
      .record(z.string(), z.unknown())
      .describe(
        'What was sent, in outline: ids, numbers, dates and words from a list as they are, free ' +
          'text by its length alone, in parentheses.',
      ),
  })
  .meta({ id: 'LoggedRequest' });
export type LoggedRequest = z.output<typeof request>;

const statusClasses = ['2xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];

export const getRequestLog = endpoint({
  ...manageLine,
  id: 'getRequestLog',
  method: 'GET',
  path: '/request-log',
  summary: 'Read the request log',
  description:
    'Every call of the last 14 days that came with a valid token or session, newest first. It ' +
    'appears within a second or two. What was said about people is not kept, and neither are ' +
    'tokens, secrets and passwords. Beside many other calls a page may be short, and still have a ' +
    '`nextCursor`.',
  role: 'admin',
  query: z
    .object({
      correlationId: z
        .guid({ error: 'must be a correlation id, which is a uuid' })
        .toLowerCase()
        .optional()
        .describe('The one call of this id.'),
      status: z.enum(statusClasses).optional().describe('Only calls that were answered so.'),
      path: text(200).optional().describe('Only calls of this path, as the log tells it.'),
      tokenId: ref('token').optional().describe('Only calls with this token.'),
      from: queryFrom().optional().describe('No calls from before this date or date-time.'),
      to: queryTo().optional().describe('No calls from after this date or date-time.'),
      ...pageOf('Calls'),
    })
    .refine(({ from, to }) => !from?.from || !to?.before || from.from < to.before, {
      error: 'must not be after to',
      path: ['from'],
      ...besideOtherProblems,
    }),
  body: null,
  data: z.strictObject({
    requests: z.array(request),
    nextCursor,
  }),
  examples: [
    {
      summary: 'What became of one call',
      query: { correlationId: exampleIds.request },
      data: {
        requests: [
          {
            correlationId: exampleIds.request,
            at: '2026-03-05T14:02:38.204Z',
            method: 'POST',
            path: '/api/v1/ext/leads',
            status: 422,
            ms: 4,
            tokenId: exampleIds.token,
            tokenName: 'Import from the fair',
            userId: exampleIds.user,
            errorCode: 'validation_error',
            problems: ['leads[1].email must be an e-mail address'],
            replayed: false,
            requestBytes: 187,
            answerBytes: 402,
            sent: {
              body: {
                leads: [
                  { fullName: '(text of 12)', email: '(text of 27)' },
                  { fullName: '(text of 14)', email: '(text of 9)' },
                ],
                listName: '(text of 15)',
                dryRun: true,
              },
            },
          },
        ],
        nextCursor: null,
      },
    },
    {
      summary: 'What one token was refused in a day',
      query: {
        tokenId: exampleIds.token,
        status: '4xx',
        path: '/api/v1/ext/leads',
        from: '2026-03-05',
        to: '2026-03-05',
        limit: '1',
      },
      data: { requests: [], nextCursor: null },
    },
  ],
});
