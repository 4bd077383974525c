import { expect, test } from 'vitest';
import { astral, ids, problems, someId } from '../test/problems.ts';
import { postBulk } from './bulk.ts';

const { body } = postBulk;
const prospectIds = [someId];

test('a bulk action takes 1 to 500 prospects', () => {
  const remove = (prospectIds: string[]) => problems(body, { action: 'delete', prospectIds });
  expect(remove([])).toEqual(['prospectIds']);
  expect(remove(ids(1))).toEqual([]);
  expect(remove(ids(500))).toEqual([]);
  expect(remove(ids(501))).toEqual(['prospectIds']);
});

test.each([
  ['tag', 'tagId'],
  ['untag', 'tagId'],
  ['stage', 'stage'],
  ['add_to_list', 'listId'],
  ['remove_from_list', 'listId'],
])('%s without its field is a problem on %s', (action, field) => {
  expect(problems(body, { action, prospectIds })).toEqual([field]);
});

test.each(['suppress', 'unsuppress', 'delete'])('%s needs no other fields', (action) => {
  expect(problems(body, { action, prospectIds })).toEqual([]);
});

test('a tag or list is accepted by id, by name, or both', () => {
  const tag = { action: 'tag', prospectIds };
  expect(problems(body, { ...tag, tagId: someId })).toEqual([]);
  expect(problems(body, { ...tag, tagName: astral.repeat(200) })).toEqual([]);
  expect(problems(body, { ...tag, tagId: someId, tagName: 'Hot' })).toEqual([]);
  expect(problems(body, { ...tag, tagName: astral.repeat(201) })).toEqual(['tagName']);
  const list = { action: 'remove_from_list', prospectIds };
  expect(problems(body, { ...list, listName: astral.repeat(200) })).toEqual([]);
  expect(problems(body, { ...list, listName: astral.repeat(201) })).toEqual(['listName']);
});

test('a malformed field is reported once', () => {
  expect(problems(body, { action: 'tag', prospectIds, tagId: 'x' })).toEqual(['tagId']);
  expect(problems(body, { action: 'stage', prospectIds, stage: 'won' })).toEqual(['stage']);
});

test('a missing field is reported together with other problems', () => {
  expect(problems(body, { action: 'stage', prospectIds: ['x'] })).toEqual([
    'prospectIds.0',
    'stage',
  ]);
  expect(problems(body, { action: 'tag', dryRun: 1 })).toEqual(['prospectIds', 'dryRun', 'tagId']);
});

test('fields of other actions are ignored, even malformed ones', () => {
  const request = {
    action: 'stage',
    prospectIds,
    stage: 'meeting',
    tagId: 'x',
    tagName: 7,
    listId: someId,
    listName: 'Trade fair 2026',
  };
  expect(body.parse(request)).toEqual({ action: 'stage', prospectIds, stage: 'meeting' });
  expect(body.parse({ ...request, action: 'delete', stage: 'won' })).toEqual({
    action: 'delete',
    prospectIds,
  });
});

test('the request object is not modified', () => {
  const request = { action: 'delete', prospectIds, tagId: 'x' };
  body.parse(request);
  expect(request).toEqual({ action: 'delete', prospectIds, tagId: 'x' });
});

test.each([undefined, 'merge', 'toString', '__proto__', 7, null, ['tag'], Object.create(null)])(
  '%j is not an action',
  (action) => {
    expect(problems(body, { action, prospectIds: 'x', tagId: 'x' })).toEqual([
      'action',
      'prospectIds',
    ]);
  },
);
