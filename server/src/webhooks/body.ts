import type { Letter } from './delivery-sql.ts';

/** The event as a receiver is sent it. */
export const bodyOf = (workspaceId: string, event: NonNullable<Letter['event']>) => ({
  id: event.id,
  type: event.type,
  createdAt: new Date(event.createdAt).toISOString(),
  workspaceId,
  actor: event.actor,
  correlationId: event.correlationId,
  data: event.data,
  ...(event.previous && { previous: event.previous }),
});
