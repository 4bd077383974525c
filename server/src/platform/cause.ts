import type { ActorKind } from '@outcrop/contract';

/** Who made something happen, and in which request. */
export interface Cause {
  actor: { kind: ActorKind; id: string | null };
  correlationId: string | null;
}

/** The token that called, or the one who is signed in, as the one who did it. */
export const causeOf = ({
  caller: { tokenId, userId },
  correlationId,
}: {
  caller: { tokenId: string | null; userId: string };
  correlationId: string;
}): Cause => ({
  actor: tokenId === null ? { kind: 'user', id: userId } : { kind: 'token', id: tokenId },
  correlationId,
});
