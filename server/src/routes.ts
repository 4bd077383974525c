import { connectEndpoints, type Endpoint, endpoints, manageEndpoints } from '@outcrop/contract';
import type { FastifyBaseLogger } from 'fastify';
import { postAiSettingsModels } from './ai/list-models.ts';
import { getAiSettings, patchAiSettings, postAiSettingsTest } from './ai/manage-settings.ts';
import { getAudit } from './audit/get-audit.ts';
import { getAuditFile } from './audit/get-audit-file.ts';
import { postBulk } from './bulk/post-bulk.ts';
import { postBulkTasks } from './bulk/post-bulk-tasks.ts';
import { postTaskUndo } from './bulk/post-undo.ts';
import { getCampaignMailboxes, putCampaignMailboxes } from './campaigns/campaign-mailboxes.ts';
import {
  getCampaignTasks,
  postCampaignEnrollTasks,
  postCampaignRehearsalTasks,
} from './campaigns/campaign-tasks.ts';
import { createCampaign } from './campaigns/create-campaign.ts';
import { enrollInCampaign, enrollProspects } from './campaigns/enroll-prospects.ts';
import { getCampaign } from './campaigns/get-campaign.ts';
import { getCampaignForecast } from './campaigns/get-forecast.ts';
import { getCampaignNumbers, getNumbers } from './campaigns/get-numbers.ts';
import { listCampaigns } from './campaigns/list-campaigns.ts';
import { listEnrollableCampaigns } from './campaigns/list-enrollable-campaigns.ts';
import { patchCampaign } from './campaigns/patch-campaign.ts';
import { postCampaignTestEmail } from './campaigns/post-test-email.ts';
import { previewCampaign } from './campaigns/preview-campaign.ts';
import { rehearseCampaign } from './campaigns/rehearse-campaign.ts';
import type { Models } from './core/ai/models.ts';
import type { MailboxCredentials } from './core/mailboxes/credentials.ts';
import type { MailTokens } from './core/sending/mail-tokens.ts';
import type { MemberCaller, SignedIn } from './core/sign-in/caller.ts';
import type { Suppression } from './core/suppression/suppression.ts';
import { getEnrich } from './enrichment/get-enrich.ts';
import {
  getCreditsLedger,
  getEnrichmentJob,
  getEnrichmentJobs,
  postEnrichmentJobRetry,
} from './enrichment/manage-jobs.ts';
import { postEnrich } from './enrichment/post-enrich.ts';
import {
  resumeInCampaign,
  skipInCampaign,
  stopInCampaign,
} from './enrollments/change-enrollments.ts';
import { listEnrollments } from './enrollments/list-enrollments.ts';
import { getExportFile } from './exports/get-file.ts';
import { postExports } from './exports/post-exports.ts';
import * as followUps from './follow-ups/follow-ups.ts';
import { getImport } from './imports/get-import.ts';
import { postImports } from './imports/post-imports.ts';
import { postImportDryRun, postImportRun } from './imports/post-run.ts';
import { type Attachments, getMessageAttachment } from './inbox/attachments.ts';
import * as conversations from './inbox/conversations.ts';
import { getInbox } from './inbox/get-inbox.ts';
import { getMessageHtml } from './inbox/message-html.ts';
import type { Sanitizer } from './inbox/sanitizer.ts';
import * as savedReplies from './inbox/saved-replies.ts';
import { postLeads } from './leads/post-leads.ts';
import { createListOrTag } from './lists-and-tags/create-list-or-tag.ts';
import { deleteListOrTag } from './lists-and-tags/delete-list-or-tag.ts';
import { getBoards } from './lists-and-tags/get-boards.ts';
import { mergeListOrTag } from './lists-and-tags/merge-list-or-tag.ts';
import { renameListOrTag } from './lists-and-tags/rename-list-or-tag.ts';
import { postMailboxesGuess } from './mailboxes/guess.ts';
import { postMailboxesImport } from './mailboxes/import.ts';
import { getMailSettings, patchMailSettings } from './mailboxes/mail-settings.ts';
import * as mailboxes from './mailboxes/manage-mailboxes.ts';
import { postMailboxCheck } from './mailboxes/post-check.ts';
import * as mailboxSignIn from './mailboxes/post-sign-in.ts';
import { postMailboxesTest, postMailboxTest } from './mailboxes/post-test.ts';
import * as invitations from './members/invitations.ts';
import * as members from './members/manage-members.ts';
import * as notes from './notes/notes.ts';
import * as notifications from './notifications/notifications.ts';
import { type Handlers, type Route, routesOf } from './platform/http/call.ts';
import { getPipeline } from './prospects/get-pipeline.ts';
import { getProspect } from './prospects/get-prospect.ts';
import { getProspectTimeline } from './prospects/get-prospect-timeline.ts';
import { getProspects } from './prospects/get-prospects.ts';
import { patchProspect } from './prospects/patch-prospect.ts';
import { postProspects } from './prospects/post-prospects.ts';
import { postProspectsMerge } from './prospects/post-prospects-merge.ts';
import { getRequestLog } from './request-log/get-request-log.ts';
import { getSearch } from './search/get-search.ts';
import {
  postMessageMarkSent,
  postMessageSendAgain,
  postReplyMarkSent,
  postReplySendAgain,
} from './sending/decide-unknown.ts';
import { listMessages } from './sending/list-messages.ts';
import { postReply, postReplyCancel } from './sending/post-reply.ts';
import { getEnrollmentWhy } from './sending/why-not-sending.ts';
import { getSession } from './sign-in/get-session.ts';
import * as me from './sign-in/me.ts';
import { postMePassword } from './sign-in/post-me-password.ts';
import { postPasswordForgot, postPasswordReset } from './sign-in/post-password.ts';
import * as signIn from './sign-in/post-sign-in.ts';
import * as secondFactor from './sign-in/second-factor.ts';
import * as sessions from './sign-in/sessions.ts';
import { postSuppression, postSuppressionRemove } from './suppression/post-suppression.ts';
import { postSuppressionCheck } from './suppression/post-suppression-check.ts';
import { postSuppressionLift } from './suppression/post-suppression-lift.ts';
import { getTaskFailuresFile } from './tasks/get-failures-file.ts';
import { getTask, getTaskFailures, getTasks, postTaskCancel } from './tasks/get-tasks.ts';
import * as connect from './tokens/connect.ts';
import * as connectCodes from './tokens/connect-codes.ts';
import * as tokens from './tokens/manage-tokens.ts';
import { getUsage } from './usage/get-usage.ts';
import * as views from './views/views.ts';
import type { DeliveryDeps } from './webhooks/deliver.job.ts';
import * as deliveries from './webhooks/manage-deliveries.ts';
import * as webhooks from './webhooks/manage-webhooks.ts';
import { getSetup, postSetupClaim, type SetupDeps } from './workspaces/claim.ts';
import { patchWorkspace } from './workspaces/patch-workspace.ts';

