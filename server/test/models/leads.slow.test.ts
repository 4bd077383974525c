import type { LeadResult } from '@outcrop/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexedWords } from '../../src/core/search/word-rules.ts';
import { type Sql, sql } from '../../src/platform/db/index.ts';
import { createPlan, type LeadsClient, leadsClient } from '../leads-client.ts';
import { sizeForRun, timeoutForRun } from '../run-size.ts';
import { testService } from '../service.ts';
import { boardCounts } from '../workspace-checksums.ts';
import { type LeadBatch, leadBatch } from './lead-batches.ts';
import { asReturned, LeadModel, type ModelResult } from './lead-model.ts';

const runs = sizeForRun(40, 1_000);
const service = await testService();
const { owner } = service;

/** The statuses seen in all sequences, to prove that every case is covered. */
const seenStatuses = new Set<string>();

/** Maps numbers in the model to prospect ids. */
class IdPairs {
  readonly #ids: string[] = [];

  bind(results: ModelResult[], expected: LeadResult[]): void {
    for (const [index, { status, person }] of results.entries())
      if (status === 'inserted') this.#ids[person!] = expected[index]!.prospectId!;
  }

  idOf = (person: number): string | undefined => this.#ids[person];
}

const asResult =
  (pairs: IdPairs) =>
  ({ status, person, conflict, ignored }: ModelResult, index: number) => {
    const id = person === undefined ? undefined : pairs.idOf(person);
    return {
      index,
      status,
      ...(id && { prospectId: id }),
      ...(conflict && { conflictIds: conflict.flatMap((each) => pairs.idOf(each) ?? []) }),
      ...(ignored && { ignored }),
    };
  };

const withoutReasons = ({ index, status, prospectId, conflictIds, ignored }: LeadResult) => {
  return { index, status, prospectId, conflictIds, ignored };
};

const countsOf = (results: { status: string }[]) => {
  const count = (...statuses: string[]) =>
    results.filter(({ status }) => statuses.includes(status)).length;
  return {
    received: results.length,
    processed: count('inserted', 'updated', 'skipped'),
    inserted: count('inserted'),
    updated: count('updated'),
    skipped: count('skipped'),
    failed: count('failed'),
    quotaBlocked: count('quota_blocked'),
  };
};

/** Imports, events by type, and the search text of each prospect with its words in the index. */
const rest = (workspaceId: string): Sql => sql`
    select (select imports from workspace_usage where workspace_id = ${workspaceId}) as imports,
           (select json_object_agg(type, count) from (
              select type, count(*) from event where workspace_id = ${workspaceId} group by type
            ) as kinds) as events,
           (select coalesce(json_agg(json_build_array(p.search_text, w.words)), '[]')
            from (select * from prospect where workspace_id = ${workspaceId}) p
            full join (
              select prospect_id, array_agg(word order by word) as words from prospect_word
              where workspace_id = ${workspaceId} group by prospect_id) w on w.prospect_id = p.id
           ) as indexed`;

async function expectSameState(
  account: LeadsClient,
  model: LeadModel,
  pairs: IdPairs,
): Promise<void> {
  const { id: workspaceId } = account.workspace;
  const { people, lists, imports, events } = model.state;
  const [prospects, board, { shown, counted }, [row]] = await Promise.all([
    account.prospects(),
    account.lists(),
    boardCounts(owner, workspaceId),
    owner.query<{
      imports: number;
      events: object | null;
      indexed: [string | null, string[] | null][];
    }>(rest(workspaceId)),
  ]);
  const prospectsById = Object.fromEntries(prospects.map(({ id, ...prospect }) => [id, prospect]));
  expect(Object.keys(prospectsById)).toHaveLength(people.length);
  for (const { number, fields, source, lists: on } of people)
    expect(prospectsById[pairs.idOf(number)!]).toMatchObject({
      ...asReturned(fields),
      sourceType: source,
      lists: [...on].sort().map((key) => ({ name: lists.get(key) })),
    });

  expect(shown).toEqual(counted);
  expect(Object.fromEntries(board.map(({ name, count }) => [name, count]))).toEqual(
    Object.fromEntries(
      [...lists].map(([key, name]) => [name, people.filter(({ lists: on }) => on.has(key)).length]),
    ),
  );
  expect(row).toMatchObject({ imports, events: people.length > 0 ? events : null });
  expect(row!.indexed).toHaveLength(people.length);
  for (const [text, words] of row!.indexed)
    expect((words ?? []).sort()).toEqual(indexedWords(text!).sort());
}

async function runSequence(allowance: number, batches: LeadBatch[]): Promise<void> {
  const account = await leadsClient(service, await createPlan(service, allowance));
  const model = new LeadModel(allowance);
  const pairs = new IdPairs();
  for (const { list, ...request } of batches) {
    const known = (await account.lists()).find(
      ({ name }) => name.toLowerCase() === list?.name.toLowerCase(),
    );
    const on = list?.by === 'id' && known ? { listId: known.id } : { listName: list?.name };
    const { status, data } = await account.post(request.leads, { ...request, ...on });
    expect(status).toBe(200);
    const results = model.post({ ...request, list });
    for (const result of results) {
      seenStatuses.add(result.status);
      for (const identifier of result.ignored ?? []) seenStatuses.add(`${identifier} ignored`);
    }
    if (!request.dryRun) pairs.bind(results, data.results);

    const expected = results.map(asResult(pairs));
    expect(data.results.map(withoutReasons)).toEqual(expected);
    expect(data).toMatchObject({
      ...countsOf(results),
      prospectIds: [...new Set(expected.flatMap(({ prospectId }) => prospectId ?? []))],
      quota: { monthlyImports: allowance },
    });
    expect(data.quota.remaining).toBe(allowance - model.state.imports);
    await expectSameState(account, model, pairs);
  }
}

test('any sequence of batches has the same result as a simple model that processes one lead at a time', {
  timeout: timeoutForRun(1_800_000, 60_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 10 }),
      fc.array(leadBatch, { minLength: 1, maxLength: 6 }),
      runSequence,
    ),
    { numRuns: runs },
  );
  expect([...seenStatuses].sort()).toEqual([
    'email ignored',
    'failed',
    'inserted',
    'linkedinUrl ignored',
    'quota_blocked',
    'skipped',
    'updated',
  ]);
});
