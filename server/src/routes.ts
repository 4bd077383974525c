import { endpoints, lines, manageEndpoints } from '@outcrop/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { MemberCaller } from './accounts/caller.ts';
import { getSetup, type Instance, postSetupClaim } from './accounts/claim.ts';
import { getAudit } from './accounts/get-audit.ts';
import { getSession } from './accounts/get-session.ts';
import { getUsage } from './accounts/get-usage.ts';
import * as invitations from './accounts/invitations.ts';
import * as members from './accounts/manage-members.ts';
import * as tokens from './accounts/manage-tokens.ts';
import { deleteBoard } from './boards/delete-board.ts';
import { getBoards } from './boards/get-boards.ts';
import { patchBoard } from './boards/patch-board.ts';
import { postBoard } from './boards/post-board.ts';
import { postBoardMerge } from './boards/post-board-merge.ts';
import { postBulk } from './bulk/post-bulk.ts';
import { postBulkTasks } from './bulk/post-bulk-tasks.ts';
import { postTaskUndo } from './bulk/post-undo.ts';
import { getCampaign, getEveryCampaign } from './campaigns/get-campaign.ts';
import { getCampaigns } from './campaigns/get-campaigns.ts';
import { patchCampaign } from './campaigns/patch-campaign.ts';
import { postCampaign } from './campaigns/post-campaign.ts';
import { postCampaignEnroll, postCampaigns } from './campaigns/post-campaigns.ts';
import { postSuppression, postSuppressionRemove } from './do-not-contact/post-suppression.ts';
import { postSuppressionCheck } from './do-not-contact/post-suppression-check.ts';
import { postSuppressionLift } from './do-not-contact/post-suppression-lift.ts';
import { getEnrich } from './enrichment/get-enrich.ts';
import {
  getCreditsLedger,
  getEnrichmentJob,
  getEnrichmentJobs,
  postEnrichmentJobRetry,
} from './enrichment/manage-jobs.ts';
import {
  getAiSettings,
  patchAiSettings,
  postAiSettingsTest,
} from './enrichment/manage-settings.ts';
import type { Models } from './enrichment/models.ts';
import { postEnrich } from './enrichment/post-enrich.ts';
import { getExportFile } from './exports/get-file.ts';
import { postExports } from './exports/post-exports.ts';
import { getImport } from './imports/get-import.ts';
import { postImports } from './imports/post-imports.ts';
import { postImportDryRun, postImportRun } from './imports/post-run.ts';
import { getInbox } from './inbox/get-inbox.ts';
import { postLeads } from './leads/post-leads.ts';
import { postProspects } from './leads/post-prospects.ts';
import { unavailable } from './platform/error.ts';
import { fileRoute, openRoute, outsideRoute, type Route, route } from './platform/http/call.ts';
import { findProspects } from './prospects/find-prospects.ts';
import { getDuplicates } from './prospects/get-duplicates.ts';
import { getProspect } from './prospects/get-prospect.ts';
import { getProspectTimeline } from './prospects/get-prospect-timeline.ts';
import { getProspects } from './prospects/get-prospects.ts';
import { patchProspect } from './prospects/patch-prospect.ts';
import { postProspectsMerge } from './prospects/post-prospects-merge.ts';
import { getRequestLog } from './request-log/get-request-log.ts';
import * as me from './sign-in/me.ts';
import { postMePassword } from './sign-in/post-me-password.ts';
import { postPasswordForgot, postPasswordReset } from './sign-in/post-password.ts';
import * as signIn from './sign-in/post-sign-in.ts';
import * as secondFactor from './sign-in/second-factor.ts';
import * as sessions from './sign-in/sessions.ts';
import type { Suppression } from './suppression/suppression.ts';
import { getTaskFailuresFile } from './tasks/get-failures-file.ts';
import { getTask, getTaskFailures, getTasks, postTaskCancel } from './tasks/get-tasks.ts';
import type { Post } from './webhooks/deliver.job.ts';
import * as deliveries from './webhooks/manage-deliveries.ts';
import * as webhooks from './webhooks/manage-webhooks.ts';

/** What some handlers need of their cell beyond the request. */
export interface Cell extends Post {
  suppression: Suppression;
  models: Models;
  /** Its name, which stands in every token. */
  name: string;
  people: Instance & invitations.Invitations & signIn.Door & { log: FastifyBaseLogger };
}

