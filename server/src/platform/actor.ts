import type { ActorKind } from '@outcrop/contract';

/** Who did something, and in which request. */
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
