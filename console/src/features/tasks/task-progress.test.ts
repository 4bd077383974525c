import { describe, expect, test } from 'vitest';
import { progressText } from './task-progress.ts';

const startedAt = Date.parse('2026-03-05T14:00:00Z');
const running = {
  status: 'running',
  total: 500,
  done: 312,
  failed: 9,
  error: null,
  startedAt: new Date(startedAt).toISOString(),
  finishedAt: null,
} as const;
const after = (seconds: number) => startedAt + seconds * 1_000;

describe('the progress text shows', () => {
  test('what is done, what failed and the time left', () => {
    expect(progressText(running, after(66))).toBe('312 of 500 · 9 failed · about 40 s');
    expect(progressText({ ...running, failed: 0 }, after(660))).toBe('312 of 500 · about 7 min');
  });

  test('no time left before anything is done', () => {
    expect(progressText({ ...running, done: 0, failed: 0 }, after(5))).toBe('0 of 500');
    expect(progressText({ ...running, total: null, failed: 0 }, after(5))).toBe('312 done');
  });

  test('the outcome of a finished task', () => {
    const ended = { ...running, done: 1_240, total: 1_240, failed: 0 };
    expect(progressText({ ...ended, status: 'done' }, after(9))).toBe('1,240 of 1,240');
    expect(progressText({ ...running, status: 'cancelled' }, after(9))).toBe(
      'Canceled · 312 of 500 · 9 failed',
    );
    expect(
      progressText({ ...running, status: 'failed', error: 'The file no longer exists.' }, 0),
    ).toBe('The file no longer exists.');
    expect(progressText({ ...running, status: 'queued' }, 0)).toBe('Queued');
  });
});
