import type { LedgerEntry } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { defaultResponse, startModelServer } from '../model-server.ts';
import { enrichmentClient, setUpEnrichment } from './enrichment-client.ts';

const { model, service, startWorker } = await setUpEnrichment();
await startWorker();

test('jobs report their progress; failed enrichments are retried as a new job, for new credits', async () => {
  const client = await enrichmentClient(service);
  const good = await client.addLead({
    fullName: 'Manage Good',
    title: 'Buyer',
    companyName: 'Salt',
  });
  const bad = await client.addLead({ fullName: 'Manage Bad', title: 'Buyer', companyName: 'Salt' });
  model.respondWith((request) =>
    request.prompt.includes('Manage Bad') ? { text: 'no' } : defaultResponse(request),
  );
  const options = { mode: 'personalized_line', customPrompt: 'Short.' };
  const { data } = await client.enrich([good, bad], options);
  const { job } = await client.waitForEnd(data.jobId);
  expect(job).toMatchObject({
    total: 2,
    queued: 0,
    running: 0,
    done: 1,
    failed: 1,
    customPrompt: 'Short.',
  });
  const failed = await client.manage('GET', `/enrichment-jobs/${data.jobId}?status=failed`);
  expect(failed.data.results).toMatchObject([
    { prospectId: bad, prospectName: 'Manage Bad', code: 'model_output_invalid', after: null },
  ]);

  const dry = await client.manage('POST', `/enrichment-jobs/${data.jobId}/retry`, { dryRun: true });
  expect(dry.data).toMatchObject({ jobId: null, queued: 1 });
  model.respondWith(defaultResponse);
  const retry = await client.manage('POST', `/enrichment-jobs/${data.jobId}/retry`);
  expect(retry.data).toMatchObject({ queued: 1, creditsReserved: 1, mode: 'personalized_line' });
  await client.waitForEnd(retry.data.jobId);
  expect((await client.prospect(bad)).firstTouchLine).not.toBeNull();
  expect(
    model.requests.filter(({ prompt }) => prompt.includes('Manage Bad')).at(-1)!.prompt,
  ).toContain('Short.');
  expect((await client.credits()).account).toEqual({ balance: 49_998, reserved: 0 });
  const again = await client.manage('POST', `/enrichment-jobs/${data.jobId}/retry`);
  expect(again).toMatchObject({ data: { queued: 0 } });

  const jobs = await client.manage('GET', '/enrichment-jobs?limit=1');
  expect(jobs.data.jobs.map(({ id }: { id: string }) => id)).toEqual([retry.data.jobId]);
  const next = await client.manage(
    'GET',
    `/enrichment-jobs?limit=1&cursor=${jobs.data.nextCursor}`,
  );
  expect(next.data.jobs.map(({ id }: { id: string }) => id)).toEqual([data.jobId]);
  expect(next.data.nextCursor).toBeNull();
});

test('the credit ledger is paginated, and its sum is the balance', async () => {
  model.respondWith(defaultResponse);
  const client = await enrichmentClient(service);
  const known = { title: 'Buyer', companyName: 'Saltmarsh' };
  const ids = [
    await client.addLead({ fullName: 'Ledger First', ...known }),
    ...(await client.addProspects(6)),
  ];
  const { data: queued } = await client.enrich(ids, { mode: 'personalized_line' });
  await client.waitForEnd(queued.jobId);
  await client.bulk({ action: 'delete', prospectIds: [ids[6]!] });
  const entries: LedgerEntry[] = [];
  let cursor = '';
  do {
    const { data } = await client.manage('GET', `/credits/ledger?limit=3${cursor}`);
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
  expect(balance).toBe((await client.credits()).account.balance);
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

test('a workspace with its own provider uses it with its own secret key, and its jobs report their cost', async () => {
  const other = await startModelServer();
  const client = await enrichmentClient(service);
  const apiKey = 'canary-key-of-the-workspace-9f2c';
  const prices = { input: 2, output: 0.5 };
  const mine = {
    provider: 'openai-compatible',
    model: 'own',
    baseUrl: other.baseUrl,
    apiKey,
    prices,
  };
  const set = await client.manage('PATCH', '/ai-settings', mine);
  expect(set.data.settings).toEqual({
    instructions: null,
    provider: 'openai-compatible',
    model: 'own',
    baseUrl: other.baseUrl,
    apiKeyEnd: '9f2c',
    prices,
    ofOperator: { provider: 'openai-compatible', model: 'scripted' },
  });
  const tried = await client.manage('POST', '/ai-settings/test');
  expect(tried.data).toMatchObject({ works: true, model: 'openai-compatible own', problem: null });
  const id = await client.addLead({ fullName: 'Own Model', title: 'Buyer', companyName: 'Salt' });
  const { data } = await client.enrich([id], { mode: 'personalized_line' });
  const { job, results } = await client.waitForEnd(data.jobId);
  expect(job).toMatchObject({ inputTokens: 100, outputTokens: 20, cost: 0.00021 });
  expect(results[0]).toMatchObject({ status: 'done', model: 'openai-compatible own' });
  expect(other.requests).toHaveLength(2);
  expect(other.requests.every(({ authorization }) => authorization === `Bearer ${apiKey}`)).toBe(
    true,
  );

  const shown = await client.manage('GET', '/ai-settings');
  const audit = await client.manage('GET', '/audit');
  const rows = await service.owner.query<{ text: string }>(sql`
    select concat(to_json(s)) as text from ai_settings s where workspace_id = ${client.workspace.id}
    union all select concat(to_json(a)) from audit_entry a where workspace_id = ${client.workspace.id}
    union all select concat(data) from pgboss.job where data ->> 'workspaceId' = ${client.workspace.id}`);
  for (const seen of [shown.data, audit.data, rows, service.log])
    expect(JSON.stringify(seen)).not.toContain('canary-key-of-the-workspace');
  expect(audit.data.entries[0]).toMatchObject({
    action: 'ai_settings.edited',
    detail: { fields: ['provider', 'model', 'baseUrl', 'apiKey', 'prices'] },
  });
});

test('an API key is not sent to another base URL', async () => {
  const other = await startModelServer();
  const client = await enrichmentClient(service);
  const mine = {
    provider: 'openai-compatible',
    model: 'own',
    baseUrl: 'https://models.example/v1',
  };
  await client.manage('PATCH', '/ai-settings', { ...mine, apiKey: 'canary-key-1234' });
  const moved = await client.manage('PATCH', '/ai-settings', { baseUrl: other.baseUrl });
  expect(moved.data.settings.apiKeyEnd).toBeNull();
  await client.manage('POST', '/ai-settings/test');
  expect(JSON.stringify(other.requests)).not.toContain('canary-key');
  const back = await client.manage('PATCH', '/ai-settings', { provider: null });
  expect(back.data.settings).toMatchObject({ provider: null, model: null, baseUrl: null });
});

test('invalid settings are rejected, and a test request reports what is wrong', async () => {
  const client = await enrichmentClient(service);
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
    const { status, error } = await client.manage('PATCH', '/ai-settings', body);
    expect(status).toBe(422);
    expect(Object.keys(error.fieldErrors)).toEqual([field]);
  }
  const broken = await startModelServer(() => ({ status: 401 }));
  const mine = { provider: 'openai-compatible', model: 'own', baseUrl: broken.baseUrl };
  await client.manage('PATCH', '/ai-settings', mine);
  const tried = await client.manage('POST', '/ai-settings/test');
  expect(tried.data).toMatchObject({
    works: false,
    problem: 'The language model rejected the API key. Check the key.',
  });
  expect(tried.data.ms).toBeGreaterThanOrEqual(0);
});
