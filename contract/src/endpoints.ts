import type { z } from 'zod';
import { getBoards } from './boards.ts';
import { postBulk } from './bulk.ts';
import { getCampaigns, postCampaigns } from './campaigns.ts';
import { postConnectEnd, postConnectPoll, postConnectStart } from './connect.ts';
import {
  acceptsIdempotencyKey,
  asManageEndpoint,
  type Endpoint,
  hasContent,
  needsWorkspaceHeader,
} from './endpoint.ts';
import { getEnrich, postEnrich } from './enrich.ts';
import { type ErrorCode, errorCodes } from './errors.ts';
import { getInbox } from './inbox.ts';
import { postLeads } from './leads.ts';
import {
  getAiSettings,
  patchAiSettings,
  postAiSettingsModels,
  postAiSettingsTest,
} from './manage/ai-settings.ts';
import { getAudit, getAuditFile } from './manage/audit.ts';
import {
  deleteList,
  deleteTag,
  patchList,
  patchTag,
  postListMerge,
  postLists,
  postTagMerge,
  postTags,
} from './manage/boards.ts';
import { postBulkTasks } from './manage/bulk-tasks.ts';
import { getCampaignForecast } from './manage/campaign-forecast.ts';
import { getCampaignMailboxes, putCampaignMailboxes } from './manage/campaign-mailboxes.ts';
import { getCampaignNumbers, getNumbers } from './manage/campaign-numbers.ts';
import { getCampaignPreview, postCampaignRehearsal } from './manage/campaign-rehearsal.ts';
import {
  getCampaignTasks,
  postCampaignEnrollTasks,
  postCampaignRehearsalTasks,
} from './manage/campaign-tasks.ts';
import { postCampaignTestEmail } from './manage/campaign-test-email.ts';
import {
  getCampaign,
  getCampaigns as getEveryCampaign,
  patchCampaign,
  postCampaign,
  postCampaignEnroll,
} from './manage/campaigns.ts';
import { postConnectConfirm, postConnectDeny, postConnectLook } from './manage/connect.ts';
import {
  getConversation,
  getConversations,
  patchConversation,
  postMessageCorrect,
} from './manage/conversations.ts';
import {
  getDelivery,
  getWebhookDeliveries,
  postDeliveryReplay,
  postWebhookReplay,
} from './manage/deliveries.ts';
import {
  getCreditsLedger,
  getEnrichmentJob,
  getEnrichmentJobs,
  postEnrichmentJobRetry,
} from './manage/enrichment.ts';
import {
  getCampaignEnrollments,
  getEnrollmentWhy,
  postCampaignResume,
  postCampaignSkip,
  postCampaignStop,
} from './manage/enrollments.ts';
import { getExportFile, postExports } from './manage/exports.ts';
import { deleteFollowUp, getFollowUps, patchFollowUp, postFollowUps } from './manage/follow-ups.ts';
import { getImport, postImportDryRun, postImportRun, postImports } from './manage/imports.ts';
import {
  deleteInvitation,
  postInvitations,
  postInvitationsAccept,
  postInvitationsLook,
} from './manage/invitations.ts';
import { getMailSettings, patchMailSettings } from './manage/mail-settings.ts';
import { postMailboxCheck } from './manage/mailbox-check.ts';
import { postMailboxesGuess, postMailboxesImport } from './manage/mailbox-setup.ts';
import { postMailboxesSignIn, postMailboxSignIn } from './manage/mailbox-sign-in.ts';
import { postMailboxesTest, postMailboxTest } from './manage/mailbox-test.ts';
import {
  deleteMailbox,
  getMailbox,
  getMailboxes,
  patchMailbox,
  postMailboxes,
} from './manage/mailboxes.ts';
import {
  deleteMeSession,
  deleteMeSessions,
  getMe,
  getMeSessions,
  patchMe,
  postMeBackupCodes,
  postMeFresh,
  postMePassword,
  postMeSecondFactor,
  postMeSecondFactorConfirm,
  postMeSecondFactorRemove,
} from './manage/me.ts';
import {
  deleteMember,
  getMembers,
  patchMember,
  patchWorkspace,
  postMembersIntegration,
} from './manage/members.ts';
import { getMessageAttachment, getMessageHtml } from './manage/message-contents.ts';
import {
  getCampaignMessages,
  postMessageMarkSent,
  postMessageSendAgain,
} from './manage/messages.ts';
import { deleteNote, getNote, getNotes, patchNote, postNotes } from './manage/notes.ts';
import {
  getNotificationSettings,
  getNotifications,
  patchNotificationSettings,
  postNotificationsRead,
} from './manage/notifications.ts';
import { getPipeline } from './manage/pipeline.ts';
import {
  getProspect,
  patchProspect,
  postProspects,
  postProspectsMerge,
} from './manage/prospects.ts';
import {
  postReplies,
  postReplyCancel,
  postReplyMarkSent,
  postReplySendAgain,
} from './manage/replies.ts';
import { getRequestLog } from './manage/request-log.ts';
import {
  deleteSavedReply,
  getSavedReplies,
  patchSavedReply,
  postSavedReplies,
} from './manage/saved-replies.ts';
import { getSearch } from './manage/search.ts';
import { getSetup, postSetupClaim } from './manage/setup.ts';
import {
  postPasswordForgot,
  postPasswordReset,
  postSignIn,
  postSignInLink,
  postSignInSecondFactor,
  postSignOut,
} from './manage/sign-in.ts';
import {
  postSuppression,
  postSuppressionCheck,
  postSuppressionLift,
  postSuppressionRemove,
} from './manage/suppression.ts';
import {
  getTask,
  getTaskFailures,
  getTaskFailuresFile,
  getTasks,
  postTaskCancel,
  postTaskUndo,
} from './manage/tasks.ts';
import { getProspectTimeline } from './manage/timeline.ts';
import {
  deleteToken,
  getTokens,
  getTokensConnected,
  postTokens,
  postTokensRevokeAll,
  postTokensRotate,
} from './manage/tokens.ts';
import { getUsage } from './manage/usage.ts';
import { deleteView, getViews, patchView, postViews } from './manage/views.ts';
import {
  deleteWebhook,
  getWebhook,
  getWebhooks,
  patchWebhook,
  postWebhookRotate,
  postWebhooks,
  postWebhookTest,
} from './manage/webhooks.ts';
import { getProspects } from './prospects.ts';
import { refsOf } from './refs.ts';
import { getSession } from './session.ts';

