import { z } from 'zod';
import type { Sealing } from '../platform/crypto/sealing.ts';

const schema = z.object({
  mailboxId: z.string(),
  userId: z.string(),
  provider: z.enum(['google', 'microsoft', 'custom']),
  verifier: z.string(),
  expiresAt: z.number(),
});
export type SignInState = z.output<typeof schema>;

const contextOf = (workspaceId: string) => ({ workspaceId, purpose: 'mailbox sign-in' });

/** Encrypted, because it passes through the browser and the provider and holds the PKCE verifier. */
export const sealState = (sealing: Sealing, workspaceId: string, state: SignInState): string =>
  sealing.seal(JSON.stringify(state), contextOf(workspaceId));

/** Undefined if it was changed, expired, or is of another workspace or user. */
export function openState(
  sealing: Sealing,
  { workspaceId, userId, at }: { workspaceId: string; userId: string; at: Date },
  sealed: string,
): SignInState | undefined {
  try {
    const state = schema.parse(JSON.parse(sealing.open(sealed, contextOf(workspaceId))));
    return state.userId === userId && state.expiresAt > at.getTime() ? state : undefined;
  } catch {
    return undefined;
  }
}
