import type { SealedColumn } from '../platform/crypto/reseal.ts';
import type { Sealing } from '../platform/crypto/sealing.ts';
import { sql } from '../platform/db/index.ts';
import type { Receiver } from './webhooks.sql.ts';

/** Binds a secret to its webhook. */
const contextOf = (workspaceId: string, webhookId: string) => ({
  workspaceId,
  purpose: `webhook ${webhookId}`,
});

export const sealSecret = (
  sealing: Sealing,
  workspaceId: string,
  webhookId: string,
  secret: string,
): string => sealing.seal(secret, contextOf(workspaceId, webhookId));

/** The valid secrets, the current one first. */
export const openSecrets = (
  sealing: Sealing,
  workspaceId: string,
  webhookId: string,
  { secret, previousSecret }: Receiver,
): string[] =>
  [secret, previousSecret]
    .filter((sealed) => sealed !== null)
    .map((sealed) => sealing.open(sealed, contextOf(workspaceId, webhookId)));

const purpose = sql`'webhook ' || id as purpose`;

export const sealedSecrets: SealedColumn[] = [
  {
    name: 'secrets of webhooks',
    select: sql`select workspace_id, secret as sealed, ${purpose} from webhook`,
    update: (swap) => sql`
      update webhook set secret = swap.after from ${swap} where secret = swap.before`,
  },
  {
    name: 'earlier secrets of webhooks',
    select: sql`
      select workspace_id, previous_secret as sealed, ${purpose} from webhook where previous_secret is not null`,
    update: (swap) => sql`
      update webhook set previous_secret = swap.after from ${swap} where previous_secret = swap.before`,
  },
];
