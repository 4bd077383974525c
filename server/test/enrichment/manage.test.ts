import { type LedgerEntry, manageEndpoints } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { modelServer, sensible } from '../model-server.ts';
import { enricher, enrichmentGround } from './ground.ts';

const { model, service, startWorker } = await enrichmentGround();
await startWorker();

test('jobs tell how far they are; what failed is tried again for new credits, as a job of its own [enrichment-jobs.progress enrichment-jobs.retry]', async () => {
  const own = await enricher(service);
  const good = await own.person({ fullName: 'Manage Good', title: 'Buyer', companyName: 'Salt' });
  const bad = await own.person({ fullName: 'Manage Bad', title: 'Buyer', companyName: 'Salt' });
  model.behave((asked) => (asked.prompt.includes('Manage Bad') ? { text: 'no' } : sensible(asked)));
  const wish = { mode: 'personalized_line', customPrompt: 'Short.' };
  const { data } = await own.enrich([good, bad], wish);
  const { job } = await own.ended(data.jobId);
  expect(job).toMatchObject({
    total: 2,
    queued: 0,
    running: 0,
    done: 1,
    failed: 1,
    customPrompt: 'Short.',
  });
  const failed = await own.manage('GET', `/enrichment-jobs/${data.jobId}?status=failed`);
  expect(failed.data.results).toMatchObject([
    { prospectId: bad, prospectName: 'Manage Bad', code: 'model_output_invalid', after: null },
  ]);

  const dry = await own.manage('POST', `/enrichment-jobs/${data.jobId}/retry`, { dryRun: true });
  expect(dry.data).toMatchObject({ jobId: null, queued: 1 });
  model.behave(sensible);
  const retry = await own.manage('POST', `/enrichment-jobs/${data.jobId}/retry`);
  expect(retry.data).toMatchObject({ queued: 1, creditsReserved: 1, mode: 'personalized_line' });
  await own.ended(retry.data.jobId);
  expect((await own.prospect(bad)).firstTouchLine).not.toBeNull();
  expect(
    model.asked.filter(({ prompt }) => prompt.includes('Manage Bad')).at(-1)!.prompt,
  ).toContain('Short.');
  expect((await own.credits()).account).toEqual({ balance: 49_998, reserved: 0 });

  const jobs = await own.manage('GET', '/enrichment-jobs?limit=1');
  expect(jobs.data.jobs.map(({ id }: { id: string }) => id)).toEqual([retry.data.jobId]);
  const next = await own.manage('GET', `/enrichment-jobs?limit=1&cursor=${jobs.data.nextCursor}`);
  expect(next.data.jobs.map(({ id }: { id: string }) => id)).toEqual([data.jobId]);
  expect(next.data.nextCursor).toBeNull();
});

test('the ledger is read page by page, and adds up [enrichment-jobs.ledger]', async () => {
  model.behave(sensible);
  const own = await enricher(service);
  const known = { title: 'Buyer', companyName: 'Saltmarsh' };
  const ids = [await own.person({ fullName: 'Ledger First', ...known }), ...(await own.people(6))];
  const { data: queued } = await own.enrich(ids, { mode: 'personalized_line' });
  await own.ended(queued.jobId);
  await own.bulk({ action: 'delete', prospectIds: [ids[6]!] });
  const entries: LedgerEntry[] = [];
  let cursor = '';
  do {
    const { data } = await own.manage('GET', `/credits/ledger?limit=3${cursor}`);
    entries.push(...data.entries);
    cursor = data.nextCursor && `&cursor=${data.nextCursor}`;
  } while (cursor);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  expect(entries.length).toBeGreaterThanOrEqual(8);
  let balance = 0;
  for (const { balanceChange, balanceAfter } of entries.toReversed()) {
    balance += balanceChange;
    expect(balanceAfter).toBe(balance);
  }
  expect(balance).toBe((await own.credits()).account.balance);
  const ofWork = entries.filter(({ enrichmentId }) => enrichmentId !== null);
  expect(ofWork).toHaveLength(14);
  for (const { jobId, prospectId, prospectName } of ofWork) {
    expect(jobId).toBe(queued.jobId);
    expect(ids).toContain(prospectId);
    if (prospectId === ids[0]) expect(prospectName).toBe('Ledger First');
    if (prospectId === ids[6]) expect(prospectName).toBeNull();
  }
  const [grant] = entries.filter(({ kind }) => kind === 'grant');
  expect(grant).toMatchObject({ jobId: null, prospectId: null, prospectName: null });
});

