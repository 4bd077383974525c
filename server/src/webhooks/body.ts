import type { DueDelivery } from './deliveries.sql.ts';

export const bodyOf = (workspaceId: string, event: NonNullable<DueDelivery['event']>) => ({
  id: event.id,
  type: event.type,
  createdAt: new Date(event.createdAt).toISOString(),
  workspaceId,
  actor: event.actor,
  correlationId: event.correlationId,
  data: event.data,
  ...(event.previous && { previous: event.previous }),
});
