import type { Prospect } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { boardsAfterMove, type ColumnPage, pagesAfterMove, peopleOf, totalOf } from './columns.ts';

const person = (id: string) => ({ id }) as Prospect;
const page = (ids: string, total: number | null = null): ColumnPage => ({
  prospects: [...ids].map(person),
  page: 1,
  pageSize: 25,
  total,
  totalIsCapped: false,
  nextCursor: null,
});
const shown = (pages: ColumnPage[]) => peopleOf(pages).map(({ id }) => id);

test('who leaves a column is in none of its pages, and counts no more', () => {
  const left = pagesAfterMove([page('ab', 4), page('cd')], person('c'), false);
  expect(shown(left)).toEqual(['a', 'b', 'd']);
  expect(totalOf(left)).toBe('3');
});

test('who comes to a column stands on top once, however far down they would be read again', () => {
  const come = pagesAfterMove([page('ab', 3)], person('c'), true);
  expect(shown([...come, page('c')])).toEqual(['c', 'a', 'b']);
  expect(totalOf(come)).toBe('4');
  expect(totalOf(pagesAfterMove(come, person('c'), true))).toBe('4');
});

test('who was not there changes nothing by leaving', () => {
  expect(pagesAfterMove([page('ab', 2)], person('z'), false)).toEqual([page('ab', 2)]);
});

test('a count that stops at its most says so', () => {
  expect(totalOf([{ ...page('a', 10_000), totalIsCapped: true }])).toBe('10,000+');
});

test('one stage loses who the other wins', () => {
  const stage = { name: '', position: 0 };
  const stages = [
    { ...stage, id: 'new' as const, count: 3 },
    { ...stage, id: 'replied' as const, count: 0 },
  ];
  const { stages: after } = boardsAfterMove({ lists: [], tags: [], stages }, 'new', 'replied');
  expect(after.map(({ count }) => count)).toEqual([2, 1]);
});
