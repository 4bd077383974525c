import {
  type Api,
  atLeast,
  type Endpoint,
  freshMinutes,
  namesWorkspace,
  type Role,
  workspaceHeader,
} from '@outcrop/contract';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../error.ts';
import type { Caller, Person, Sender } from './call.ts';
import type { RateWindows } from './rate-window.ts';

/** How the pipeline learns who is calling. */
export interface Door<C extends Caller> {
  windows: RateWindows;
  authenticate: (bearer: string | undefined, sender: Sender) => Promise<C | null>;
  /** Who is signed in, and who they are in the workspace that the request names. */
  signedIn: (
    cookie: string | undefined,
    workspaceId: string | null,
    sender: Sender,
  ) => Promise<{ person: Person; caller: C | null } | null>;
  isOwnOrigin: (origin: string | undefined) => boolean;
}

/** A token comes before a session, and the public API looks at nothing else. */
export async function recognize<C extends Caller>(
  { authenticate, signedIn }: Door<C>,
  api: Api,
  request: FastifyRequest,
): Promise<void> {
  const { authorization, cookie } = request.headers;
  const sender: Sender = { address: request.ip, gone: request.gone! };
  if (api === 'ext' || authorization !== undefined) {
    request.caller = await authenticate(authorization, sender);
    return;
  }
  const found = await signedIn(cookie, workspaceIn(request), sender);
  request.person = found?.person ?? null;
  request.caller = found?.caller ?? null;
}

/** Whether someone who is known, or need not be, may ask for this, and from where they do. */
export function admit(
  line: Endpoint,
  { caller, person, method, headers }: FastifyRequest,
  isOwnOrigin: Door<Caller>['isOwnOrigin'],
): void {
  const byToken = caller !== null && caller.tokenId !== null;
  const writes = method !== 'GET' && method !== 'HEAD';
  // A browser adds the cookie to whatever any page makes it send; only the origin tells whose page.
  if (line.api === 'manage' && writes && !byToken && !isOwnOrigin(headers.origin))
    throw new ApiError(
      'origin_not_allowed',
      'This did not come from the console’s own pages. If you are there, the operator must set PUBLIC_URL to its address.',
    );
  if (line.by === 'session' && byToken)
    throw new ApiError(
      'session_required',
      'This is done in the console by someone who is signed in; a token cannot do it.',
    );
  if (namesWorkspace(line) && !caller)
    throw new ApiError(
      'not_found',
      `There is no such workspace. Name one of yours in the header ${workspaceHeader}; GET /me lists them.`,
    );
  if (caller && !atLeast(caller.role, line.role))
    throw new ApiError(
      'insufficient_role',
      `This needs the role ${line.role} or higher; ${byToken ? 'the user of this token is' : 'you are'} ${aRole(caller.role)}.`,
    );
  if (line.reauthenticates && person && person.freshUntil < new Date())
    throw new ApiError(
      'reauthentication_required',
      `Give your password again: this needs one from the last ${freshMinutes} minutes.`,
    );
}

export const aRole = (role: Role): string => `${/^[ao]/.test(role) ? 'an' : 'a'} ${role}`;

/** One answer for all who are not known, whatever they sent. */
export const unauthorized = (api: Api, line: Endpoint | undefined): ApiError =>
  new ApiError(
    'unauthorized',
    line?.by === 'session'
      ? 'You are not signed in, or your session has ended. Sign in again.'
      : `The access token is missing or not valid. Send it as "Authorization: Bearer <token>"; tokens are made in Settings, Integrations.${
          api === 'manage' ? ' Or sign in to the console.' : ''
        }`,
  );

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function workspaceIn({ headers }: FastifyRequest): string | null {
  const named = headers[workspaceHeader.toLowerCase()];
  return typeof named === 'string' && uuid.test(named) ? named : null;
}
