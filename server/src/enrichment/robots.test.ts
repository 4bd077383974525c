import { expect, test } from 'vitest';
import { allowedAddresses } from './reading-task.ts';

const isAllowed = (robots: string, agent: string, path: string) =>
  allowedAddresses(robots, agent, [`https://saltmarsh.example${path}`]).length === 1;

const rules = [
  '# hello',
  'User-agent: *',
  'Disallow: /private',
  'Disallow: /*.pdf$',
  'Allow: /private/press',
  '',
  'User-agent: evilbot',
  'User-agent: worsebot/2',
  'Disallow: /',
].join('\n');

test.each([
  ['OutcropResearch', '/', true],
  ['OutcropResearch', '/private/team', false],
  ['OutcropResearch', '/private/press/1', true],
  ['OutcropResearch', '/a/b.pdf', false],
  ['OutcropResearch', '/a/b.pdf?x', true],
  ['WorseBot', '/', false],
])('robots.txt is interpreted according to its standard: %s and %s', (agent, path, expected) => {
  expect(isAllowed(rules, agent, path)).toBe(expected);
});

test('a specific group wins over the general one, and rules outside of groups are ignored', () => {
  const own = 'User-agent: outcropresearch\nDisallow: /\n\nUser-agent: *\nAllow: /';
  expect(isAllowed(own, 'OutcropResearch', '/x')).toBe(false);
  expect(isAllowed('', 'OutcropResearch', '/')).toBe(true);
  expect(isAllowed('Disallow: /\nUser-agent: *\nDisallow:', 'OutcropResearch', '/x')).toBe(true);
});

test('returns the pages that may be read', () => {
  const pages = ['https://a.example/private/x', 'https://www.a.example/team?x=1'];
  expect(allowedAddresses(rules, 'OutcropResearch', pages)).toEqual([
    'https://www.a.example/team?x=1',
  ]);
});
