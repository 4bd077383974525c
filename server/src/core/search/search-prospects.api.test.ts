import { endpoints, type ProspectFilter } from '@outcrop/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { naiveSearch, type SearchQuery } from '../../../test/prospects/naive-search.ts';
import { sampleFilters } from '../../../test/prospects/sample-filters.ts';
import { createSampleProspects } from '../../../test/prospects/sample-prospects.ts';
import { testService } from '../../../test/service.ts';
import { searchFilterOf } from '../../prospects/get-prospects.ts';
import { findProspectIds } from './find-targets.ts';
import { searchIds } from './search-prospects.ts';

const service = await testService();
const workspace = await service.workspace();
const sample = await createSampleProspects(service, workspace, 300, 20_260_302);

/** With these, a sample of 300 is as broad as a million is with the real ones. */
const limits = { total: 12, broadTotal: 5, small: 6, scanned: 60, lookedUp: 40, counted: 30 };

const search = (query: SearchQuery, cursor?: string) =>
  service.owner.transaction(workspace.id, (tx) =>
    searchIds(
      tx,
      searchFilterOf(endpoints.getProspects.query.parse(query)),
      { cursor, pageSize: 7 },
      limits,
    ),
  );

test('a search that reaches every limit returns all hits in order by its cursors, and a total that is true', async () => {
  let [short, capped] = [0, 0];
  await fc.assert(
    fc.asyncProperty(sampleFilters(sample), async (query) => {
      const wanted = naiveSearch(sample.prospects, query);
      const first = await search(query);
      const { total, totalIsCapped } = first;
      if (totalIsCapped) {
        capped += 1;
        expect([query, total! <= wanted.length]).toEqual([query, true]);
        expect([query, total! >= Math.min(first.items.length, limits.broadTotal)]).toEqual([
          query,
          true,
        ]);
      } else expect([query, total]).toEqual([query, wanted.length]);
      const found = [...first.items];
      for (let cursor = first.nextCursor; cursor !== null; ) {
        const next = await search(query, cursor);
        if (next.items.length < 7 && next.nextCursor !== null) short += 1;
        found.push(...next.items);
        cursor = next.nextCursor;
      }
      expect([query, found]).toEqual([query, wanted]);
    }),
    { numRuns: 150 },
  );
  expect(Math.min(short, capped)).toBeGreaterThan(10);
});

test('a task goes on after an upgrade, with the filter and the cursor that the older version stored', async () => {
  const [stage, listId] = ['new', sample.lists[0]!];
  const wanted = naiveSearch(sample.prospects, { stage, listId });
  const [before, last] = [wanted.slice(0, 3), wanted[2]!];
  const createdAt = sample.prospects.find(({ id }) => id === last)!.createdAt.getTime();
  const cursor = Buffer.from(`${createdAt} ${last} an-older-version`).toString('base64url');
  const { ids, nextCursor } = await service.owner.transaction(workspace.id, (tx) =>
    findProspectIds(tx, { stage, listId } as unknown as ProspectFilter, cursor),
  );
  expect([...before, ...ids]).toEqual(wanted);
  expect(nextCursor).toBeNull();
});
