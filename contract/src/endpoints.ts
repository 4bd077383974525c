import type { z } from 'zod';
import { getBoards } from './boards.ts';
import { postBulk } from './bulk.ts';
import { getCampaigns, postCampaigns } from './campaigns.ts';
import type { Endpoint } from './endpoint.ts';
import { postEnrich } from './enrich.ts';
import { type ErrorCode, errorCodes } from './errors.ts';
import { getInbox } from './inbox.ts';
import { postLeads } from './leads.ts';
import { getProspects } from './prospects.ts';
import { refsOf } from './refs.ts';
import { getSession } from './session.ts';

/** The whole promise, one line per endpoint. */
export const endpoints = {
  getSession,
  postLeads,
  getCampaigns,
  postCampaigns,
  postEnrich,
  postBulk,
  getProspects,
  getBoards,
  getInbox,
} as const satisfies Record<string, Endpoint>;

type Endpoints = typeof endpoints;
export type EndpointId = keyof Endpoints;

/** What a caller sends and gets back. */
export type RequestBody<Id extends EndpointId> = z.input<NonNullable<Endpoints[Id]['body']>>;
export type RequestQuery<Id extends EndpointId> = z.input<Endpoints[Id]['query']>;
export type ResponseData<Id extends EndpointId> = z.output<Endpoints[Id]['data']>;

/** Every code a line can answer. `method_not_allowed` belongs to the path, not to a line. */
export const errorsOf = (line: Endpoint): ErrorCode[] => {
  const answers = new Set<ErrorCode>([
    'unauthorized',
    'validation_error',
    'rate_limited',
    'internal_error',
    'unavailable',
    ...(line.role === 'viewer' ? [] : (['insufficient_role'] as const)),
    ...(refsOf(line).length === 0 ? [] : (['not_found'] as const)),
    ...(line.body ? errorsOfBodies : []),
    ...line.alsoAnswers,
  ]);
  return errorCodes.filter((code) => answers.has(code));
};

const errorsOfBodies = [
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_conflict',
  'idempotency_in_progress',
] as const;
