import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { enrichmentClient, setUpEnrichment } from '../../test/enrichment/enrichment-client.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const { service, queue } = await setUpEnrichment();

test('each prospect is queued for one credit, and the response says so [enrich.queues]', async () => {
  const { addProspects: people, enrich, credits, prospect } = await enrichmentClient(service);
  const ids = await people(3);
  const { data } = await enrich(ids);
  expect(data).toEqual({
    jobId: expect.any(String),
    mode: 'enrich_only',
    queued: 3,
    skipped: 0,
    creditsReserved: 3,
    credits: { remaining: 49_997 },
    results: ids.map((prospectId) => ({ prospectId, status: 'queued' })),
  });
  expect(await credits()).toEqual({
    account: { balance: 50_000, reserved: 3 },
    ledger: { balance: 50_000, reserved: 3 },
    open: 3,
  });
  expect(await prospect(ids[0]!)).toMatchObject({ enrichmentStatus: 'queued' });
});

test('the work is queued in the same transaction, with ids only', async () => {
  const { workspace, addProspects: people, enrich } = await enrichmentClient(service);
  await enrich(await people(2), { mode: 'personalized_line', customPrompt: 'Secret wish' });
  const jobs = await queue.jobs('enrich', workspace);
  expect(jobs).toHaveLength(2);
  for (const { data } of jobs)
    expect(Object.keys(data).sort()).toEqual([
      'correlationId',
      'enrichmentId',
      'sentAt',
      'workspaceId',
    ]);
  expect(JSON.stringify(jobs)).not.toContain('Secret wish');
});

test('prospects already queued in that mode, or listed twice, cost nothing more [enrich.mode]', async () => {
  const { addProspects: people, enrich, credits } = await enrichmentClient(service);
  const [one, two] = await people(2);
  await enrich([one!]);
  const { data } = await enrich([one!, two!, two!, one!]);
  expect(data).toMatchObject({ queued: 1, skipped: 1, creditsReserved: 1 });
  expect(data.results).toEqual([
    { prospectId: one, status: 'skipped', reason: 'already_queued' },
    { prospectId: two, status: 'queued' },
  ]);
  const line = await enrich([one!], { mode: 'personalized_line' });
  expect(line.data).toMatchObject({ queued: 1, mode: 'personalized_line' });
  expect((await credits()).account.reserved).toBe(3);
  const again = await enrich([one!, two!]);
  expect(again.data).toMatchObject({ jobId: null, queued: 0, skipped: 2, creditsReserved: 0 });
});

test('suppressed prospects can be enriched, and any prospect can be enriched again', async () => {
  const { addProspects: people, enrich, bulk, workspace } = await enrichmentClient(service);
  const ids = await people(1);
  await bulk({ action: 'suppress', prospectIds: ids });
  expect((await enrich(ids)).data.queued).toBe(1);
  await service.owner.query(
    sql`update enrichment set status = 'done' where workspace_id = ${workspace.id}`,
  );
  expect((await enrich(ids)).data.queued).toBe(1);
});

test('a request has 1 to 100 ids and a prompt of at most 2,000 characters [enrich.max-100 enrich.prompt-length]', async () => {
  const { addProspects: people, enrich } = await enrichmentClient(service);
  const [id] = await people(1);
  const many = Array.from({ length: 101 }, () => id!);
  expect((await enrich([])).error.fieldErrors).toHaveProperty('prospectIds');
  expect((await enrich(many)).error.fieldErrors).toHaveProperty('prospectIds');
  expect(
    (await enrich(many.slice(1), { customPrompt: 'x'.repeat(2_001) })).error.fieldErrors,
  ).toHaveProperty('customPrompt');
  expect((await enrich(many.slice(1), { customPrompt: 'x'.repeat(2_000) })).status).toBe(200);
});

