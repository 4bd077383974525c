import { z } from 'zod';
import { selectSequences } from '../core/campaigns/steps.sql.ts';
import { inPreparedSlices } from '../core/tasks/in-slices.ts';
import type { TaskRow } from '../core/tasks/tasks.sql.ts';
import type { Tx } from '../platform/db/index.ts';
import { notFound } from '../platform/error.ts';
import { defineJob } from '../platform/queue/job.ts';
import { selectCampaign } from './campaigns.sql.ts';
import { countUnfinished, selectSenderName, selectUnfinished } from './rehearsal.sql.ts';
import { rehearse, type Script, whatToDo } from './rehearse.ts';

/** Emails are written between two reads of the queue, so that a slice must not take long. */
const sliceSize = 250;

export const rehearsalTask = defineJob({
  name: 'rehearsal-task',
  payload: z.object({ taskId: z.guid() }),
  retry: { limit: 20, delaySeconds: 1, backoff: false },
});

/** Writes the remaining emails of the next prospects. Sends and changes nothing. */
export const runRehearsalTask = () =>
  inPreparedSlices(
    rehearsalTask,
    {},
    (read, task) => read((tx) => readSlice(tx, task)),
    async (_, task, { script, prospects, hasMore, total }) => {
      let emails = 0;
      const failures = prospects.flatMap((prospect, index) => {
        const rehearsed = rehearse(script, prospect);
        emails += rehearsed.emails;
        const { problem } = rehearsed;
        if (!problem) return [];
        const row = { prospectId: prospect.prospectId, ...problem };
        return { number: task.done + index + 1, reason: whatToDo(problem), row };
      });
      const done = task.done + prospects.length;
      const broken = failures.length;
      return {
        done: prospects.length,
        failures,
        counts: { emails, ready: prospects.length - broken, broken },
        position: prospects.at(-1)?.prospectId ?? task.position,
        // Prospects may have been enrolled or have finished since they were counted.
        total: hasMore ? Math.max(total, done) : done,
        isLast: !hasMore,
      };
    },
  );

async function readSlice(tx: Tx, { campaignId, position, total }: TaskRow) {
  const after = position as string | null;
  const [script, page, counted] = await Promise.all([
    selectScript(tx, campaignId!),
    selectUnfinished(tx, campaignId!, { after, limit: sliceSize + 1 }),
    total ?? countUnfinished(tx, campaignId!),
  ]);
  const hasMore = page.length > sliceSize;
  return { script, prospects: page.slice(0, sliceSize), hasMore, total: counted };
}

async function selectScript(tx: Tx, campaignId: string): Promise<Script> {
  const [campaign, sequences, senderName] = await Promise.all([
    selectCampaign(tx, campaignId),
    selectSequences(tx, [campaignId]),
    selectSenderName(tx, campaignId),
  ]);
  if (!campaign) throw notFound('campaign', campaignId);
  return { ...sequences.get(campaignId)!, footer: campaign.footer, senderName };
}
