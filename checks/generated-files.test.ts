import { expect, test } from 'vitest';
import { endpointIndex } from './endpoint-index.ts';
import { findHandlers, handlerProblems, routeIndex } from './route-index.ts';

const declaration = (id: string, file: string, topic = 'Tasks') =>
  ({ api: 'manage', id, file, topic }) as const;
const linesOf = (index: string) =>
  index.split('\n').flatMap((line) => (line.startsWith('  get') ? [line.trim()] : []));

test('a new endpoint comes last in its topic, and the others keep their places', () => {
  const before = [
    declaration('getTasks', 'manage/tasks.ts'),
    declaration('getTask', 'manage/b.ts'),
  ];
  const index = endpointIndex(before, '');
  const moved = index.replace('  getTasks,\n  getTask,', '  getTask,\n  getTasks,');
  const after = [
    declaration('getAudit', 'manage/a.ts', 'Workspace'),
    declaration('getTaskHints', 'manage/a.ts'),
    ...before,
  ];
  const current = endpointIndex(after, moved);
  expect(linesOf(current)).toEqual(['getTask,', 'getTasks,', 'getTaskHints,', 'getAudit,']);
  expect(endpointIndex(after, current)).toBe(current);
});

test('an operation that two APIs have is imported under two names', () => {
  const index = endpointIndex(
    [
      { api: 'ext', id: 'getBoards', topic: 'People', file: 'boards.ts' },
      declaration('getBoards', 'manage/boards.ts', 'Lists and tags'),
    ],
    '',
  );
  expect(index).toContain("import { getBoards as extGetBoards } from './boards.ts';");
  expect(linesOf(index)).toEqual(['getBoards: extGetBoards,', 'getBoards: manageGetBoards,']);
});

const endpoint = { api: 'manage', id: 'getThings', method: 'GET', path: '/things' } as const;
const problemsWith = (...files: string[]) =>
  handlerProblems(findHandlers([endpoint], new Map(files.length ? [['getThings', files]] : [])));

test('an endpoint has exactly one handler', () => {
  expect(problemsWith('things/get-things.ts')).toEqual([]);
  expect(problemsWith()).toEqual([
    'GET /api/v1/manage/things has no handler: export a function named getThings in a folder of server/src',
  ]);
  expect(problemsWith('things/a.ts', 'things/b.ts')).toEqual([
    'GET /api/v1/manage/things has several handlers named getThings: things/a.ts, things/b.ts',
  ]);
});

test('a handler serves two APIs unless the manage API has its own', () => {
  const endpoints = [{ ...endpoint, api: 'ext' as const }, endpoint];
  const shared = new Map([['getThings', ['things/get-things.ts']]]);
  const own = new Map([...shared, ['manageGetThings', ['things/manage-get-things.ts']]]);
  expect(routeIndex(findHandlers(endpoints, shared)).match(/ {4}getThings,/g)).toHaveLength(2);
  expect(routeIndex(findHandlers(endpoints, own))).toContain('    getThings: manageGetThings,');
});
