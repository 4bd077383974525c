export { connectMinutes } from './connect.ts';
export {
  type ApiName,
  acceptsIdempotencyKey,
  basePath,
  canDryRun,
  type Endpoint,
  formatBytes,
  freshMinutes,
  hasContent,
  isOutsideBrowserScope,
  managePerMinute,
  maxBodyBytesOf,
  maxResponseBytes,
  maxUploadBytes,
  needsWorkspaceHeader,
  pathOf,
  rateLimitScope,
  safetyFields,
  safetySwitchesOf,
  workspaceHeader,
} from './endpoint.ts';
export {
  allEndpoints,
  type ConnectData,
  type ConnectEndpointId,
  connectEndpoints,
  type EndpointId,
  type EndpointResult,
  endpoints,
  errorsOf,
  type ManageBody,
  type ManageData,
  type ManageEndpointId,
  type ManageParams,
  type ManageQuery,
  type ManageResult,
  manageEndpoints,
  type RequestBody,
  type RequestParams,
  type RequestQuery,
  type ResponseData,
} from './endpoints.ts';
export type { EnrichMode, EnrichmentReason } from './enrich.ts';
export { errorMessages, withArticle } from './error-messages.ts';
export { type ApiWarning, type ErrorCode, errorCodes, errorSchema, errorStatus } from './errors.ts';
export { type ActorKind, eventBody } from './event-body.ts';
export {
  type EventData,
  type EventKind,
  type EventPrevious,
  eventDefinitions,
  eventKinds,
} from './events.ts';
export { maxTextLength, type RefTarget } from './fields.ts';
export {
  type Lead,
  type LeadField,
  type LeadResult,
  leadFields,
  leadSchema,
  type OnMatch,
  sourceTypes,
} from './leads.ts';
export { endpointLimits } from './limits.ts';
export {
  type AiProvider,
  aiProviders,
  maxListedModels,
  maxModelIdLength,
} from './manage/ai-settings.ts';
export { type AuditAction, maxAuditRows } from './manage/audit.ts';
export { maxMembersPerRequest } from './manage/boards.ts';
export type { BulkTaskAction } from './manage/bulk-tasks.ts';
export { forecastDays } from './manage/campaign-forecast.ts';
export { numbersDays } from './manage/campaign-numbers.ts';
export { maxEmailLength, maxRehearsalProblems, maxRehearsed } from './manage/campaign-rehearsal.ts';
export type { CampaignStep, EmailStep, WrittenSteps } from './manage/campaign-steps.ts';
export { maxCampaignTasks, maxEnrollIds } from './manage/campaign-tasks.ts';
export { maxTestEmailsPerHour } from './manage/campaign-test-email.ts';
export type { CampaignStatus } from './manage/campaigns.ts';
export {
  type ConversationState,
  maxConversationBytes,
  maxConversationMessages,
} from './manage/conversations.ts';
export type { Delivery, DeliveryStatus } from './manage/deliveries.ts';
export type { EnrichmentJob, EnrichmentResult, LedgerEntry } from './manage/enrichment.ts';
export type { EnrollmentReason, WhyNotCode } from './manage/enrollments.ts';
export { type ExportColumn, exportColumns } from './manage/exports.ts';
export type { FollowUp } from './manage/follow-ups.ts';
export {
  type Import,
  type ImportColumn,
  type ImportOptions,
  importLimits,
} from './manage/imports.ts';
export type { Invitation } from './manage/invitations.ts';
export type { MailSettings } from './manage/mail-settings.ts';
export {
  type CheckAdvice,
  type CheckAdviceCode,
  type MailboxCheck,
  maxChecksPerDay,
} from './manage/mailbox-check-fields.ts';
export type { WrittenServer } from './manage/mailbox-fields.ts';
export { type MailboxImportResult, maxCsvMailboxes } from './manage/mailbox-setup.ts';
export type { MailServerTest, TestStage } from './manage/mailbox-test.ts';
export type { Member, MemberBelongings } from './manage/members.ts';
export { maxAttachmentBytes } from './manage/message-contents.ts';
export type { OutboundStatus } from './manage/messages.ts';
export { maxUnread, type Notification, notificationKinds } from './manage/notifications.ts';
export { maxReplyLength, type ReplyStatus, undoSeconds } from './manage/replies.ts';
export type { LoggedRequest, StatusClass } from './manage/request-log.ts';
export { maxSavedReplies, maxSavedReplyBytes } from './manage/saved-replies.ts';
export { maxSuggestions } from './manage/search.ts';
export type { AddressFact } from './manage/suppression.ts';
export { type Task, type TaskKind, type TaskStatus, taskLimits } from './manage/tasks.ts';
export type { MemberKind, Token, TokenKind } from './manage/tokens.ts';
export { daysOfImports } from './manage/usage.ts';
export { maxViews, type View } from './manage/views.ts';
export type { DisabledReason, Webhook } from './manage/webhooks.ts';
export { maxNoteLength, mentionedUsers, type Note, type NoteKind, noteKinds } from './note.ts';
export {
  type ConversationOutcome,
  conversationOutcomes,
  outcomeName,
  outcomeStage,
} from './outcomes.ts';
export {
  type EnrollmentStatus,
  enrichmentConfidences,
  factTopics,
  type Prospect,
} from './prospect.ts';
export { type ProspectFilter, prospectFilter } from './prospect-filter.ts';
export { maxBroadTotal, maxExactTotal, type ProspectSort, prospectSorts } from './prospects.ts';
export { rangeOf, takesSeveralValues } from './query.ts';
export { type RequestRef, refsOf } from './refs.ts';
export { atLeast, type Role, roles } from './roles.ts';
export { type Stage, stageName, stages } from './stages.ts';
export {
  browserTokenDays,
  maxInvitationsPerDay,
  maxPerWorkspace,
  maxTokensPerUser,
} from './workspace-limits.ts';
