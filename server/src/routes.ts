import { allEndpoints, endpoints, manageEndpoints } from '@outcrop/contract';
import type { FastifyBaseLogger } from 'fastify';
import { getAiSettings, patchAiSettings, postAiSettingsTest } from './ai/manage-settings.ts';
import { getAudit } from './audit/get-audit.ts';
import { postBulk } from './bulk/post-bulk.ts';
import { postBulkTasks } from './bulk/post-bulk-tasks.ts';
import { postTaskUndo } from './bulk/post-undo.ts';
import { createCampaign } from './campaigns/create-campaign.ts';
import { enrollInCampaign, enrollProspects } from './campaigns/enroll-prospects.ts';
import { getCampaign } from './campaigns/get-campaign.ts';
import { listCampaigns } from './campaigns/list-campaigns.ts';
import { listEnrollableCampaigns } from './campaigns/list-enrollable-campaigns.ts';
import { patchCampaign } from './campaigns/patch-campaign.ts';
import type { Models } from './core/ai/models.ts';
import type { MemberCaller } from './core/sign-in/caller.ts';
import type { Suppression } from './core/suppression/suppression.ts';
import { getEnrich } from './enrichment/get-enrich.ts';
import {
  getCreditsLedger,
  getEnrichmentJob,
  getEnrichmentJobs,
  postEnrichmentJobRetry,
} from './enrichment/manage-jobs.ts';
import { postEnrich } from './enrichment/post-enrich.ts';
import { getExportFile } from './exports/get-file.ts';
import { postExports } from './exports/post-exports.ts';
import { getImport } from './imports/get-import.ts';
import { postImports } from './imports/post-imports.ts';
import { postImportDryRun, postImportRun } from './imports/post-run.ts';
import { getInbox } from './inbox/get-inbox.ts';
import { postLeads } from './leads/post-leads.ts';
import { createListOrTag } from './lists-and-tags/create-list-or-tag.ts';
import { deleteListOrTag } from './lists-and-tags/delete-list-or-tag.ts';
import { getBoards } from './lists-and-tags/get-boards.ts';
import { mergeListOrTag } from './lists-and-tags/merge-list-or-tag.ts';
import { renameListOrTag } from './lists-and-tags/rename-list-or-tag.ts';
import * as invitations from './members/invitations.ts';
import * as members from './members/manage-members.ts';
import { unavailable } from './platform/error.ts';
import {
  externalCallRoute,
  fileRoute,
  type Route,
  route,
  routeWithoutWorkspace,
} from './platform/http/call.ts';
import { findProspects } from './prospects/find-prospects.ts';
import { getDuplicates } from './prospects/get-duplicates.ts';
import { getProspect } from './prospects/get-prospect.ts';
import { getProspectTimeline } from './prospects/get-prospect-timeline.ts';
import { getProspects } from './prospects/get-prospects.ts';
import { patchProspect } from './prospects/patch-prospect.ts';
import { postProspects } from './prospects/post-prospects.ts';
import { postProspectsMerge } from './prospects/post-prospects-merge.ts';
import { getRequestLog } from './request-log/get-request-log.ts';
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
import * as tokens from './tokens/manage-tokens.ts';
import { getUsage } from './usage/get-usage.ts';
import type { DeliveryDeps } from './webhooks/deliver.job.ts';
import * as deliveries from './webhooks/manage-deliveries.ts';
import * as webhooks from './webhooks/manage-webhooks.ts';
import { getSetup, postSetupClaim, type SetupDeps } from './workspaces/claim.ts';

/** Dependencies of handlers, besides the request. */
export interface HandlerDeps extends DeliveryDeps {
  suppression: Suppression;
  models: Models;
  /** Part of every token. */
  cellName: string;
  accountDeps: SetupDeps &
    invitations.InvitationDeps &
    signIn.SignInDeps & { log: FastifyBaseLogger };
}

