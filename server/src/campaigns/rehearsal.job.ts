import { z } from 'zod';
import { selectSequences } from '../core/campaigns/campaign-steps.sql.ts';
import { runTaskInPreparedSlices } from '../core/tasks/run-task-in-slices.ts';
import type { TaskRow } from '../core/tasks/tasks.sql.ts';
import type { Tx } from '../platform/db/index.ts';
import { notFound } from '../platform/error.ts';
import { defineJob } from '../platform/queue/job.ts';
import { selectCampaign } from './campaigns.sql.ts';
import {
  countUnfinishedProspects,
  selectSenderName,
  selectUnfinishedProspects,
} from './rehearsal.sql.ts';
import { problemAdvice, type RehearsedCampaign, rehearseEmails } from './rehearse-emails.ts';

/** Small, because writing the emails of a slice blocks reading the queue. */
const sliceSize = 250;

export const rehearsalTask = defineJob({
  name: 'rehearsal-task',
  payload: z.object({ taskId: z.guid() }),
  retry: { limit: 20, delaySeconds: 1, backoff: false },
});

/** Writes the remaining emails of the next prospects. Sends and changes nothing. */
export const runRehearsalTask = () =>
  runTaskInPreparedSlices(
    rehearsalTask,
    {},
    (read, task) => read((tx) => readSlice(tx, task)),
    async (_, task, { campaign, prospects, hasMore, total }) => {
      let emails = 0;
      const failures = prospects.flatMap((prospect, index) => {
        const rehearsal = rehearseEmails(campaign, prospect);
        emails += rehearsal.emails;
        const { problem } = rehearsal;
        if (!problem) return [];
        const row = { prospectId: prospect.prospectId, ...problem };
        return { number: task.done + index + 1, reason: problemAdvice(problem), row };
      });
      const done = task.done + prospects.length;
      const broken = failures.length;
      return {
        done: prospects.length,
        failures,
        counts: { emails, ready: prospects.length - broken, broken },
        position: prospects.at(-1)?.prospectId ?? task.position,
        // Prospects may have been enrolled or have finished since the count.
        total: hasMore ? Math.max(total, done) : done,
        isLast: !hasMore,
      };
    },
  );

async function readSlice(tx: Tx, { campaignId, position, total }: TaskRow) {
  const after = position as string | null;
  const [campaign, page, counted] = await Promise.all([
    selectRehearsedCampaign(tx, campaignId!),
    selectUnfinishedProspects(tx, campaignId!, { after, limit: sliceSize + 1 }),
    total ?? countUnfinishedProspects(tx, campaignId!),
  ]);
  const hasMore = page.length > sliceSize;
  return { campaign, prospects: page.slice(0, sliceSize), hasMore, total: counted };
}

async function selectRehearsedCampaign(tx: Tx, campaignId: string): Promise<RehearsedCampaign> {
  const [campaign, sequences, senderName] = await Promise.all([
    selectCampaign(tx, campaignId),
    selectSequences(tx, [campaignId]),
    selectSenderName(tx, campaignId),
  ]);
  if (!campaign) throw notFound('campaign', campaignId);
  return { ...sequences.get(campaignId)!, footer: campaign.footer, senderName };
}
