import type { Role } from '@outcrop/contract';

/** The authenticated caller in a workspace. */
export interface Caller {
  /** Null for a session. */
  tokenId: string | null;
  userId: string;
  workspaceId: string;
  role: Role;
}

/** A signed-in user, independent of the workspace. */
export interface SessionUser {
  userId: string;
  sessionId: string;
  /** Until when the last password check counts as recent. */
  freshUntil: Date;
}
