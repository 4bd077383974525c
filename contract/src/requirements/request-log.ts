import { ours, type Requirement } from './requirement.ts';

/** The request log. */
export const requestLog: Requirement[] = ours({
  'request-log.every-call':
    'An authenticated request is logged with time, endpoint, status and duration.',
  'request-log.correlation': 'A request is found by the correlation id of its response.',
  'request-log.filters':
    'Requests can be filtered by status, path, token and time, newest first, paginated.',
  'request-log.problems': 'A rejected request shows its error code and messages.',
  'request-log.outline':
    'The log stores ids, numbers, dates and enum values as sent, and only the length of text.',
  'request-log.no-secrets': 'No token, secret, password or personal data is in the log.',
  'request-log.admins': 'Only Admins can read the request log.',
  'request-log.14-days': 'The request log is kept for 14 days.',
  'request-log.partitions': '/readyz fails while the next partition of the log is missing.',
  'request-log.never-in-the-way':
    'No request waits for the log or fails because of it, and its memory is bounded.',
  'request-log.batches': 'Requests are written in batches, within about a second.',
  'request-log.stop': 'A process that shuts down normally writes all answered requests.',
});