const setBalance = (workspaceId: string, balance: number) =>
  service.owner.query(sql`
    with account as (
      insert into credit_account (workspace_id, month, balance) values (${workspaceId}, current_month(), ${balance}))
    insert into credit_entry (workspace_id, id, kind, balance_change, reserved_change, month)
    values (${workspaceId}, gen_random_uuid(), 'grant', ${balance}, 0, current_month())`);

test('with too few credits nothing is queued, and the error contains the needed and remaining credits', async () => {
  const {
    addProspects: people,
    enrich,
    credits,
    workspace,
    prospect,
  } = await enrichmentClient(service);
  await setBalance(workspace.id, 2);
  const ids = await people(3);
  const { status, error } = await enrich(ids);
  expect(status).toBe(403);
  expect(error).toMatchObject({ code: 'insufficient_credits' });
  expect(error.message).toContain('needs 3 credits, but 2 are left');
  expect(await credits()).toMatchObject({ account: { balance: 2, reserved: 0 }, open: 0 });
  expect((await prospect(ids[0]!)).enrichmentStatus).toBe('none');
});

test('allowPartial queues as many as the credits cover, in the order of the request', async () => {
  const { addProspects: people, enrich, credits, workspace } = await enrichmentClient(service);
  await setBalance(workspace.id, 2);
  const ids = await people(3);
  const { data } = await enrich(ids, { allowPartial: true });
  expect(data).toMatchObject({ queued: 2, skipped: 1, credits: { remaining: 0 } });
  expect(data.results[2]).toEqual({
    prospectId: ids[2],
    status: 'skipped',
    reason: 'insufficient_credits',
  });
  expect(await credits()).toMatchObject({ account: { balance: 2, reserved: 2 }, open: 2 });
});

test('monthly credits are granted once, each person costs one, and those left from the last month expire [credits.one-each]', async () => {
  const {
    addProspects: people,
    enrich,
    credits,
    workspace,
    manage,
  } = await enrichmentClient(service);
  await service.owner.query(sql`
    insert into credit_account (workspace_id, month, balance)
    values (${workspace.id}, current_month() - interval '1 month', 7)`);
  const ids = await people(2);
  expect((await enrich([ids[0]!])).data.credits.remaining).toBe(49_999);
  expect((await enrich([ids[1]!])).data.credits.remaining).toBe(49_998);
  const { data } = await manage('GET', '/credits/ledger');
  expect(data).toMatchObject({ balance: 50_000, reserved: 2 });
  const kinds = (data.entries as { kind: string; balanceChange: number }[]).map(
    ({ kind, balanceChange }) => `${kind} ${balanceChange}`,
  );
  expect(kinds.sort()).toEqual(['expire -7', 'grant 50000', 'reserve 0', 'reserve 0']);
  expect((await credits()).account).toEqual({ balance: 50_000, reserved: 2 });
});

test('a plan without enrichment returns 403, checked after unknown prospects and before credits [errors.plan-not-allowed]', async () => {
  await service.owner.query(sql`
    insert into plan (id, name, monthly_imports, monthly_credits, allows_enrichment)
    values ('plain', 'Plain', 100, 0, false) on conflict do nothing`);
  const { addProspects: people, enrich, workspace } = await enrichmentClient(service);
  const ids = await people(1);
  await service.owner.query(sql`update workspace set plan_id = 'plain' where id = ${workspace.id}`);
  const { status, error } = await enrich(ids);
  expect(status).toBe(403);
  expect(error).toMatchObject({ code: 'plan_not_allowed' });
  expect((await enrich([...ids, randomUUID()])).error.code).toBe('not_found');
});

