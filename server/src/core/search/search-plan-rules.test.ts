import { expect, test } from 'vitest';
import {
  type IndexProbe,
  type PlanFilters,
  planSearch,
  searchLimits,
} from './search-plan-rules.ts';
import { queryWords } from './word-rules.ts';

const group = (kind: 'list' | 'tag' | 'stage', hits: number): IndexProbe => ({
  kind,
  hits,
  isExact: true,
  isSorted: true,
});
const wordProbes = (filters: PlanFilters, hits: number): IndexProbe[] =>
  (filters.words ?? []).map((word) => ({
    kind: 'words',
    word,
    range: word.ranges[0]!,
    words: ['one'],
    hits,
    isExact: true,
    isSorted: true,
  }));

const byId = (filters: PlanFilters, indexes: IndexProbe[]) =>
  planSearch(filters, '-createdAt', indexes, 0, searchLimits);
const byName = (filters: PlanFilters, indexes: IndexProbe[]) =>
  planSearch(filters, 'name', indexes, 1_000_000, searchLimits);

const tag: PlanFilters = { tag: ['t'] };
const jane: PlanFilters = { words: queryWords('jane') };
const stageAndTag: PlanFilters = { stage: ['new'], ...tag };

test('without filters, prospects are read in order without a limit, and their stored number is the total', () => {
  expect(byId({}, [])).toMatchObject({
    source: { kind: 'workspaceInOrder' },
    maxChecked: null,
    total: { kind: 'byWorkspace' },
  });
});

test('a filter that one index answers in order is read from it, and nothing is left to check', () => {
  const index = group('tag', 500_000);
  expect(byId(tag, [index])).toMatchObject({
    source: { kind: 'indexInOrder', index },
    maxChecked: null,
    total: { kind: 'byProbe', hits: 500_000 },
  });
  const [word] = wordProbes(jane, 10_001);
  expect(byId(jane, [word!])).toMatchObject({
    source: { kind: 'indexInOrder', index: word },
    rest: {},
    maxChecked: null,
  });
});

test('a date bounds the ids of every index: it is not checked, and the hits of the index are not the total', () => {
  expect(byId({ ...tag, fromId: 'x' }, [group('tag', 500_000)])).toMatchObject({
    source: { kind: 'indexInOrder' },
    rest: { fromId: 'x' },
    maxChecked: null,
    total: { kind: 'byCheck' },
  });
});

test('the filters with few hits are intersected, and the others are checked', () => {
  const [few, many] = [group('tag', 300), group('stage', 400_000)];
  const [word] = wordProbes(jane, 2_000);
  const plan = byId({ ...stageAndTag, ...jane }, [many, few, word!]);
  expect(plan.source).toEqual({ kind: 'allOfIndexes', indexes: [few, word] });
  expect(plan.rest).toMatchObject({ stage: ['new'], tag: undefined, words: undefined });
  expect(plan.total.kind).toBe('byPage');
});

test('several thousand hits are not all checked if they can be read in order', () => {
  const filters: PlanFilters = { ...tag, hasEmail: true };
  const index = group('tag', searchLimits.small + 1);
  expect(byId(filters, [index])).toMatchObject({
    source: { kind: 'indexInOrder', index },
    rest: { hasEmail: true },
    maxChecked: searchLimits.lookedUp,
  });
  expect(byId(filters, [{ ...index, isSorted: false }]).source.kind).toBe('allOfIndexes');
});

test('the total of broad filters comes from the first entries of similar indexes, or from a few checks', () => {
  const similar = [group('tag', 300_000), group('stage', 400_000)];
  expect(byId(stageAndTag, similar).total).toMatchObject({
    kind: 'byIntersection',
    maxTotal: searchLimits.broadTotal,
  });
  const unlike = [group('tag', 30_000), group('stage', 400_000)];
  expect(byId(stageAndTag, unlike).total).toMatchObject({
    kind: 'byCheck',
    maxChecked: searchLimits.counted,
  });
  expect(byId({ hasEmail: true }, []).total).toMatchObject({
    kind: 'byCheck',
    maxTotal: searchLimits.total,
  });
});

test('in another order, all hits of a rare filter are sorted, and a common one is checked in that order', () => {
  expect(byName(tag, [group('tag', 9_000)]).source.kind).toBe('allOfIndexes');
  expect(byName(tag, [group('tag', 60_000)])).toMatchObject({
    source: { kind: 'workspaceInOrder' },
    rest: tag,
    maxChecked: searchLimits.scanned,
    total: { kind: 'byProbe', hits: 60_000 },
  });
});

test('statements are prepared for one filter of few words, unless all members of a list are read', () => {
  const words: PlanFilters = { words: queryWords('one two three four') };
  expect(byId({}, []).isPrepared).toBe(true);
  expect(byId(jane, wordProbes(jane, 5)).isPrepared).toBe(true);
  expect(byId(words, wordProbes(words, 5)).isPrepared).toBe(false);
  expect(byName(tag, [group('tag', 9_000)]).isPrepared).toBe(false);
  expect(byId(stageAndTag, [group('tag', 5), group('stage', 5)]).isPrepared).toBe(false);
});
