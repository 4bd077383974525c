import { z } from 'zod';
import { defineJob } from '../../platform/queue/job.ts';

/** After a mailbox was shared or made private, moves its conversations to the new audience. */
export const moveAudience = defineJob({
  name: 'move-audience',
  payload: z.object({ mailboxId: z.guid() }),
});
