import { describe, expect, test } from 'vitest';
import { progressOf } from './task-progress.ts';

const began = Date.parse('2026-03-05T14:00:00Z');
const running = {
  status: 'running',
  total: 500,
  done: 312,
  failed: 9,
  error: null,
  startedAt: new Date(began).toISOString(),
  finishedAt: null,
} as const;
const after = (seconds: number) => began + seconds * 1_000;

describe('a task tells', () => {
  test('how far it is, what failed and how long it will take', () => {
    expect(progressOf(running, after(66))).toBe('312 of 500 · 9 failed · about 40 s');
    expect(progressOf({ ...running, failed: 0 }, after(660))).toBe('312 of 500 · about 7 min');
  });

  test('nothing about time before it has done something', () => {
    expect(progressOf({ ...running, done: 0, failed: 0 }, after(5))).toBe('0 of 500');
    expect(progressOf({ ...running, total: null, failed: 0 }, after(5))).toBe('312 done');
  });

  test('what came of it at the end', () => {
    const ended = { ...running, done: 1_240, total: 1_240, failed: 0 };
    expect(progressOf({ ...ended, status: 'done' }, after(9))).toBe('1,240 of 1,240');
    expect(progressOf({ ...running, status: 'cancelled' }, after(9))).toBe(
      'cancelled · 312 of 500 · 9 failed',
    );
    expect(progressOf({ ...running, status: 'failed', error: 'The file is gone.' }, 0)).toBe(
      'The file is gone.',
    );
    expect(progressOf({ ...running, status: 'queued' }, 0)).toBe('waiting to begin');
  });
});
