import type { EventKind } from '@outcrop/contract';

/** What each kind of event means, in the groups in which they are chosen. */
export const eventGroups = {
  People: {
    'prospect.created': 'A person was added',
    'prospect.updated': 'What is known about a person changed',
    'prospect.stage_changed': 'A prospect moved to another stage',
    'prospect.suppressed': 'A prospect was marked do-not-contact',
    'prospect.unsuppressed': 'A do-not-contact mark was lifted',
    'prospect.deleted': 'A person was deleted for good',
  },
  'Lists and tags': {
    'list.member_added': 'A prospect joined a list',
    'list.member_removed': 'A prospect left a list',
    'prospect.tagged': 'A prospect got a tag',
    'prospect.untagged': 'A prospect lost a tag',
  },
  'Campaigns and mail': {
    'campaign.enrolled': 'A prospect was enrolled in a campaign',
    'message.sent': 'A message left for a prospect',
    'message.bounced': 'A message came back undelivered',
    'reply.received': 'A prospect answered',
    'prospect.unsubscribed': 'A prospect asked not to be written to any more',
  },
  'Enrichment and quota': {
    'enrichment.completed': 'Research or a first line is ready',
    'enrichment.failed': 'Research or a first line could not be made',
    'quota.low': 'A tenth or less of the month’s imports is left',
  },
} satisfies Record<string, Partial<Record<EventKind, string>>>;

type Grouped = { [Group in keyof typeof eventGroups]: keyof (typeof eventGroups)[Group] };

/** Each kind stands in a group, but for the one that is sent on request only. */
export const eventWords: Record<EventKind, string> = {
  ...eventGroups.People,
  ...eventGroups['Lists and tags'],
  ...eventGroups['Campaigns and mail'],
  ...eventGroups['Enrichment and quota'],
  'webhook.test': 'Sent on request, to try a receiver',
} satisfies Record<Grouped[keyof Grouped] | 'webhook.test', string>;
