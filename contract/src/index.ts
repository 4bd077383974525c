export type { BulkAction } from './bulk.ts';
export { basePath, canDryRun, type Endpoint } from './endpoint.ts';
export {
  type EndpointId,
  endpoints,
  errorsOf,
  type RequestBody,
  type RequestQuery,
  type ResponseData,
} from './endpoints.ts';
export { type ErrorCode, errorSchema, errorStatus } from './errors.ts';
export { type ActorKind, eventBody } from './event-body.ts';
export { type EventData, type EventKind, type EventPrevious, eventKinds } from './events.ts';
export type { Referent } from './fields.ts';
export { type Lead, type LeadResult, leadSchema, sourceTypes } from './leads.ts';
export { limits } from './limits.ts';
export { mostCounted, type Prospect } from './prospects.ts';
export { type Ref, refsOf } from './refs.ts';
export { atLeast, type Role, roles } from './roles.ts';
export { type Stage, stageName, stages } from './stages.ts';
