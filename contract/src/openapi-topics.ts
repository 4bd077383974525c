import type { Api } from './endpoint.ts';
import type { EndpointId, ManageEndpointId } from './endpoints.ts';

interface Topic<Id extends string> {
  description: string;
  operations: Id[];
}

const ext: Record<string, Topic<EndpointId>> = {
  Access: {
    description: 'Whom a token acts for, and what is left of the month.',
    operations: ['getSession'],
  },
  People: {
    description: 'Adding people, finding them again, and keeping them in order.',
    operations: ['postLeads', 'getProspects', 'getBoards', 'postBulk', 'postEnrich', 'getEnrich'],
  },
  Outreach: {
    description: 'Writing to people, and reading what they answer.',
    operations: ['getCampaigns', 'postCampaigns', 'getInbox'],
  },
};

const manage: Record<string, Topic<ManageEndpointId>> = {
  'Signing in': {
    description: 'Coming in and going out, and claiming an instance that is new.',
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
    description: 'One’s own account, whatever the workspace.',
    operations: [
      'getMe',
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
    description: 'One person at a time, and many at once.',
    operations: [
      'getProspects',
      'getProspect',
      'getProspectTimeline',
      'getDuplicates',
      'postProspects',
      'patchProspect',
      'postProspectsMerge',
      'postBulk',
    ],
  },
  'Lists and tags': {
    description: 'What people are organized by.',
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
    description: 'What is written to people, and when.',
    operations: [
      'getCampaigns',
      'postCampaign',
      'getCampaign',
      'patchCampaign',
      'postCampaignEnroll',
    ],
  },
  'Do not contact': {
    description: 'Addresses that must be left alone, whoever has them.',
    operations: [
      'postSuppression',
      'postSuppressionCheck',
      'postSuppressionRemove',
      'postSuppressionLift',
    ],
  },
  Tasks: {
    description: 'What takes longer than a request: started, watched, cancelled, undone.',
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
    description: 'People from a CSV file, and into one.',
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
    description: 'Telling other systems what happened, and seeing that it arrived.',
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
    description: 'Research and first lines: what they found, what they cost, and who writes them.',
    operations: [
      'postEnrich',
      'getEnrichmentJobs',
      'getEnrichmentJob',
      'postEnrichmentJobRetry',
      'getCreditsLedger',
      'getAiSettings',
      'patchAiSettings',
      'postAiSettingsTest',
    ],
  },
  Tokens: {
    description: 'What programs call the API with.',
    operations: [
      'getTokens',
      'postTokens',
      'deleteToken',
      'getTokensConnected',
      'postTokensRotate',
      'postTokensRevokeAll',
    ],
  },
  Members: {
    description: 'Who is in the workspace, and who is invited.',
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
    description: 'What an administrator looks after.',
    operations: ['patchWorkspace', 'getUsage', 'getAudit', 'getRequestLog'],
  },
};

/** How the reference groups the operations for its readers, in the order in which they meet them. */
export const topics: Record<Api, Record<string, Topic<string>>> = { ext, manage };

export const topicOf = (api: Api, id: string): string | undefined =>
  Object.keys(topics[api]).find((name) => topics[api][name]!.operations.includes(id));
