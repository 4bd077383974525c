import { allEndpoints } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { suggestPath } from './near-path.ts';

test.each([
  ['/api/v1/ext/session/', '/api/v1/ext/session'],
  ['/api/v1/ext//session', '/api/v1/ext/session'],
  ['//api/v1/ext/session', '/api/v1/ext/session'],
  ['/api/v1/ext/Session', '/api/v1/ext/session'],
  ['/API/V1/EXT/SESSION', '/api/v1/ext/session'],
  ['/api/v1/manage/lists/x/', '/api/v1/manage/lists/{listId}'],
])('%s is similar to %s', (path, suggestion) => {
  expect(suggestPath(path, allEndpoints)).toContain(`Did you mean ${suggestion}?`);
});

test.each(['/api/v1/ext/nothing', '/', '//', '/api/v1/ext'])('%s is similar to no path', (path) => {
  expect(suggestPath(path, allEndpoints)).toBeUndefined();
});
