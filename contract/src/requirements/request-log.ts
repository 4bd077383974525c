import { ours, type Requirement } from './requirement.ts';

/** What an administrator can find out afterwards about calls of the API. */
export const requestLog: Requirement[] = ours({
  'request-log.every-call':
    'An answered call of someone who is known is logged with time, endpoint, status and length.',
  'request-log.correlation': 'A call is found by the correlation id of its answer.',
  'request-log.filters':
    'Calls are found by status, path, token and time, newest first, page by page.',
  'request-log.problems': 'A refused call shows its code and, in sentences, what was wrong.',
  'request-log.outline':
    'Of what was sent the log keeps ids, numbers, dates and words from a list; of text its length.',
  'request-log.no-secrets': 'No token, secret, password or person’s data is in the log.',
  'request-log.admins': 'Only an Admin reads the request log.',
  'request-log.14-days': 'The request log is kept for 14 days.',
  'request-log.partitions': '/readyz fails while the log’s next partition is missing.',
  'request-log.never-in-the-way':
    'No request waits for the log or fails because of it, and its memory is bounded.',
  'request-log.batches': 'Calls are written many at a time, within about a second.',
  'request-log.stop': 'A process that stops in good order writes down what it has answered.',
});