test('without a model the response is 403, says what to configure, and the session says that enrichment is not available', async () => {
  const bare = await testService({
    database: service.database,
    config: { AI_PROVIDER: undefined },
  });
  const { addProspects: people, enrich, token, workspace } = await enrichmentClient(bare);
  const ids = await people(1);
  const isAvailable = async () =>
    (await bare.call(token, 'GET', '/session')).data.enrichmentAvailable;
  const { status, error, headers } = await enrich(ids);
  expect([status, error.code]).toEqual([403, 'enrichment_not_configured']);
  expect(error.message).toMatch(/AI_PROVIDER, AI_MODEL and AI_API_KEY/);
  expect(headers.get('retry-after')).toBeNull();
  expect(await isAvailable()).toBe(false);
  await bare.owner.query(sql`
    insert into ai_settings (workspace_id, provider, model, base_url)
    values (${workspace.id}, 'openai-compatible', 'own', 'https://models.example/v1')`);
  expect((await enrich(ids)).status).toBe(200);
  expect(await isAvailable()).toBe(true);
  await bare.owner.query(sql`update workspace set plan_id = 'plain' where id = ${workspace.id}`);
  expect(await isAvailable()).toBe(false);
});

test.each([true, false])(
  'research ignores the workspace’s instructions and warns about it, with dryRun %j',
  async (dryRun) => {
    const { addProspects: people, enrich } = await enrichmentClient(service);
    const ids = await people(1);
    const options = { useWorkspaceInstructions: true, dryRun };
    const warnings = [
      { path: ['useWorkspaceInstructions'], message: 'is only used by personalized_line' },
    ];
    expect((await enrich(ids, { ...options, mode: 'personalized_line' })).data.warnings).toBe(
      undefined,
    );
    expect((await enrich(ids, { useWorkspaceInstructions: false, dryRun: true })).data).toEqual(
      expect.not.objectContaining({ warnings: expect.anything() }),
    );
    expect((await enrich(ids, { ...options, customPrompt: 'Short.' })).data.warnings).toEqual([
      ...warnings,
      { path: ['customPrompt'], message: 'is only used by personalized_line' },
    ]);
  },
);

test('deleting a queued prospect refunds the credit in the same request', async () => {
  const {
    addProspects: people,
    enrich,
    bulk,
    credits,
    workspace,
  } = await enrichmentClient(service);
  const ids = await people(3);
  await enrich(ids);
  await enrich(ids.slice(0, 1), { mode: 'personalized_line' });
  await bulk({ action: 'delete', prospectIds: ids.slice(0, 2) });
  expect(await credits()).toEqual({
    account: { balance: 50_000, reserved: 1 },
    ledger: { balance: 50_000, reserved: 1 },
    open: 1,
  });
  const work = await service.owner.query<{ status: string }>(
    sql`select status::text from enrichment where workspace_id = ${workspace.id} order by status`,
  );
  expect(work.map(({ status }) => status)).toEqual([
    'cancelled',
    'cancelled',
    'cancelled',
    'queued',
  ]);
});

test('merging a queued prospect into another refunds the credit and keeps its findings', async () => {
  const {
    addProspects: people,
    enrich,
    manage,
    credits,
    workspace,
  } = await enrichmentClient(service);
  const [keepId, mergeId] = await people(2);
  await enrich([keepId!, mergeId!]);
  expect((await manage('POST', '/prospects/merge', { keepId, mergeId })).status).toBe(200);
  expect(await credits()).toMatchObject({ account: { balance: 50_000, reserved: 1 }, open: 1 });
  const rows = await service.owner.query(
    sql`select from enrichment where workspace_id = ${workspace.id} and prospect_id = ${keepId}`,
  );
  expect(rows).toHaveLength(2);
});

test('a credit refunded after its month expires immediately', async () => {
  const {
    addProspects: people,
    enrich,
    bulk,
    credits,
    workspace,
  } = await enrichmentClient(service);
  const ids = await people(2);
  await enrich(ids.slice(0, 1));
  await service.owner.query(sql`
    update enrichment set credit_month = credit_month - interval '1 month' where workspace_id = ${workspace.id}`);
  await bulk({ action: 'delete', prospectIds: ids.slice(0, 1) });
  expect(await credits()).toEqual({
    account: { balance: 49_999, reserved: 0 },
    ledger: { balance: 49_999, reserved: 0 },
    open: 0,
  });
});
