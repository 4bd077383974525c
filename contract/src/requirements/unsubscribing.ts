import { ours, type Requirement } from './requirement.ts';

/** Unsubscribing, stopping, and the emails of a campaign. */
export const unsubscribing: Requirement[] = [
  ...ours({
    'unsubscribe.signed': 'Message-IDs and unsubscribe links are signed and cannot be forged.',
    'unsubscribe.mailto': 'The subject of an email to the mailto address has the same token.',
    'unsubscribe.reading': 'GET and HEAD of an unsubscribe link change nothing, however often.',
    'unsubscribe.post':
      'POST without a cookie or a redirect unsubscribes the address and stops all campaigns of the person.',
    'unsubscribe.twice': 'Unsubscribing twice is answered like the first time and counts once.',
    'unsubscribe.deleted': 'A link works after its prospect was deleted.',
    'unsubscribe.alike':
      'Forged and unknown links, and those of a workspace that is gone, get the same answer.',
    'unsubscribe.locked':
      'If the prospect stays locked, as by an email at its last line, the request is saved and answered 503.',
    'unsubscribe.pool':
      'Unsubscribing is answered within 2 seconds while all connections of requests are in use.',
    'unsubscribe.rate': 'A network can unsubscribe at most 600 times a minute.',
    'unsubscribe.stops':
      'Suppressing or unsubscribing ends the enrollments that still have emails to come.',
    'unsubscribe.merged':
      'When two prospects of a campaign are merged, no email that either got is sent again.',
    'messages.list': 'The emails of a campaign are listed newest first, by status if requested.',
    'messages.enrollments': 'The prospects of a campaign are listed with what comes next for each.',
    'messages.stop':
      'Once stopping is acknowledged, no email of the campaign leaves to the prospect.',
    'messages.resume':
      'A stopped, held or ended prospect continues where it was, unless it must not be written to.',
    'messages.skip': 'Skipping leaves out the next email of a prospect, and only that.',
    'messages.why':
      'For each prospect, everything that keeps its next email from leaving is listed.',
    'messages.mark-sent':
      'An email whose fate is unknown can be marked as sent: the prospect continues after it.',
    'messages.send-again':
      'An email whose fate is unknown is sent again only if someone decides so, and once.',
  }),
];
