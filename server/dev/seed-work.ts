import { setTimeout as sleep } from 'node:timers/promises';
import { Manage, Outcrop } from '@outcrop/client';
import { basePath } from '@outcrop/contract';
import { queueEnrichment } from '../src/enrichment/queue-enrichment.ts';
import { refundWork, saveResult } from '../src/enrichment/save-result.ts';
import { type Database, sql } from '../src/platform/db/index.ts';
import { retryingFetch } from './retrying-fetch.ts';

const usage = { model: 'sample-model', inputTokens: 1_840, outputTokens: 212, cost: 0.0041 };

/**
 * Research results for some prospects. One of them failed. The sample instance has no language
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
      await refundWork(tx, [failed], {
        reason: 'website_unreadable',
        message: 'The company website could not be read.',
      });
  });
}

const manageClient = (baseUrl: string, token: string) =>
  new Manage({
    baseUrl: baseUrl.replace(basePath.ext, basePath.manage),
    token,
    fetch: retryingFetch,
  });

/** The day so many days from now. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Notes, a call, and follow-ups. Some follow-ups are due. */
export async function seedNotesAndFollowUps(baseUrl: string, token: string): Promise<void> {
  const manage = manageClient(baseUrl, token);
  const { prospects = [] } = await manage.call('getProspects', { query: { pageSize: '3' } });
  const plans = [
    { title: 'Send the quote for 40 sensors', dueOn: dayIn(0) },
    { title: 'Ask about the trade fair', dueOn: dayIn(-2) },
    { title: 'Call back', dueOn: dayIn(5) },
  ];
  for (const [index, { id: prospectId }] of prospects.entries())
    await manage.call('postFollowUps', { params: { prospectId }, body: plans[index]! });
  const params = { prospectId: prospects[0]!.id };
  const occurredAt = new Date(Date.now() - 26 * 3_600_000).toISOString();
  await manage.call('postNotes', {
    params,
    body: { kind: 'call', occurredAt, text: 'Left a message with the front desk.' },
  });
  await manage.call('postNotes', {
    params,
    body: { text: 'Wants a quote for **40 sensors**:\n\n- two cold stores\n- delivery in *May*' },
  });
}

/** An export and bulk changes, done by the worker like any other. The token's user gets prospects. */
export async function seedTasks(baseUrl: string, token: string): Promise<void> {
  const manage = manageClient(baseUrl, token);
  const client = new Outcrop({ baseUrl, token, fetch: retryingFetch });
  const { user } = await client.read('getSession');
  const { prospects = [] } = await manage.call('getProspects', { query: { pageSize: '60' } });
  const prospectIds = prospects.filter((_, i) => i % 5 === 2).map(({ id }) => id);
  await manage.call('postBulkTasks', {
    body: { action: 'assign', ownerId: user.id, prospectIds },
  });
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
