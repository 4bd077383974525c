import { setTimeout as sleep } from 'node:timers/promises';
import { Manage, Outcrop } from '@outcrop/client';
import { basePath } from '@outcrop/contract';
import { queueEnrichment } from '../src/enrichment/queue-enrichment.ts';
import { refund, saveResult } from '../src/enrichment/save-result.ts';
import { type Database, sql } from '../src/platform/db/index.ts';
import { retryingFetch } from './retrying-fetch.ts';

const usage = { model: 'sample-model', inputTokens: 1_840, outputTokens: 212, cost: 0.0041 };

/**
 * Research results for some prospects, of which one failed. The sample instance has no language
 * model, so the results are written as a worker would save them.
 */
export async function seedEnrichment(db: Database, baseUrl: string, token: string): Promise<void> {
  const client = new Outcrop({ baseUrl, token, fetch: retryingFetch });
  const { workspace, user } = await client.read('getSession');
  const { prospects = [] } = await client.read('getProspects', {
    stage: 'interested',
    hasEmail: 'true',
    pageSize: '6',
  });
  const ids = prospects.map(({ id }) => id);
  await db.transaction(workspace.id, async (tx) => {
    const { jobId } = await queueEnrichment(
      { tx, actor: { actor: { kind: 'user', id: user.id }, correlationId: null } },
      { mode: 'enrich_only', useInstructions: false, customPrompt: null },
      ids,
      { allowPartial: true },
    );
    const work = await tx.rows<{ id: string; prospectId: string }>(sql`
      select id, prospect_id as "prospectId" from enrichment
      where workspace_id = ${workspace.id} and job_id = ${jobId} order by id`);
    const [failed, ...completed] = work;
    for (const item of completed) {
      const { companyName, title, website } = prospects.find(({ id }) => id === item.prospectId)!;
      const source = `${website}/news`;
      await saveResult(
        tx,
        item,
        {
          enrichment: {
            summary: `${title} at ${companyName}, which runs refrigerated plants and warehouses.`,
            highlights: [`${companyName} opens a second cold store next year`],
            facts: [
              {
                about: 'talking_point',
                text: `${companyName} opens a second cold store next year`,
                source,
                confidence: 'high',
              },
            ],
            pages: [`${website}/`, source],
            language: 'en',
          },
          firstTouchLine: null,
          fields: [],
          usage,
        },
        new Date(),
      );
    }
    if (failed)
      await refund(tx, [failed], {
        reason: 'website_unreadable',
        message: 'The company website could not be read.',
      });
  });
}

/** An export and a bulk change, done by the worker like any other. */
export async function seedTasks(baseUrl: string, token: string): Promise<void> {
  const manageUrl = baseUrl.replace(basePath.ext, basePath.manage);
  const manage = new Manage({ baseUrl: manageUrl, token, fetch: retryingFetch });
  await manage.call('postExports', {
    body: {
      filter: { stage: 'interested' },
      columns: ['fullName', 'email', 'companyName', 'stage'],
    },
  });
  await manage.call('postBulkTasks', {
    body: { action: 'tag', tagName: 'Autumn campaign', filter: { stage: 'replied' } },
  });
  for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 200) {
    const { tasks } = await manage.call('getTasks');
    if (tasks.every(({ status }) => status !== 'queued' && status !== 'running')) return;
    await sleep(200);
  }
}
