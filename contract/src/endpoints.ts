import type { z } from 'zod';
import { getBoards } from './boards.ts';
import { postBulk } from './bulk.ts';
import { getCampaigns, postCampaigns } from './campaigns.ts';
import { type Endpoint, hasContent, isRepeatable, managed, namesWorkspace } from './endpoint.ts';
import { getEnrich, postEnrich } from './enrich.ts';
import { type ErrorCode, errorCodes } from './errors.ts';
import { getInbox } from './inbox.ts';
import { postLeads } from './leads.ts';
import { getAiSettings, patchAiSettings, postAiSettingsTest } from './manage/ai-settings.ts';
import { getAudit } from './manage/audit.ts';
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
import {
  getCampaign,
  getCampaigns as getEveryCampaign,
  patchCampaign,
  postCampaign,
  postCampaignEnroll,
} from './manage/campaigns.ts';
import {
  getDelivery,
  getWebhookDeliveries,
  postDeliveryReplay,
  postWebhookReplay,
} from './manage/deliveries.ts';
import { getDuplicates } from './manage/duplicates.ts';
import {
  getCreditsLedger,
  getEnrichmentJob,
  getEnrichmentJobs,
  postEnrichmentJobRetry,
} from './manage/enrichment.ts';
import { getExportFile, postExports } from './manage/exports.ts';
import { getImport, postImportDryRun, postImportRun, postImports } from './manage/imports.ts';
import {
  deleteInvitation,
  postInvitations,
  postInvitationsAccept,
  postInvitationsLook,
} from './manage/invitations.ts';
import {
  deleteMeSession,
  deleteMeSessions,
  getMe,
  getMeSessions,
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
import {
  getProspect,
  patchProspect,
  postProspects,
  postProspectsMerge,
} from './manage/prospects.ts';
import { getRequestLog } from './manage/request-log.ts';
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

/** The public API, one line per endpoint. */
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

/** What the console stands on. Lines of the public API that it needs are here again. */
export const manageEndpoints = {
  getProspects: managed(getProspects),
  getProspect,
  postProspects,
  patchProspect,
  postProspectsMerge,
  getProspectTimeline,
  getDuplicates,
  getBoards: managed(getBoards),
  postBulk: managed(postBulk),
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
  postEnrich: managed(postEnrich),
  getEnrichmentJobs,
  getEnrichmentJob,
  postEnrichmentJobRetry,
  getCreditsLedger,
  getAiSettings,
  patchAiSettings,
  postAiSettingsTest,
  getUsage,
  getAudit,
  getSetup,
  postSetupClaim,
  postSignIn,
  postSignInSecondFactor,
  postSignInLink,
  postSignOut,
  postPasswordForgot,
  postPasswordReset,
  getMe,
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

/** The whole promise. */
export const lines: readonly Endpoint[] = [
  ...Object.values(endpoints),
  ...Object.values(manageEndpoints),
];

type Endpoints = typeof endpoints;
export type EndpointId = keyof Endpoints;
type ManageEndpoints = typeof manageEndpoints;
export type ManageEndpointId = keyof ManageEndpoints;

/** What a caller sends and gets back. */
export type RequestBody<Id extends EndpointId> = z.input<NonNullable<Endpoints[Id]['body']>>;
export type RequestParams<Id extends EndpointId> = z.input<NonNullable<Endpoints[Id]['params']>>;
export type RequestQuery<Id extends EndpointId> = z.input<Endpoints[Id]['query']>;
export type ResponseData<Id extends EndpointId> = z.output<Endpoints[Id]['data']>;
export type ManageData<Id extends ManageEndpointId> = z.output<ManageEndpoints[Id]['data']>;
export type ManageBody<Id extends ManageEndpointId> = z.input<
  NonNullable<ManageEndpoints[Id]['body']>
>;
export type ManageQuery<Id extends ManageEndpointId> = z.input<ManageEndpoints[Id]['query']>;
export type ManageParams<Id extends ManageEndpointId> = z.input<
  NonNullable<ManageEndpoints[Id]['params']>
>;

/** Every code a line can answer. `method_not_allowed` belongs to the path, not to a line. */
export const errorsOf = (line: Endpoint): ErrorCode[] => {
  const answers = new Set<ErrorCode>([
    'validation_error',
    'rate_limited',
    'internal_error',
    'unavailable',
    ...(line.by === 'anyone' ? [] : (['unauthorized'] as const)),
    ...(line.by === 'session' ? (['session_required'] as const) : []),
    ...(line.api === 'manage' && line.method !== 'GET' ? (['origin_not_allowed'] as const) : []),
    ...(line.role === 'viewer' ? [] : (['insufficient_role'] as const)),
    ...(line.reauthenticates ? (['reauthentication_required'] as const) : []),
    ...(refsOf(line).length === 0 && !namesWorkspace(line) ? [] : (['not_found'] as const)),
    ...(hasContent(line) ? errorsOfContent : []),
    ...(isRepeatable(line) ? errorsOfRepeats : []),
    ...line.alsoAnswers,
  ]);
  return errorCodes.filter((code) => answers.has(code));
};

const errorsOfContent = ['payload_too_large', 'unsupported_media_type'] as const;
const errorsOfRepeats = ['idempotency_conflict', 'idempotency_in_progress'] as const;