test('a workspace with a provider of its own uses it, with its own key, which nobody is told, and its jobs tell their cost [models.own models.cost]', async () => {
  const other = await modelServer();
  const own = await enricher(service);
  const apiKey = 'canary-key-of-the-workspace-9f2c';
  const prices = { input: 2, output: 0.5 };
  const mine = {
    provider: 'openai-compatible',
    model: 'own',
    baseUrl: other.baseUrl,
    apiKey,
    prices,
  };
  const set = await own.manage('PATCH', '/ai-settings', mine);
  expect(set.data.settings).toEqual({
    instructions: null,
    provider: 'openai-compatible',
    model: 'own',
    baseUrl: other.baseUrl,
    apiKeyEnd: '9f2c',
    prices,
    ofOperator: { provider: 'openai-compatible', model: 'scripted' },
  });
  const tried = await own.manage('POST', '/ai-settings/test');
  expect(tried.data).toMatchObject({ works: true, model: 'openai-compatible own', problem: null });
  const id = await own.person({ fullName: 'Own Model', title: 'Buyer', companyName: 'Salt' });
  const { data } = await own.enrich([id], { mode: 'personalized_line' });
  const { job, results } = await own.ended(data.jobId);
  expect(job).toMatchObject({ inputTokens: 100, outputTokens: 20, cost: 0.00021 });
  expect(results[0]).toMatchObject({ status: 'done', model: 'openai-compatible own' });
  expect(other.asked).toHaveLength(2);
  expect(other.asked.every(({ authorization }) => authorization === `Bearer ${apiKey}`)).toBe(true);

  const shown = await own.manage('GET', '/ai-settings');
  const audit = await own.manage('GET', '/audit');
  const rows = await service.owner.ask<{ text: string }>(sql`
    select concat(to_json(s)) as text from ai_settings s where workspace_id = ${own.workspace.id}
    union all select concat(to_json(a)) from audit_entry a where workspace_id = ${own.workspace.id}
    union all select concat(data) from pgboss.job where data ->> 'workspaceId' = ${own.workspace.id}`);
  for (const seen of [shown.data, audit.data, rows, service.log])
    expect(JSON.stringify(seen)).not.toContain('canary-key-of-the-workspace');
  expect(audit.data.entries[0]).toMatchObject({
    action: 'ai_settings.edited',
    detail: { fields: ['provider', 'model', 'baseUrl', 'apiKey', 'prices'] },
  });
});

test('a key goes nowhere but where it was meant to go', async () => {
  const other = await modelServer();
  const own = await enricher(service);
  const mine = {
    provider: 'openai-compatible',
    model: 'own',
    baseUrl: 'https://models.example/v1',
  };
  await own.manage('PATCH', '/ai-settings', { ...mine, apiKey: 'canary-key-1234' });
  const moved = await own.manage('PATCH', '/ai-settings', { baseUrl: other.baseUrl });
  expect(moved.data.settings.apiKeyEnd).toBeNull();
  await own.manage('POST', '/ai-settings/test');
  expect(JSON.stringify(other.asked)).not.toContain('canary-key');
  const back = await own.manage('PATCH', '/ai-settings', { provider: null });
  expect(back.data.settings).toMatchObject({ provider: null, model: null, baseUrl: null });
});

test('what cannot work is refused, and a trial says what is wrong [models.trial]', async () => {
  const own = await enricher(service);
  const refusals = [
    [{ provider: 'openai-compatible', model: 'm' }, 'baseUrl'],
    [{ provider: 'openai', model: 'm' }, 'apiKey'],
    [{ provider: 'anthropic', apiKey: 'k' }, 'model'],
    [{ provider: 'openai-compatible', model: 'm', baseUrl: 'http://10.0.0.1/v1' }, 'baseUrl'],
    [{ provider: 'openai-compatible', model: 'm', baseUrl: 'nonsense' }, 'baseUrl'],
    [{ apiKey: 'k' }, 'apiKey'],
    [{ prices: { input: 1 } }, 'output'],
    [{ provider: 'nobody', model: 'm' }, 'provider'],
  ] as const;
  for (const [body, field] of refusals) {
    const { status, error } = await own.manage('PATCH', '/ai-settings', body);
    expect(status).toBe(422);
    expect(Object.keys(error.fieldErrors)).toEqual([field]);
  }
  const broken = await modelServer(() => ({ status: 401 }));
  const mine = { provider: 'openai-compatible', model: 'own', baseUrl: broken.baseUrl };
  await own.manage('PATCH', '/ai-settings', mine);
  const tried = await own.manage('POST', '/ai-settings/test');
  expect(tried.data).toMatchObject({
    works: false,
    problem: 'The language model refused its key. Check it.',
  });
  expect(tried.data.ms).toBeGreaterThanOrEqual(0);
});

test('members see what is done and spent, administrators who does it', async () => {
  const { workspace } = await enricher(service);
  const [viewer, member] = [await workspace.token('viewer'), await workspace.token('member')];
  const { getEnrichmentJobs, getCreditsLedger, getAiSettings, postAiSettingsTest } =
    manageEndpoints;
  for (const line of [getEnrichmentJobs, getCreditsLedger])
    expect((await service.ask(viewer, line)).status).toBe(200);
  for (const line of [getAiSettings, postAiSettingsTest])
    expect((await service.ask(member, line)).status).toBe(403);
});