export const endpoints = {
  getSession,
  postLeads,
  getCampaigns,
  postCampaigns,
  postEnrich,
  getEnrich,
  postBulk,
  getProspects,
  getBoards,
  getInbox,
} as const satisfies Record<string, Endpoint>;

/** The manage API. It includes public endpoints that the console needs. */
export const manageEndpoints = {
  getProspects: asManageEndpoint(getProspects),
  getProspect,
  postProspects,
  patchProspect,
  postProspectsMerge,
  getProspectTimeline,
  getNotes,
  postNotes,
  getNote,
  patchNote,
  deleteNote,
  getFollowUps,
  postFollowUps,
  patchFollowUp,
  deleteFollowUp,
  getViews,
  postViews,
  patchView,
  deleteView,
  getNotifications,
  postNotificationsRead,
  getNotificationSettings,
  patchNotificationSettings,
  getPipeline,
  getSearch,
  getBoards: asManageEndpoint(getBoards),
  postBulk: asManageEndpoint(postBulk),
  postBulkTasks,
  getTasks,
  getTask,
  getTaskFailures,
  getTaskFailuresFile,
  postTaskCancel,
  postTaskUndo,
  postImports,
  getImport,
  postImportDryRun,
  postImportRun,
  postExports,
  getExportFile,
  postLists,
  patchList,
  postListMerge,
  deleteList,
  postTags,
  patchTag,
  postTagMerge,
  deleteTag,
  getCampaigns: getEveryCampaign,
  postCampaign,
  getCampaign,
  patchCampaign,
  postCampaignEnroll,
  getCampaignMailboxes,
  putCampaignMailboxes,
  getMailboxes,
  postMailboxes,
  postMailboxesGuess,
  postMailboxSignIn,
  postMailboxesSignIn,
  postMailboxesImport,
  postMailboxesTest,
  getMailbox,
  patchMailbox,
  deleteMailbox,
  postMailboxTest,
  postMailboxCheck,
  getMailSettings,
  patchMailSettings,
  getCampaignEnrollments,
  getEnrollmentWhy,
  postCampaignStop,
  postCampaignResume,
  postCampaignSkip,
  getCampaignMessages,
  postMessageMarkSent,
  postMessageSendAgain,
  getConversations,
  getConversation,
  patchConversation,
  postMessageCorrect,
  getMessageHtml,
  getMessageAttachment,
  postReplies,
  postReplyCancel,
  postReplyMarkSent,
  postReplySendAgain,
  getSavedReplies,
  postSavedReplies,
  patchSavedReply,
  deleteSavedReply,
  postCampaignRehearsal,
  getCampaignPreview,
  getCampaignNumbers,
  postCampaignEnrollTasks,
  postCampaignRehearsalTasks,
  getCampaignTasks,
  postCampaignTestEmail,
  getCampaignForecast,
  getNumbers,
  postSuppression,
  postSuppressionCheck,
  postSuppressionRemove,
  postSuppressionLift,
  getWebhooks,
  postWebhooks,
  getWebhook,
  patchWebhook,
  deleteWebhook,
  postWebhookRotate,
  postWebhookTest,
  getWebhookDeliveries,
  getDelivery,
  postDeliveryReplay,
  postWebhookReplay,
  postEnrich: asManageEndpoint(postEnrich),
  getEnrichmentJobs,
  getEnrichmentJob,
  postEnrichmentJobRetry,
  getCreditsLedger,
  getAiSettings,
  patchAiSettings,
  postAiSettingsTest,
  postAiSettingsModels,
  getUsage,
  getAudit,
  getAuditFile,
  getSetup,
  postSetupClaim,
  postSignIn,
  postSignInSecondFactor,
  postSignInLink,
  postSignOut,
  postPasswordForgot,
  postPasswordReset,
  getMe,
  patchMe,
  postMeFresh,
  postMePassword,
  postMeSecondFactor,
  postMeSecondFactorConfirm,
  postMeSecondFactorRemove,
  postMeBackupCodes,
  getMeSessions,
  deleteMeSession,
  deleteMeSessions,
  getTokens,
  postTokens,
  deleteToken,
  getTokensConnected,
  postTokensRotate,
  postTokensRevokeAll,
  postConnectLook,
  postConnectConfirm,
  postConnectDeny,
  getMembers,
  postMembersIntegration,
  patchMember,
  deleteMember,
  postInvitations,
  deleteInvitation,
  postInvitationsLook,
  postInvitationsAccept,
  patchWorkspace,
  getRequestLog,
} as const satisfies Record<string, Endpoint>;

