import {
  type ApiName,
  type Endpoint,
  errorMessages,
  managePerMinute,
  rateLimitScope,
} from '@outcrop/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../error.ts';
import { clientNetwork } from './client-network.ts';
import type { RateLimit, RateWindows } from './rate-window.ts';

/** A limit with its name in the headers and a description for messages. */
interface RatePolicy extends RateLimit {
  name: string;
  description: string;
}

/** The rate limits that one request used. */
export interface RateUsage {
  policies: RatePolicy[];
  tightest: RatePolicy;
  remaining: number;
  seconds: number;
}

/** For unknown paths and methods. */
const unknownPerMinute = 120;
/** A workspace may use this many times the limit of one token. */
const tokensPerWorkspace = 10;

/** Counts the request, sets the rate limit headers, and rejects it if over the limit. */
export async function limitRate(
  windows: RateWindows,
  api: ApiName,
  endpoint: Endpoint | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const policies = policiesOf(api, endpoint, request);
  const { allowed, ...usage } = await windows.takeAll(policies, request.id);
  setRateHeaders(reply, usage);
  if (allowed) {
    request.rateUsage = { policies, ...usage };
    return;
  }
  const { limit, description } = usage.tightest;
  throw new ApiError('rate_limited', errorMessages.rateLimited(limit, description, usage.seconds), {
    retryAfter: usage.seconds,
  });
}

/** Requests that fail as unavailable do not count. */
export async function refundRate(
  windows: RateWindows,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const usage = request.rateUsage;
  if (!usage) return;
  request.rateUsage = null;
  await windows.refund(usage.policies, request.id);
  setRateHeaders(reply, { ...usage, remaining: usage.remaining + 1 });
}

function setRateHeaders(
  reply: FastifyReply,
  { tightest, remaining, seconds }: Omit<RateUsage, 'policies'>,
) {
  const { name, limit } = tightest;
  reply.header('ratelimit-policy', `"${name}";q=${limit};w=60`);
  reply.header('ratelimit', `"${name}";r=${remaining};t=${seconds}`);
}

function policiesOf(
  api: ApiName,
  endpoint: Endpoint | undefined,
  { caller, user, ip }: FastifyRequest,
): RatePolicy[] {
  if (api === 'manage') {
    const [name, who] =
      endpoint?.access === 'anyone'
        ? ['anyone', clientNetwork(ip)]
        : ['manage', caller?.userId ?? user?.userId];
    const description = endpoint ? rateLimitScope(endpoint) : 'the manage API';
    return [
      { name, key: `${who}:${name}`, limit: endpoint?.perMinute ?? managePerMinute, description },
    ];
  }
  const name = endpoint?.id ?? 'unknown';
  const limit = endpoint?.perMinute ?? unknownPerMinute;
  const description = endpoint ? rateLimitScope(endpoint) : 'paths and methods that do not exist';
  if (api === 'connect') return [{ name, key: `${clientNetwork(ip)}:${name}`, limit, description }];
  const { tokenId, workspaceId } = caller!;
  return [
    { name, key: `${tokenId}:${name}`, limit, description },
    {
      name: `${name}-workspace`,
      key: `${workspaceId}:${name}`,
      limit: limit * tokensPerWorkspace,
      description: `${description} by all tokens of this workspace together`,
    },
  ];
}
