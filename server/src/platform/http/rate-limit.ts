import { type Api, type Endpoint, managePerMinute, rateLimited } from '@outcrop/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../error.ts';
import { clientNetwork } from './client-network.ts';
import type { Limit, RateWindows } from './rate-window.ts';

/** A limit by the name that the headers give it, and what it is about in words. */
interface Policy extends Limit {
  name: string;
  about: string;
}

/** What was taken from the rate windows for one request. */
export interface RateTaken {
  policies: Policy[];
  tightest: Policy;
  remaining: number;
  seconds: number;
}

/** Of unknown paths and wrong methods together. */
const unknownPerMinute = 120;
/** Times the limit of one token, for all tokens of a workspace together. */
const tokensPerWorkspace = 10;

/** Counts the request, tells in the headers what is left, and refuses one too many. */
export async function limitRate(
  windows: RateWindows,
  api: Api,
  endpoint: Endpoint | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const policies = policiesOf(api, endpoint, request);
  const { allowed, ...taken } = await windows.takeAll(policies, request.id);
  tell(reply, taken);
  if (allowed) {
    request.rateTaken = { policies, ...taken };
    return;
  }
  const { limit, about } = taken.tightest;
  throw new ApiError(
    'rate_limited',
    `More than ${limit} requests in a minute to ${about}. Wait ${taken.seconds} s, then try again.`,
    { retryAfter: taken.seconds },
  );
}

/** A request that could not be served does not count. */
export async function giveBackRate(
  windows: RateWindows,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const taken = request.rateTaken;
  if (!taken) return;
  request.rateTaken = null;
  await windows.giveBack(taken.policies, request.id);
  tell(reply, { ...taken, remaining: taken.remaining + 1 });
}

function tell(reply: FastifyReply, { tightest, remaining, seconds }: Omit<RateTaken, 'policies'>) {
  const { name, limit } = tightest;
  reply.header('ratelimit-policy', `"${name}";q=${limit};w=60`);
  reply.header('ratelimit', `"${name}";r=${remaining};t=${seconds}`);
}

function policiesOf(
  api: Api,
  endpoint: Endpoint | undefined,
  { caller, person, ip }: FastifyRequest,
): Policy[] {
  if (api === 'manage') {
    const [name, who] =
      endpoint?.by === 'anyone'
        ? ['anyone', clientNetwork(ip)]
        : ['manage', caller?.userId ?? person?.userId];
    const about = endpoint ? rateLimited(endpoint) : 'the manage API';
    return [{ name, key: `${who}:${name}`, limit: endpoint?.perMinute ?? managePerMinute, about }];
  }
  const { tokenId, workspaceId } = caller!;
  const name = endpoint?.id ?? 'unknown';
  const limit = endpoint?.perMinute ?? unknownPerMinute;
  const about = endpoint ? rateLimited(endpoint) : 'paths and methods that do not exist';
  return [
    { name, key: `${tokenId}:${name}`, limit, about },
    {
      name: `${name}-workspace`,
      key: `${workspaceId}:${name}`,
      limit: limit * tokensPerWorkspace,
      about: `${about} by all tokens of this workspace together`,
    },
  ];
}
