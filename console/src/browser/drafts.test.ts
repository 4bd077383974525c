import { expect, test } from 'vitest';
import { deleteDrafts, readDraft, setDraft } from './drafts.ts';

test('a draft is kept until it is emptied, and the oldest of too many is dropped', () => {
  for (let n = 0; n <= 200; n++) setDraft(`id-${n}`, `text ${n}`);
  expect(readDraft('id-0')).toBe('');
  expect(readDraft('id-1')).toBe('text 1');
  setDraft('id-200', '');
  expect(readDraft('id-200')).toBe('');
  deleteDrafts();
  expect(readDraft('id-1')).toBe('');
});
