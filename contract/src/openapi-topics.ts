/** Groups the operations of the reference, in reading order: the topic and its description. */
export const endpointTopics = {
  ext: {
    Access: 'Who a token acts as, and what is left this month.',
    People: 'Add, find and organize prospects.',
    Outreach: 'Enroll prospects in campaigns and read replies.',
  },
  manage: {
    'Signing in': 'Sign in and out, and claim a new instance.',
    Me: 'Your account, independent of the workspace.',
    People: 'Single prospects and bulk actions.',
    'Notes and follow-ups': 'What users wrote about a prospect, and what they plan to do next.',
    'Saved views': 'Filters, order and columns of the prospects table, kept under a name.',
    Notifications: 'What the caller should know about.',
    'Lists and tags': 'Organize prospects into lists and tags.',
    Campaigns: 'Email sequences and enrollment.',
    Inbox: 'Conversations with prospects, and what their messages are.',
    Mailboxes: 'Mailboxes that send campaigns, and the rules for all of them.',
    'Do not contact': 'Addresses that must not be contacted.',
    Tasks: 'Long-running work: start, follow, cancel, undo.',
    'Import and export': 'Import prospects from CSV files and export them.',
    Webhooks: 'Send events to other systems and inspect deliveries.',
    Enrichment: 'Research and opening lines: results, cost and model settings.',
    Tokens: 'Tokens for API access, and browsers that ask for one.',
    Members: 'Members and invitations.',
    Workspace: 'Workspace settings, usage and logs.',
  },
  connect: {
    Connecting:
      'Get a token for a browser by a code that a user confirms in the console, and revoke it.',
  },
} as const;

export type EndpointTopics = typeof endpointTopics;
