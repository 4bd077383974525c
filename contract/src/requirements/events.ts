import { ours, type Requirement, spec } from './requirement.ts';

/** What the service tells others, and how it gets there. */
export const events: Requirement[] = [
  ...spec(6, {
    'events.replies-and-stages': 'Replies and changes of stage are among the events.',
  }),
  ...ours({
    'events.kinds': 'There are nineteen kinds of events, and no other is sent.',
    'events.body':
      'An event has id, type, createdAt, workspaceId, actor, correlationId, data, maybe previous.',
    'events.schemas': 'The data of each kind follows its schema, and the docs show an example.',
    'events.one-per-prospect': 'Each prospect has its own event, in bulk actions too.',
    'events.real-changes': 'A change that changes nothing makes no event.',
    'events.with-the-change':
      'An event commits together with its change, and so does its dispatch.',
    'events.deleted-id-only': 'prospect.deleted carries the id and nothing else.',
    'events.13-months': 'Events are kept for 13 months and are the timeline of a prospect.',
    'events.partitions': '/readyz fails while the next partition is missing.',
  }),

  ...spec(6, {
    'webhooks.signed': 'Events reach their receivers through signed webhooks.',
    'webhooks.not-in-the-api': 'The public API has no endpoint that delivers events.',
  }),
  ...ours({
    'webhooks.standard': 'Headers and signature follow Standard Webhooks.',
    'webhooks.secret-once': 'A secret begins with whsec_ and is shown once, when it is made.',
    'webhooks.secret-rotation': 'For 24 hours after a rotation both secrets sign.',
    'webhooks.register': 'A webhook is registered with a url and kinds, or * for all of them.',
    'webhooks.from-creation-on': 'A new webhook gets the events from its creation on.',
    'webhooks.at-least-once': 'An event arrives at least once, in any order, under one id.',
    'webhooks.apart': 'A receiver that hangs or is flooded holds up no other by five seconds.',
    'webhooks.deleted-people': 'What was told about a person who is deleted is sent no more.',
    'webhooks.half-second': 'The worker looks for events to deliver every half second.',
    'webhooks.time-out': 'A receiver has 15 seconds to answer.',
    'webhooks.no-redirects': 'Redirects are not followed.',
    'webhooks.answer-read': 'At most 64 KiB of an answer are read.',
    'webhooks.retries':
      'A failed delivery is tried ten more times, from 5 seconds to 24 hours apart.',
    'webhooks.retry-after': '429 and 503 from a receiver are retried when it says.',
    'webhooks.gone': '410 from a receiver disables its webhook.',
    'webhooks.five-days': 'Five days of failure disable a webhook and the Admins are told.',
    'webhooks.no-private-targets':
      'Private, loopback, link-local and metadata addresses are refused when connecting.',
    'webhooks.egress-allow': 'EGRESS_ALLOW lists networks that are reachable all the same.',
    'webhooks.log-bounded': 'Of an answer, 4 KiB of the body and 4 KiB of the headers are kept.',
    'webhooks.log': 'Deliveries are logged for 30 days with request and answer.',
    'webhooks.audited-host':
      'Of a webhook’s address the audit log keeps the host, not a path or query that may hold a secret.',
    'webhooks.secret-sealed':
      'A secret stands sealed in the database, and in no log, job or error; keys can be changed.',
    'webhooks.replay': 'One delivery, all failed ones or a range can be sent again.',
  }),
];
