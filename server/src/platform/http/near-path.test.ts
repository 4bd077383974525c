import { lines } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { nearPath } from './near-path.ts';

test.each([
  ['/api/v1/ext/session/', '/api/v1/ext/session'],
  ['/api/v1/ext//session', '/api/v1/ext/session'],
  ['//api/v1/ext/session', '/api/v1/ext/session'],
  ['/api/v1/ext/Session', '/api/v1/ext/session'],
  ['/API/V1/EXT/SESSION', '/api/v1/ext/session'],
  ['/api/v1/manage/lists/x/', '/api/v1/manage/lists/{listId}'],
])('%s is near %s', (path, meant) => {
  expect(nearPath(path, lines)).toContain(`Did you mean ${meant}?`);
});

test.each(['/api/v1/ext/nothing', '/', '//', '/api/v1/ext'])('%s is near nothing', (path) => {
  expect(nearPath(path, lines)).toBeUndefined();
});
