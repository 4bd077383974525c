import { expect, test } from 'vitest';
import { allowedBy } from './robots.ts';

const isAllowed = (robots: string, agent: string, path: string) =>
  allowedBy(robots, agent, [`https://saltmarsh.example${path}`]).length === 1;

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
])('robots.txt is read as its standard says: %s and %s', (agent, path, expected) => {
  expect(isAllowed(rules, agent, path)).toBe(expected);
});

test('a group of its own comes before the group for all, and rules outside of groups say nothing', () => {
  const own = 'User-agent: outcropresearch\nDisallow: /\n\nUser-agent: *\nAllow: /';
  expect(isAllowed(own, 'OutcropResearch', '/x')).toBe(false);
  expect(isAllowed('', 'OutcropResearch', '/')).toBe(true);
  expect(isAllowed('Disallow: /\nUser-agent: *\nDisallow:', 'OutcropResearch', '/x')).toBe(true);
});

test('of several pages those are named that may be read', () => {
  const pages = ['https://a.example/private/x', 'https://www.a.example/team?x=1'];
  expect(allowedBy(rules, 'OutcropResearch', pages)).toEqual(['https://www.a.example/team?x=1']);
});
