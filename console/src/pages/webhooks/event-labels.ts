import type { EventKind } from '@outcrop/contract';

/** Event types, grouped as in the form. */
export const eventGroups = {
  Prospects: {
    'prospect.created': 'Prospect added',
    'prospect.updated': 'Prospect updated',
    'prospect.stage_changed': 'Stage changed',
    'prospect.owner_changed': 'Owner changed',
    'prospect.suppressed': 'Marked as Do not contact',
    'prospect.unsuppressed': 'Do not contact removed',
    'prospect.deleted': 'Prospect deleted',
  },
  'Lists and tags': {
    'list.member_added': 'Added to list',
    'list.member_removed': 'Removed from list',
    'prospect.tagged': 'Tag added',
    'prospect.untagged': 'Tag removed',
  },
  'Notes and follow-ups': {
    'note.added': 'Note added or activity logged',
    'follow_up.added': 'Follow-up planned',
    'follow_up.completed': 'Follow-up completed',
  },
  'Campaigns and email': {
    'campaign.enrolled': 'Enrolled in campaign',
    'message.sent': 'Email sent',
    'message.bounced': 'Email bounced',
    'reply.received': 'Reply received',
    'prospect.unsubscribed': 'Unsubscribed',
    'mailbox.failing': 'Mailbox needs attention',
    'campaign.paused': 'Campaign paused automatically',
  },
  'Enrichment and quota': {
    'enrichment.completed': 'Enrichment completed',
    'enrichment.failed': 'Enrichment failed',
    'quota.low': 'Import quota low (10% left)',
  },
} satisfies Record<string, Partial<Record<EventKind, string>>>;

type GroupedEvents = { [Group in keyof typeof eventGroups]: keyof (typeof eventGroups)[Group] };

/** All event types; only the test event belongs to no group. */
export const eventLabels: Record<EventKind, string> = {
  ...eventGroups.Prospects,
  ...eventGroups['Lists and tags'],
  ...eventGroups['Notes and follow-ups'],
  ...eventGroups['Campaigns and email'],
  ...eventGroups['Enrichment and quota'],
  'webhook.test': 'Test event',
} satisfies Record<GroupedEvents[keyof GroupedEvents] | 'webhook.test', string>;
