import type { ActorKind, Role, TokenKind } from '@outcrop/contract';
import type { Tx } from './db/index.ts';

/** The authenticated caller in a workspace. */
export interface Caller {
  /** Null for a session. */
  tokenId: string | null;
  /** Null for a session. */
  tokenKind: TokenKind | null;
  userId: string;
  workspaceId: string;
  role: Role;
}

/** A signed-in user, independent of the workspace. */
export interface SessionUser {
  userId: string;
  sessionId: string;
  /** The last password check counts as recent until then. */
  freshUntil: Date;
}

/** The author of a change, and the request that made it. */
export interface ActorContext {
  actor: { kind: ActorKind; id: string | null };
  correlationId: string | null;
}

/** The actor is the token if one was used, otherwise the signed-in user. */
export const actorOf = ({
  caller: { tokenId, userId },
  correlationId,
}: {
  caller: { tokenId: string | null; userId: string };
  correlationId: string;
}): ActorContext => ({
  actor: tokenId === null ? { kind: 'user', id: userId } : { kind: 'token', id: tokenId },
  correlationId,
});

/** A transaction and its actor. */
export interface ActorTransaction {
  tx: Tx;
  actor: ActorContext;
}

/**
 * The transaction, the actor and the dependencies of an operation. The call of a handler is one.
 */
export interface OperationContext<Deps = unknown> extends ActorTransaction {
  deps: Deps;
}
