import {
  type ApiName,
  atLeast,
  type Endpoint,
  errorMessages,
  isOutsideBrowserScope,
  needsWorkspaceHeader,
  workspaceHeader,
} from '@outcrop/contract';
import type { FastifyRequest } from 'fastify';
import type { Caller, SessionUser } from '../caller.ts';
import { ApiError } from '../error.ts';
import type { RequestSender } from './endpoint-call.ts';
import type { RateWindows } from './rate-window.ts';

/** How the pipeline authenticates a request. */
export interface AuthHooks {
  windows: RateWindows;
  authenticate: (bearer: string | undefined, sender: RequestSender) => Promise<Caller | null>;
  /** The signed-in user, and their membership in the workspace that the request names. */
  authenticateSession: (
    cookie: string | undefined,
    workspaceId: string | null,
    sender: RequestSender,
  ) => Promise<{ user: SessionUser; caller: Caller | null } | null>;
  isOwnOrigin: (origin: string | undefined) => boolean;
}

/**
 * A token takes precedence over a session. The public API accepts tokens only, and the connect API
 * neither.
 */
export async function authenticateRequest(
  { authenticate, authenticateSession }: AuthHooks,
  api: ApiName,
  request: FastifyRequest,
): Promise<void> {
  if (api === 'connect') return;
  const { authorization, cookie } = request.headers;
  const sender: RequestSender = {
    address: request.ip,
    disconnectSignal: request.disconnectSignal!,
  };
  if (api === 'ext' || authorization !== undefined) {
    request.caller = await authenticate(authorization, sender);
    return;
  }
  const session = await authenticateSession(cookie, workspaceHeaderOf(request), sender);
  request.user = session?.user ?? null;
  request.caller = session?.caller ?? null;
}

/** Checks origin, kind of credentials, workspace, role, scope and recent authentication. */
export function authorizeRequest(
  endpoint: Endpoint,
  { caller, user, method, headers }: FastifyRequest,
  isOwnOrigin: AuthHooks['isOwnOrigin'],
): void {
  const byToken = caller !== null && caller.tokenId !== null;
  const writes = method !== 'GET' && method !== 'HEAD';
  // Browsers send the cookie with requests from any page; only the origin identifies the page.
  if (endpoint.api === 'manage' && writes && !byToken && !isOwnOrigin(headers.origin))
    throw new ApiError('origin_not_allowed', errorMessages.foreignOrigin);
  if (endpoint.access === 'session' && byToken)
    throw new ApiError('session_required', errorMessages.sessionRequired);
  if (needsWorkspaceHeader(endpoint) && !caller)
    throw new ApiError('not_found', errorMessages.noWorkspace);
  if (caller && !atLeast(caller.role, endpoint.role))
    throw new ApiError(
      'insufficient_role',
      errorMessages.insufficientRole(endpoint.role, { role: caller.role, byToken }),
    );
  if (caller?.tokenKind === 'browser' && isOutsideBrowserScope(endpoint))
    throw new ApiError('insufficient_scope', errorMessages.browserScope);
  if (endpoint.reauthenticates && user && user.freshUntil < new Date())
    throw new ApiError('reauthentication_required', errorMessages.passwordTooOld);
}

/** The same response for every unauthenticated request, whatever was sent. */
export const unauthorizedError = (api: ApiName, endpoint: Endpoint | undefined): ApiError =>
  new ApiError(
    'unauthorized',
    endpoint?.access === 'session' ? errorMessages.notSignedIn : errorMessages.invalidToken(api),
  );

const uuidPattern = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function workspaceHeaderOf({ headers }: FastifyRequest): string | null {
  const named = headers[workspaceHeader.toLowerCase()];
  return typeof named === 'string' && uuidPattern.test(named) ? named : null;
}
