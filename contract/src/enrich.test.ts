import { expect, test } from 'vitest';
import { astral, ids, problems, someId } from '../test/problems.ts';
import { postEnrich } from './enrich.ts';

const { body } = postEnrich;

test('enrichment defaults to research without the workspace’s instructions', () => {
  expect(body.parse({ prospectIds: [someId] })).toEqual({
    prospectIds: [someId],
    mode: 'enrich_only',
    useWorkspaceInstructions: false,
  });
});

test('enrichment takes 1 to 100 prospects', () => {
  expect(problems(body, {})).toEqual(['prospectIds']);
  expect(problems(body, { prospectIds: [] })).toEqual(['prospectIds']);
  expect(problems(body, { prospectIds: ids(100) })).toEqual([]);
  expect(problems(body, { prospectIds: ids(101) })).toEqual(['prospectIds']);
});

test('a prompt has at most 2,000 characters', () => {
  const prompted = (customPrompt: string) =>
    problems(body, { prospectIds: [someId], customPrompt });
  expect(prompted(astral.repeat(2000))).toEqual([]);
  expect(prompted(astral.repeat(2001))).toEqual(['customPrompt']);
});

test('enrichment does not convert values', () => {
  const request = {
    prospectIds: someId,
    mode: 'research',
    useWorkspaceInstructions: 1,
    customPrompt: ['a'],
    allowPartial: 'true',
  };
  expect(problems(body, request).sort()).toEqual(Object.keys(request).sort());
});
