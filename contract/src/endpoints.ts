import type { z } from 'zod';
import {
  acceptsIdempotencyKey,
  type Endpoint,
  hasContent,
  isOutsideBrowserScope,
  needsWorkspaceHeader,
} from './endpoint.ts';
import { connectEndpoints, endpoints, manageEndpoints } from './endpoints.gen.ts';
import { type ErrorCode, errorCodes } from './errors.ts';
import { refsOf } from './refs.ts';

export { connectEndpoints, endpoints, manageEndpoints };

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

/** The data that a handler returns. Times may be dates. */
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
    ...(isOutsideBrowserScope(endpoint) ? (['insufficient_scope'] as const) : []),
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

const bodyErrors = ['request_timeout', 'payload_too_large', 'unsupported_media_type'] as const;
const idempotencyErrors = ['idempotency_conflict', 'idempotency_in_progress'] as const;