/** Endpoint → handler. */
export const routesOf = ({
  suppression,
  egress,
  sealing,
  models,
  name,
  people,
}: Cell): Route<MemberCaller>[] => [
  route(endpoints.getSession, getSession),
  route(endpoints.postLeads, postLeads(suppression)),
  route(endpoints.getCampaigns, getCampaigns),
  route(endpoints.postCampaigns, postCampaigns(suppression)),
  route(endpoints.postEnrich, postEnrich(models)),
  route(endpoints.getEnrich, getEnrich),
  route(endpoints.postBulk, postBulk(suppression)),
  route(endpoints.getProspects, getProspects),
  route(endpoints.getBoards, getBoards),
  route(endpoints.getInbox, getInbox),
  route(manageEndpoints.getProspects, getProspects),
  route(manageEndpoints.getProspect, getProspect),
  route(manageEndpoints.postProspects, postProspects(suppression)),
  route(manageEndpoints.patchProspect, patchProspect(suppression)),
  route(manageEndpoints.postProspectsMerge, postProspectsMerge(suppression)),
  route(manageEndpoints.getProspectTimeline, getProspectTimeline),
  route(manageEndpoints.getDuplicates, getDuplicates),
  route(manageEndpoints.getBoards, getBoards),
  route(manageEndpoints.postBulk, postBulk(suppression)),
  route(manageEndpoints.postBulkTasks, postBulkTasks(findProspects)),
  route(manageEndpoints.getTasks, getTasks),
  route(manageEndpoints.getTask, getTask),
  route(manageEndpoints.getTaskFailures, getTaskFailures),
  fileRoute(manageEndpoints.getTaskFailuresFile, getTaskFailuresFile),
  route(manageEndpoints.postTaskCancel, postTaskCancel),
  route(manageEndpoints.postTaskUndo, postTaskUndo),
  route(manageEndpoints.postImports, postImports),
  route(manageEndpoints.getImport, getImport),
  route(manageEndpoints.postImportDryRun, postImportDryRun),
  route(manageEndpoints.postImportRun, postImportRun),
  route(manageEndpoints.postExports, postExports(findProspects)),
  fileRoute(manageEndpoints.getExportFile, getExportFile),
  route(manageEndpoints.postLists, postBoard('list')),
  route(manageEndpoints.patchList, patchBoard('list')),
  route(manageEndpoints.postListMerge, postBoardMerge('list')),
  route(manageEndpoints.deleteList, deleteBoard('list')),
  route(manageEndpoints.postTags, postBoard('tag')),
  route(manageEndpoints.patchTag, patchBoard('tag')),
  route(manageEndpoints.postTagMerge, postBoardMerge('tag')),
  route(manageEndpoints.deleteTag, deleteBoard('tag')),
  route(manageEndpoints.getCampaigns, getEveryCampaign),
  route(manageEndpoints.postCampaign, postCampaign),
  route(manageEndpoints.getCampaign, getCampaign),
  route(manageEndpoints.patchCampaign, patchCampaign),
  route(manageEndpoints.postCampaignEnroll, postCampaignEnroll(suppression)),
  route(manageEndpoints.postSuppression, postSuppression(suppression)),
  route(manageEndpoints.postSuppressionCheck, postSuppressionCheck(suppression)),
  route(manageEndpoints.postSuppressionRemove, postSuppressionRemove(suppression)),
  route(manageEndpoints.postSuppressionLift, postSuppressionLift(suppression)),
  route(manageEndpoints.postEnrich, postEnrich(models)),
  route(manageEndpoints.getEnrichmentJobs, getEnrichmentJobs),
  route(manageEndpoints.getEnrichmentJob, getEnrichmentJob),
  route(manageEndpoints.postEnrichmentJobRetry, postEnrichmentJobRetry(models)),
  route(manageEndpoints.getCreditsLedger, getCreditsLedger),
  route(manageEndpoints.getAiSettings, getAiSettings(models)),
  route(manageEndpoints.patchAiSettings, patchAiSettings({ models, sealing, egress })),
  outsideRoute(manageEndpoints.postAiSettingsTest, postAiSettingsTest(models)),
  route(manageEndpoints.getUsage, getUsage),
  route(manageEndpoints.getWebhooks, webhooks.getWebhooks),
  route(manageEndpoints.postWebhooks, webhooks.postWebhooks({ egress, sealing })),
  route(manageEndpoints.getWebhook, webhooks.getWebhook),
  route(manageEndpoints.patchWebhook, webhooks.patchWebhook({ egress, sealing })),
  route(manageEndpoints.deleteWebhook, webhooks.deleteWebhook),
  route(manageEndpoints.postWebhookRotate, webhooks.postWebhookRotate({ sealing })),
  route(manageEndpoints.postWebhookTest, webhooks.postWebhookTest),
  route(manageEndpoints.getWebhookDeliveries, deliveries.getWebhookDeliveries),
  route(manageEndpoints.getDelivery, deliveries.getDelivery),
  route(manageEndpoints.postDeliveryReplay, deliveries.postDeliveryReplay),
  route(manageEndpoints.postWebhookReplay, deliveries.postWebhookReplay),
  route(manageEndpoints.getAudit, getAudit),
  route(manageEndpoints.getRequestLog, getRequestLog),
  openRoute(manageEndpoints.getSetup, getSetup(people)),
  openRoute(manageEndpoints.postSetupClaim, postSetupClaim(people)),
  openRoute(manageEndpoints.postSignIn, signIn.postSignIn(people)),
  openRoute(manageEndpoints.postSignInSecondFactor, signIn.postSignInSecondFactor(people)),
  openRoute(manageEndpoints.postSignInLink, signIn.postSignInLink(people)),
  openRoute(manageEndpoints.postSignOut, signIn.postSignOut(people)),
  openRoute(manageEndpoints.postPasswordForgot, postPasswordForgot(people)),
  openRoute(manageEndpoints.postPasswordReset, postPasswordReset(people)),
  openRoute(manageEndpoints.getMe, me.getMe(people)),
  openRoute(manageEndpoints.postMeFresh, me.postMeFresh(people)),
  openRoute(manageEndpoints.postMePassword, postMePassword(people)),
  openRoute(manageEndpoints.postMeSecondFactor, secondFactor.postMeSecondFactor(people)),
  openRoute(
    manageEndpoints.postMeSecondFactorConfirm,
    secondFactor.postMeSecondFactorConfirm(people),
  ),
  openRoute(
    manageEndpoints.postMeSecondFactorRemove,
    secondFactor.postMeSecondFactorRemove(people),
  ),
  openRoute(manageEndpoints.postMeBackupCodes, secondFactor.postMeBackupCodes(people)),
  openRoute(manageEndpoints.getMeSessions, sessions.getMeSessions(people)),
  openRoute(manageEndpoints.deleteMeSession, sessions.deleteMeSession(people)),
  openRoute(manageEndpoints.deleteMeSessions, sessions.deleteMeSessions(people)),
  route(manageEndpoints.getTokens, tokens.getTokens),
  route(manageEndpoints.postTokens, tokens.postTokens(name)),
  route(manageEndpoints.deleteToken, tokens.deleteToken),
  route(manageEndpoints.getTokensConnected, tokens.getTokensConnected),
  route(manageEndpoints.postTokensRotate, tokens.postTokensRotate(name)),
  route(manageEndpoints.postTokensRevokeAll, tokens.postTokensRevokeAll),
  route(manageEndpoints.getMembers, members.getMembers),
  route(manageEndpoints.postMembersIntegration, members.postMembersIntegration),
  route(manageEndpoints.patchMember, members.patchMember),
  route(manageEndpoints.deleteMember, members.deleteMember),
  outsideRoute(manageEndpoints.postInvitations, invitations.postInvitations(people)),
  route(manageEndpoints.deleteInvitation, invitations.deleteInvitation),
  openRoute(manageEndpoints.postInvitationsLook, invitations.postInvitationsLook(people)),
  openRoute(manageEndpoints.postInvitationsAccept, invitations.postInvitationsAccept(people)),
  route(manageEndpoints.patchWorkspace, members.patchWorkspace),
  ...lines.filter((line) => !line.built).map((line) => ({ line, handle: notBuilt })),
];

const notBuilt = async () => {
  throw unavailable('This endpoint is not built yet.', { retryAfter: 86_400 });
};