/** Dependencies of handlers, besides the request. */
export interface HandlerDeps
  extends DeliveryDeps,
    SetupDeps,
    invitations.InvitationDeps,
    mailboxSignIn.MailboxSignInDeps,
    signIn.SignInDeps {
  suppression: Suppression;
  models: Models;
  credentials: MailboxCredentials;
  sanitizer: Sanitizer;
  attachments: Attachments;
  /** Signs the Message-IDs of emails. */
  tokens: MailTokens;
  /** Part of every token. */
  cellName: string;
  log: FastifyBaseLogger;
}

type Table<Endpoints extends Record<string, Endpoint>> = Handlers<
  Endpoints,
  HandlerDeps,
  MemberCaller,
  SignedIn
>;

/** Endpoint → handler. */
const publicHandlers: Table<typeof endpoints> = {
  getSession,
  postLeads,
  getCampaigns: listEnrollableCampaigns,
  postCampaigns: enrollProspects,
  postEnrich,
  getEnrich,
  postBulk,
  getProspects,
  getBoards,
  getInbox,
};

const manageHandlers: Table<typeof manageEndpoints> = {
  getProspects,
  getProspect,
  postProspects,
  patchProspect,
  postProspectsMerge,
  getProspectTimeline,
  getNotes: notes.getNotes,
  postNotes: notes.postNotes,
  getNote: notes.getNote,
  patchNote: notes.patchNote,
  deleteNote: notes.deleteNote,
  getFollowUps: followUps.getFollowUps,
  postFollowUps: followUps.postFollowUps,
  patchFollowUp: followUps.patchFollowUp,
  deleteFollowUp: followUps.deleteFollowUp,
  getViews: views.getViews,
  postViews: views.postViews,
  patchView: views.patchView,
  deleteView: views.deleteView,
  getNotifications: notifications.getNotifications,
  postNotificationsRead: notifications.postNotificationsRead,
  getNotificationSettings: notifications.getNotificationSettings,
  patchNotificationSettings: notifications.patchNotificationSettings,
  getPipeline,
  getSearch,
  getBoards,
  postBulk,
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
  postLists: createListOrTag('list'),
  patchList: renameListOrTag('list'),
  postListMerge: mergeListOrTag('list'),
  deleteList: deleteListOrTag('list'),
  postTags: createListOrTag('tag'),
  patchTag: renameListOrTag('tag'),
  postTagMerge: mergeListOrTag('tag'),
  deleteTag: deleteListOrTag('tag'),
  getCampaigns: listCampaigns,
  postCampaign: createCampaign,
  getCampaign,
  patchCampaign,
  postCampaignEnroll: enrollInCampaign,
  getCampaignMailboxes,
  putCampaignMailboxes,
  getMailboxes: mailboxes.getMailboxes,
  postMailboxes: mailboxes.postMailboxes,
  postMailboxesGuess,
  postMailboxSignIn: mailboxSignIn.postMailboxSignIn,
  postMailboxesSignIn: mailboxSignIn.postMailboxesSignIn,
  postMailboxesImport,
  postMailboxesTest,
  getMailbox: mailboxes.getMailbox,
  patchMailbox: mailboxes.patchMailbox,
  deleteMailbox: mailboxes.deleteMailbox,
  postMailboxTest,
  postMailboxCheck,
  getMailSettings,
  patchMailSettings,
  getCampaignEnrollments: listEnrollments,
  getEnrollmentWhy,
  postCampaignStop: stopInCampaign,
  postCampaignResume: resumeInCampaign,
  postCampaignSkip: skipInCampaign,
  getCampaignMessages: listMessages,
  postMessageMarkSent,
  postMessageSendAgain,
  getConversations: conversations.getConversations,
  getConversation: conversations.getConversation,
  patchConversation: conversations.patchConversation,
  postMessageCorrect: conversations.postMessageCorrect,
  getMessageHtml,
  getMessageAttachment,
  postReplies: postReply,
  postReplyCancel,
  postReplyMarkSent,
  postReplySendAgain,
  getSavedReplies: savedReplies.getSavedReplies,
  postSavedReplies: savedReplies.postSavedReplies,
  patchSavedReply: savedReplies.patchSavedReply,
  deleteSavedReply: savedReplies.deleteSavedReply,
  postCampaignRehearsal: rehearseCampaign,
  getCampaignPreview: previewCampaign,
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
  postEnrich,
  getEnrichmentJobs,
  getEnrichmentJob,
  postEnrichmentJobRetry,
  getCreditsLedger,
  getAiSettings,
  patchAiSettings,
  postAiSettingsTest,
  postAiSettingsModels,
  getUsage,
  getWebhooks: webhooks.getWebhooks,
  postWebhooks: webhooks.postWebhooks,
  getWebhook: webhooks.getWebhook,
  patchWebhook: webhooks.patchWebhook,
  deleteWebhook: webhooks.deleteWebhook,
  postWebhookRotate: webhooks.postWebhookRotate,
  postWebhookTest: webhooks.postWebhookTest,
  getWebhookDeliveries: deliveries.getWebhookDeliveries,
  getDelivery: deliveries.getDelivery,
  postDeliveryReplay: deliveries.postDeliveryReplay,
  postWebhookReplay: deliveries.postWebhookReplay,
  getAudit,
  getAuditFile,
  getRequestLog,
  getSetup,
  postSetupClaim,
  postSignIn: signIn.postSignIn,
  postSignInSecondFactor: signIn.postSignInSecondFactor,
  postSignInLink: signIn.postSignInLink,
  postSignOut: signIn.postSignOut,
  postPasswordForgot,
  postPasswordReset,
  getMe: me.getMe,
  patchMe: me.patchMe,
  postMeFresh: me.postMeFresh,
  postMePassword,
  postMeSecondFactor: secondFactor.postMeSecondFactor,
  postMeSecondFactorConfirm: secondFactor.postMeSecondFactorConfirm,
  postMeSecondFactorRemove: secondFactor.postMeSecondFactorRemove,
  postMeBackupCodes: secondFactor.postMeBackupCodes,
  getMeSessions: sessions.getMeSessions,
  deleteMeSession: sessions.deleteMeSession,
  deleteMeSessions: sessions.deleteMeSessions,
  getTokens: tokens.getTokens,
  postTokens: tokens.postTokens,
  deleteToken: tokens.deleteToken,
  getTokensConnected: tokens.getTokensConnected,
  postTokensRotate: tokens.postTokensRotate,
  postTokensRevokeAll: tokens.postTokensRevokeAll,
  postConnectLook: connectCodes.postConnectLook,
  postConnectConfirm: connectCodes.postConnectConfirm,
  postConnectDeny: connectCodes.postConnectDeny,
  getMembers: members.getMembers,
  postMembersIntegration: members.postMembersIntegration,
  patchMember: members.patchMember,
  deleteMember: members.deleteMember,
  postInvitations: invitations.postInvitations,
  deleteInvitation: invitations.deleteInvitation,
  postInvitationsLook: invitations.postInvitationsLook,
  postInvitationsAccept: invitations.postInvitationsAccept,
  patchWorkspace,
};

const connectHandlers: Table<typeof connectEndpoints> = {
  postConnectStart: connect.postConnectStart,
  postConnectPoll: connect.postConnectPoll,
  postConnectEnd: connect.postConnectEnd,
};

export const routes: Route[] = [
  ...routesOf(endpoints, publicHandlers),
  ...routesOf(manageEndpoints, manageHandlers),
  ...routesOf(connectEndpoints, connectHandlers),
];
