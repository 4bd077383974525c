import { z } from 'zod';
import { defineEndpoint, manageDefaults } from '../endpoint.ts';
import { errorCodes } from '../errors.ts';
import { exampleIds } from '../example-ids.ts';
import { checkEvenIfInvalid, count, id, ref, text, timestamp } from '../fields.ts';
import { nextCursor, pageParams, queryFrom, queryTo } from '../query.ts';

const request = z
  .strictObject({
    correlationId: id().describe('The `X-Correlation-Id` of the response.'),
    at: timestamp().describe('Time of the request.'),
    method: z.string(),
    path: z
      .string()
      .nullable()
      .describe('Path of the endpoint with parameter names. Null if there is no such endpoint.'),
    status: z.int(),
    ms: count().describe('Duration in milliseconds.'),
    tokenId: id().nullable().describe('Null for console sessions.'),
    tokenName: z.string().nullable().describe('Null if the token was deleted.'),
    userId: id(),
    errorCode: z.enum(errorCodes).nullable(),
    problems: z.array(z.string()).describe('Error messages, without values from the request.'),
    replayed: z.boolean().describe('Whether the response was replayed for an Idempotency-Key.'),
    requestBytes: count(),
    answerBytes: count().nullable().describe('Null for file downloads.'),
    sent: z
      .record(z.string(), z.unknown())
      .describe(
        'Redacted request: ids, numbers, dates and enum values as sent; text only by its ' +
          'length, in parentheses.',
      ),
  })
  .meta({ id: 'LoggedRequest' });
export type LoggedRequest = z.output<typeof request>;

const statusClasses = ['2xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];

export const getRequestLog = defineEndpoint({
  ...manageDefaults,
  id: 'getRequestLog',
  method: 'GET',
  path: '/request-log',
  topic: 'Workspace',
  summary: 'List logged requests',
  description:
    'Returns the requests of the last 14 days with a valid token or session, newest ' +
    'first. Requests appear within two seconds. Personal data, tokens, secrets and ' +
    'passwords are not stored. A page may be short and still have a `nextCursor`.',
  role: 'admin',
  query: z
    .object({
      correlationId: z
        .guid({ error: 'must be a correlation id, which is a UUID' })
        .toLowerCase()
        .optional()
        .describe('Only the request with this id.'),
      status: z.enum(statusClasses).optional().describe('Only requests with this status class.'),
      path: text(200).optional().describe('Only requests to this path, as in the log.'),
      tokenId: ref('token').optional().describe('Only requests with this token.'),
      caller: z
        .enum(['token', 'console'])
        .optional()
        .describe('Only requests with a token, or only those of the console.'),
      from: queryFrom().optional().describe('Only requests from this date or date-time on.'),
      to: queryTo().optional().describe('Only requests up to this date or date-time.'),
      ...pageParams('Requests'),
    })
    .refine(({ from, to }) => !from?.from || !to?.before || from.from < to.before, {
      error: 'must not be after to',
      path: ['from'],
      ...checkEvenIfInvalid,
    }),
  body: null,
  data: z.strictObject({
    requests: z.array(request),
    nextCursor,
  }),
  examples: [
    {
      summary: 'One request by its correlation id',
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
            problems: ['leads[1].email must be a valid email address'],
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
      summary: 'Rejected requests of one token on one day',
      query: {
        tokenId: exampleIds.token,
        caller: 'token',
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
