import type { Api } from './endpoint.ts';
import type { ConnectEndpointId, EndpointId, ManageEndpointId } from './endpoints.ts';

interface Topic<Id extends string> {
  description: string;
  operations: Id[];
}

const ext: Record<string, Topic<EndpointId>> = {
  Access: {
    description: 'Who a token acts as, and what is left this month.',
    operations: ['getSession'],
  },
  People: {
    description: 'Add, find and organize prospects.',
    operations: ['postLeads', 'getProspects', 'getBoards', 'postBulk', 'postEnrich', 'getEnrich'],
  },
  Outreach: {
    description: 'Enroll prospects in campaigns and read replies.',
    operations: ['getCampaigns', 'postCampaigns', 'getInbox'],
  },
};

const manage: Record<string, Topic<ManageEndpointId>> = {
  'Signing in': {
    description: 'Sign in and out, and claim a new instance.',
    operations: [
      'getSetup',
      'postSetupClaim',
      'postSignIn',
      'postSignInSecondFactor',
      'postSignInLink',
      'postSignOut',
      'postPasswordForgot',
      'postPasswordReset',
      'postInvitationsLook',
      'postInvitationsAccept',
    ],
  },
  Me: {
    description: 'Your account, independent of the workspace.',
    operations: [
      'getMe',
      'patchMe',
      'postMeFresh',
      'postMePassword',
      'postMeSecondFactor',
      'postMeSecondFactorConfirm',
      'postMeSecondFactorRemove',
      'postMeBackupCodes',
      'getMeSessions',
      'deleteMeSession',
      'deleteMeSessions',
    ],
  },
  People: {
    description: 'Single prospects and bulk actions.',
    operations: [
      'getProspects',
      'getProspect',
      'getProspectTimeline',
      'getPipeline',
      'getSearch',
      'postProspects',
      'patchProspect',
      'postProspectsMerge',
      'postBulk',
    ],
  },
  'Notes and follow-ups': {
    description: 'What users wrote about a prospect, and what they plan to do next.',
    operations: [
      'getNotes',
      'postNotes',
      'getNote',
      'patchNote',
      'deleteNote',
      'getFollowUps',
      'postFollowUps',
      'patchFollowUp',
      'deleteFollowUp',
    ],
  },
  'Saved views': {
    description: 'Filters, order and columns of the prospects table, kept under a name.',
    operations: ['getViews', 'postViews', 'patchView', 'deleteView'],
  },
  Notifications: {
    description: 'What the caller should know about.',
    operations: [
      'getNotifications',
      'postNotificationsRead',
      'getNotificationSettings',
      'patchNotificationSettings',
    ],
  },
  'Lists and tags': {
    description: 'Organize prospects into lists and tags.',
    operations: [
      'getBoards',
      'postLists',
      'patchList',
      'postListMerge',
      'deleteList',
      'postTags',
      'patchTag',
      'postTagMerge',
      'deleteTag',
    ],
  },
  Campaigns: {
    description: 'Email sequences and enrollment.',
    operations: [
      'getCampaigns',
      'postCampaign',
      'getCampaign',
      'patchCampaign',
      'postCampaignEnroll',
      'getCampaignMailboxes',
      'putCampaignMailboxes',
      'getCampaignEnrollments',
      'getEnrollmentWhy',
      'postCampaignStop',
      'postCampaignResume',
      'postCampaignSkip',
      'getCampaignMessages',
      'postMessageMarkSent',
      'postMessageSendAgain',
      'postCampaignRehearsal',
      'getCampaignPreview',
      'getCampaignNumbers',
      'postCampaignEnrollTasks',
      'postCampaignRehearsalTasks',
      'getCampaignTasks',
      'postCampaignTestEmail',
      'getCampaignForecast',
      'getNumbers',
    ],
  },
  Inbox: {
    description: 'Conversations with prospects, and what their messages are.',
    operations: [
      'getConversations',
      'getConversation',
      'patchConversation',
      'postMessageCorrect',
      'getMessageHtml',
      'getMessageAttachment',
      'postReplies',
      'postReplyCancel',
      'postReplyMarkSent',
      'postReplySendAgain',
      'getSavedReplies',
      'postSavedReplies',
      'patchSavedReply',
      'deleteSavedReply',
    ],
  },
  Mailboxes: {
    description: 'Mailboxes that send campaigns, and the rules for all of them.',
    operations: [
      'getMailboxes',
      'postMailboxes',
      'postMailboxesGuess',
      'postMailboxSignIn',
      'postMailboxesSignIn',
      'postMailboxesImport',
      'postMailboxesTest',
      'getMailbox',
      'patchMailbox',
      'deleteMailbox',
      'postMailboxTest',
      'postMailboxCheck',
      'getMailSettings',
      'patchMailSettings',
    ],
  },
  'Do not contact': {
    description: 'Addresses that must not be contacted.',
    operations: [
      'postSuppression',
      'postSuppressionCheck',
      'postSuppressionRemove',
      'postSuppressionLift',
    ],
  },
  Tasks: {
    description: 'Long-running work: start, follow, cancel, undo.',
    operations: [
      'postBulkTasks',
      'getTasks',
      'getTask',
      'getTaskFailures',
      'getTaskFailuresFile',
      'postTaskCancel',
      'postTaskUndo',
    ],
  },
  'Import and export': {
    description: 'Import prospects from CSV files and export them.',
    operations: [
      'postImports',
      'getImport',
      'postImportDryRun',
      'postImportRun',
      'postExports',
      'getExportFile',
    ],
  },
  Webhooks: {
    description: 'Send events to other systems and inspect deliveries.',
    operations: [
      'getWebhooks',
      'postWebhooks',
      'getWebhook',
      'patchWebhook',
      'deleteWebhook',
      'postWebhookRotate',
      'postWebhookTest',
      'getWebhookDeliveries',
      'getDelivery',
      'postDeliveryReplay',
      'postWebhookReplay',
    ],
  },
  Enrichment: {
    description: 'Research and opening lines: results, cost and model settings.',
    operations: [
      'postEnrich',
      'getEnrichmentJobs',
      'getEnrichmentJob',
      'postEnrichmentJobRetry',
      'getCreditsLedger',
      'getAiSettings',
      'patchAiSettings',
      'postAiSettingsTest',
      'postAiSettingsModels',
    ],
  },
  Tokens: {
    description: 'Tokens for API access, and browsers that ask for one.',
    operations: [
      'getTokens',
      'postTokens',
      'deleteToken',
      'getTokensConnected',
      'postTokensRotate',
      'postTokensRevokeAll',
      'postConnectLook',
      'postConnectConfirm',
      'postConnectDeny',
    ],
  },
  Members: {
    description: 'Members and invitations.',
    operations: [
      'getMembers',
      'postInvitations',
      'deleteInvitation',
      'postMembersIntegration',
      'patchMember',
      'deleteMember',
    ],
  },
  Workspace: {
    description: 'Workspace settings, usage and logs.',
    operations: ['patchWorkspace', 'getUsage', 'getAudit', 'getAuditFile', 'getRequestLog'],
  },
};

const connect: Record<string, Topic<ConnectEndpointId>> = {
  Connecting: {
    description:
      'Get a token for a browser by a code that a user confirms in the console, and revoke it.',
    operations: ['postConnectStart', 'postConnectPoll', 'postConnectEnd'],
  },
};

/** Groups the operations of the reference, in reading order. */
export const topics: Record<Api, Record<string, Topic<string>>> = { ext, manage, connect };

export const topicOf = (api: Api, id: string): string | undefined =>
  Object.keys(topics[api]).find((name) => topics[api][name]!.operations.includes(id));