/** Endpoint → handler. */
export const routesOf = ({
  suppression,
  egress,
  sealing,
  models,
  cellName,
  accountDeps,
}: HandlerDeps): Route<MemberCaller>[] => [
  route(endpoints.getSession, getSession),
  route(endpoints.postLeads, postLeads(suppression)),
  route(endpoints.getCampaigns, listEnrollableCampaigns),
  route(endpoints.postCampaigns, enrollProspects(suppression)),
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
  route(manageEndpoints.postLists, createListOrTag('list')),
  route(manageEndpoints.patchList, renameListOrTag('list')),
  route(manageEndpoints.postListMerge, mergeListOrTag('list')),
  route(manageEndpoints.deleteList, deleteListOrTag('list')),
  route(manageEndpoints.postTags, createListOrTag('tag')),
  route(manageEndpoints.patchTag, renameListOrTag('tag')),
  route(manageEndpoints.postTagMerge, mergeListOrTag('tag')),
  route(manageEndpoints.deleteTag, deleteListOrTag('tag')),
  route(manageEndpoints.getCampaigns, listCampaigns),
  route(manageEndpoints.postCampaign, createCampaign),
  route(manageEndpoints.getCampaign, getCampaign),
  route(manageEndpoints.patchCampaign, patchCampaign),
  route(manageEndpoints.postCampaignEnroll, enrollInCampaign(suppression)),
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
  externalCallRoute(manageEndpoints.postAiSettingsTest, postAiSettingsTest(models)),
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
  routeWithoutWorkspace(manageEndpoints.getSetup, getSetup(accountDeps)),
  routeWithoutWorkspace(manageEndpoints.postSetupClaim, postSetupClaim(accountDeps)),
  routeWithoutWorkspace(manageEndpoints.postSignIn, signIn.postSignIn(accountDeps)),
  routeWithoutWorkspace(
    manageEndpoints.postSignInSecondFactor,
    signIn.postSignInSecondFactor(accountDeps),
  ),
  routeWithoutWorkspace(manageEndpoints.postSignInLink, signIn.postSignInLink(accountDeps)),
  routeWithoutWorkspace(manageEndpoints.postSignOut, signIn.postSignOut(accountDeps)),
  routeWithoutWorkspace(manageEndpoints.postPasswordForgot, postPasswordForgot(accountDeps)),
  routeWithoutWorkspace(manageEndpoints.postPasswordReset, postPasswordReset(accountDeps)),
  routeWithoutWorkspace(manageEndpoints.getMe, me.getMe(accountDeps)),
  routeWithoutWorkspace(manageEndpoints.postMeFresh, me.postMeFresh(accountDeps)),
  routeWithoutWorkspace(manageEndpoints.postMePassword, postMePassword(accountDeps)),
  routeWithoutWorkspace(
    manageEndpoints.postMeSecondFactor,
    secondFactor.postMeSecondFactor(accountDeps),
  ),
  routeWithoutWorkspace(
    manageEndpoints.postMeSecondFactorConfirm,
    secondFactor.postMeSecondFactorConfirm(accountDeps),
  ),
  routeWithoutWorkspace(
    manageEndpoints.postMeSecondFactorRemove,
    secondFactor.postMeSecondFactorRemove(accountDeps),
  ),
  routeWithoutWorkspace(
    manageEndpoints.postMeBackupCodes,
    secondFactor.postMeBackupCodes(accountDeps),
  ),
  routeWithoutWorkspace(manageEndpoints.getMeSessions, sessions.getMeSessions(accountDeps)),
  routeWithoutWorkspace(manageEndpoints.deleteMeSession, sessions.deleteMeSession(accountDeps)),
  routeWithoutWorkspace(manageEndpoints.deleteMeSessions, sessions.deleteMeSessions(accountDeps)),
  route(manageEndpoints.getTokens, tokens.getTokens),
  route(manageEndpoints.postTokens, tokens.postTokens(cellName)),
  route(manageEndpoints.deleteToken, tokens.deleteToken),
  route(manageEndpoints.getTokensConnected, tokens.getTokensConnected),
  route(manageEndpoints.postTokensRotate, tokens.postTokensRotate(cellName)),
  route(manageEndpoints.postTokensRevokeAll, tokens.postTokensRevokeAll),
  route(manageEndpoints.getMembers, members.getMembers),
  route(manageEndpoints.postMembersIntegration, members.postMembersIntegration),
  route(manageEndpoints.patchMember, members.patchMember),
  route(manageEndpoints.deleteMember, members.deleteMember),
  externalCallRoute(manageEndpoints.postInvitations, invitations.postInvitations(accountDeps)),
  route(manageEndpoints.deleteInvitation, invitations.deleteInvitation),
  routeWithoutWorkspace(
    manageEndpoints.postInvitationsLook,
    invitations.postInvitationsLook(accountDeps),
  ),
  routeWithoutWorkspace(
    manageEndpoints.postInvitationsAccept,
    invitations.postInvitationsAccept(accountDeps),
  ),
  route(manageEndpoints.patchWorkspace, members.patchWorkspace),
  ...allEndpoints
    .filter((endpoint) => !endpoint.built)
    .map((endpoint) => ({ endpoint, handle: notBuilt })),
];

const notBuilt = async () => {
  throw unavailable('This endpoint is not built yet.', { retryAfter: 86_400 });
};
