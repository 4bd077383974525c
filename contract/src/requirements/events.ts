import { ours, type Requirement, spec } from './requirement.ts';

/** Events and webhooks. */
export const events: Requirement[] = [
  ...spec(6, {
    'events.replies-and-stages': 'Replies and stage changes are events.',
  }),
  ...ours({
    'events.kinds': 'There are twenty event types, and no other is sent.',
    'events.body':
      'An event has id, type, createdAt, workspaceId, actor, correlationId, data and, for some types, previous.',
    'events.schemas':
      'The data of each event type follows its schema, and the docs show an example.',
    'events.one-per-prospect': 'Each prospect has its own event, also in bulk actions.',
    'events.real-changes': 'A request that changes nothing creates no event.',
    'events.with-the-change': 'An event and its dispatch commit together with the change.',
    'events.deleted-id-only': 'prospect.deleted has the id and nothing else.',
    'events.13-months': 'Events are kept for 13 months and form the timeline of a prospect.',
    'events.partitions': '/readyz fails while the next partition is missing.',
  }),

  ...spec(6, {
    'webhooks.signed': 'Events are delivered through signed webhooks.',
    'webhooks.not-in-the-api': 'The public API has no endpoint that delivers events.',
  }),
  ...ours({
    'webhooks.standard': 'Headers and signature follow Standard Webhooks.',
    'webhooks.secret-once': 'A secret starts with whsec_ and is shown once, when it is created.',
    'webhooks.secret-rotation': 'For 24 hours after a rotation, both secrets sign.',
    'webhooks.register': 'A webhook is registered with a URL and event types, or * for all.',
    'webhooks.from-creation-on': 'A new webhook receives events from its creation on.',
    'webhooks.at-least-once':
      'An event is delivered at least once, in any order, with a stable id.',
    'webhooks.apart': 'A slow or flooded receiver delays no other receiver by five seconds.',
    'webhooks.deleted-people': 'Pending deliveries about a deleted prospect are not sent.',
    'webhooks.half-second': 'The worker checks for events to deliver every half second.',
    'webhooks.time-out': 'A receiver has 15 seconds to respond.',
    'webhooks.no-redirects': 'Redirects are not followed.',
    'webhooks.answer-read': 'At most 64 KiB of a response is read.',
    'webhooks.retries': 'A failed delivery is retried ten times, from 5 seconds to 24 hours apart.',
    'webhooks.retry-after': 'After 429 or 503, the Retry-After of the receiver is respected.',
    'webhooks.gone': '410 from a receiver disables its webhook.',
    'webhooks.five-days': 'Five days of failure disable a webhook, and Admins are notified.',
    'webhooks.no-private-targets':
      'Private, loopback, link-local and metadata addresses are rejected on connect.',
    'webhooks.egress-allow': 'EGRESS_ALLOW lists networks that are reachable anyway.',
    'webhooks.log-bounded': 'At most 4 KiB of a response body and 4 KiB of its headers are stored.',
    'webhooks.log': 'Deliveries are logged for 30 days with request and response.',
    'webhooks.audited-host':
      'The audit log stores only the host of a webhook URL, because path and query may contain a secret.',
    'webhooks.secret-sealed':
      'A secret is encrypted in the database and in no log, job or error; encryption keys can be rotated.',
    'webhooks.replay': 'One delivery, all failed deliveries or a date range can be replayed.',
  }),
];
