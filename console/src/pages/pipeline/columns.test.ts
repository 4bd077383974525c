import type { Prospect } from '@outcrop/contract';
import { expect, test } from 'vitest';
import {
  boardsAfterMove,
  type ColumnPage,
  pagesAfterMove,
  prospectsOf,
  totalOf,
} from './columns.ts';

const prospect = (id: string) => ({ id }) as Prospect;
const page = (ids: string, total: number | null = null): ColumnPage => ({
  prospects: [...ids].map(prospect),
  page: 1,
  pageSize: 25,
  total,
  totalIsCapped: false,
  nextCursor: null,
});
const shown = (pages: ColumnPage[]) => prospectsOf(pages).map(({ id }) => id);

test('a moved prospect is removed from all pages and the count of the column it leaves', () => {
  const left = pagesAfterMove([page('ab', 4), page('cd')], prospect('c'), false);
  expect(shown(left)).toEqual(['a', 'b', 'd']);
  expect(totalOf(left)).toBe('3');
});

test('a moved prospect is shown once, at the top, even if a later page includes it again', () => {
  const come = pagesAfterMove([page('ab', 3)], prospect('c'), true);
  expect(shown([...come, page('c')])).toEqual(['c', 'a', 'b']);
  expect(totalOf(come)).toBe('4');
  expect(totalOf(pagesAfterMove(come, prospect('c'), true))).toBe('4');
});

test('removing a prospect that is not in the column changes nothing', () => {
  expect(pagesAfterMove([page('ab', 2)], prospect('z'), false)).toEqual([page('ab', 2)]);
});

test('a capped count says so, and a move leaves it as it is', () => {
  const capped = [{ ...page('a', 1_000), totalIsCapped: true }];
  expect(totalOf(capped)).toBe('1,000+');
  expect(totalOf(pagesAfterMove(capped, prospect('a'), false))).toBe('1,000+');
});

test('a move decreases one stage count and increases the other', () => {
  const stage = { name: '', position: 0 };
  const stages = [
    { ...stage, id: 'new' as const, count: 3 },
    { ...stage, id: 'replied' as const, count: 0 },
  ];
  const { stages: after } = boardsAfterMove({ lists: [], tags: [], stages }, 'new', 'replied');
  expect(after.map(({ count }) => count)).toEqual([2, 1]);
});
