import type { Prospect, Stage } from '@outcrop/contract';
import { expect, test } from 'vitest';
import {
  boardsAfterMove,
  type Column,
  columnsAfterMove,
  daysInStage,
  totalOf,
  withMore,
} from './columns.ts';

const prospect = (id: string, stage: Stage = 'new') => ({ id, stage }) as Prospect;
const column = (stage: Stage, ids: string, total: number): Column => ({
  stage,
  prospects: [...ids].map((id) => prospect(id, stage)),
  total,
  totalIsCapped: false,
  nextCursor: null,
});
const shown = ({ prospects }: Column) => prospects.map(({ id }) => id).join('');

test('moved prospects leave their columns and are at the top of the other, and the counts follow', () => {
  const columns = [column('new', 'ab', 4), column('replied', 'c', 1), column('meeting', 'd', 1)];
  const after = columnsAfterMove(columns, [prospect('b', 'meeting'), prospect('c', 'meeting')]);
  expect(after.map(shown)).toEqual(['a', '', 'bcd']);
  expect(after.map(totalOf)).toEqual(['3', '0', '3']);
});

test('the same move again changes nothing', () => {
  const columns = [column('new', 'a', 1), column('replied', 'b', 1)];
  expect(columnsAfterMove(columns, [prospect('b', 'replied')])).toEqual(columns);
});

test('a moved prospect is shown once, even if a later page includes it again', () => {
  expect(
    shown(
      withMore(column('new', 'ab', 3), {
        prospects: [prospect('b'), prospect('c')],
        nextCursor: null,
      }),
    ),
  ).toBe('abc');
});

test('a capped count says so, and a move leaves it as it is', () => {
  const capped = { ...column('new', 'a', 1_000), totalIsCapped: true };
  expect(totalOf(capped)).toBe('1,000+');
  expect(columnsAfterMove([capped], [prospect('a', 'replied')]).map(totalOf)).toEqual(['1,000+']);
});

test('a move decreases some stage counts and increases another', () => {
  const count = (id: Stage, count: number) => ({ id, count, name: '', position: 0 });
  const stages = [count('new', 3), count('contacted', 1), count('replied', 0)];
  const moved = [prospect('a', 'new'), prospect('b', 'contacted'), prospect('c', 'replied')];
  const { stages: after } = boardsAfterMove({ lists: [], tags: [], stages }, moved, 'replied');
  expect(after.map(({ count }) => count)).toEqual([2, 0, 2]);
});

test('days in a stage count from its last change, and for a new prospect from its creation', () => {
  const now = Date.parse('2026-03-05T09:00:00Z');
  const createdAt = '2026-03-01T10:00:00Z';
  const since = (stage: Stage, stageChangedAt: string | null) =>
    daysInStage({ stage, stageChangedAt, createdAt }, now);
  expect(since('new', null)).toBe(3);
  expect(since('meeting', '2026-03-04T10:00:00Z')).toBe(0);
  expect(since('meeting', null)).toBeNull();
});