/** How a browser gets a token that a user confirms. */
export const connectEndpoints = {
  postConnectStart,
  postConnectPoll,
  postConnectEnd,
} as const satisfies Record<string, Endpoint>;

export const allEndpoints: readonly Endpoint[] = [
  ...Object.values(endpoints),
  ...Object.values(manageEndpoints),
  ...Object.values(connectEndpoints),
];

type Endpoints = typeof endpoints;
export type EndpointId = keyof Endpoints;
type ManageEndpoints = typeof manageEndpoints;
export type ManageEndpointId = keyof ManageEndpoints;
export type ConnectEndpointId = keyof typeof connectEndpoints;

export type RequestBody<Id extends EndpointId> = z.input<NonNullable<Endpoints[Id]['body']>>;
export type RequestParams<Id extends EndpointId> = z.input<NonNullable<Endpoints[Id]['params']>>;
export type RequestQuery<Id extends EndpointId> = z.input<Endpoints[Id]['query']>;
export type ResponseData<Id extends EndpointId> = z.output<Endpoints[Id]['data']>;
export type ManageData<Id extends ManageEndpointId> = z.output<ManageEndpoints[Id]['data']>;
export type ConnectData<Id extends ConnectEndpointId> = z.output<
  (typeof connectEndpoints)[Id]['data']
>;

/** What a handler returns: the data, in which times may be dates. */
export type EndpointResult<Id extends EndpointId> = z.input<Endpoints[Id]['data']>;
export type ManageResult<Id extends ManageEndpointId> = z.input<ManageEndpoints[Id]['data']>;

export type ManageBody<Id extends ManageEndpointId> = z.input<
  NonNullable<ManageEndpoints[Id]['body']>
>;
export type ManageQuery<Id extends ManageEndpointId> = z.input<ManageEndpoints[Id]['query']>;
export type ManageParams<Id extends ManageEndpointId> = z.input<
  NonNullable<ManageEndpoints[Id]['params']>
>;

/**
 * Every error code of an endpoint. `method_not_allowed` belongs to the path, not to an endpoint.
 */
export const errorsOf = (endpoint: Endpoint): ErrorCode[] => {
  const codes = new Set<ErrorCode>([
    'validation_error',
    'rate_limited',
    'internal_error',
    'unavailable',
    ...(endpoint.access === 'anyone' ? [] : (['unauthorized'] as const)),
    ...(endpoint.access === 'session' ? (['session_required'] as const) : []),
    ...(endpoint.api === 'manage' && endpoint.method !== 'GET'
      ? (['origin_not_allowed'] as const)
      : []),
    ...(endpoint.role === 'viewer' ? [] : (['insufficient_role'] as const)),
    ...(endpoint.reauthenticates ? (['reauthentication_required'] as const) : []),
    ...(refsOf(endpoint).length === 0 && !needsWorkspaceHeader(endpoint)
      ? []
      : (['not_found'] as const)),
    ...(hasContent(endpoint) ? bodyErrors : []),
    ...(acceptsIdempotencyKey(endpoint) ? idempotencyErrors : []),
    ...endpoint.extraErrors,
  ]);
  return errorCodes.filter((code) => codes.has(code));
};

const bodyErrors = ['payload_too_large', 'unsupported_media_type'] as const;
const idempotencyErrors = ['idempotency_conflict', 'idempotency_in_progress'] as const;
