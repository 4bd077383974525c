import { describe, expect, test } from 'vitest';
import { cpuGrowth } from '../../../contract/test/cpu-growth.ts';
import { instructionIn } from './instructions-in-text.ts';
import { decoded, latin, letters, plain } from './plain-form.ts';
import { objectionTo } from './what-may-be-kept.ts';

/** What makes a careless pattern take time with the square of the text. */
const parts = [
  'a',
  ' ',
  '\n',
  '.',
  '@',
  '[',
  '<',
  '`',
  '://',
  'a.',
  'a@a',
  '+1 ',
  '00 1 ',
  '12 3',
  '&#1',
  '%AA',
  '%41',
  '_X',
  '__',
  '.,;',
  'x-a',
  'x-: ',
  '\u0316\u0301',
  'q\u0316',
  'aGVs+/',
  'ff00',
  'ignoriere_',
  'ignore ',
  'ignore all ',
  'ignore all previous ',
  'ignoreall',
  'vergiss alle_',
  'antworte nur ',
  'respond only ',
  'output just exactly ',
  'you are now ',
  'from now on ',
  'system : ',
  '忽略',
  'تجاهل ',
];

const textOf = (part: string, length: number) => part.repeat(length).slice(0, length);

describe('a text of twice the length takes at most 2.5 times the CPU to check [research.linear]', () => {
  const checks: Record<string, (text: string) => unknown> = {
    plain,
    latin,
    letters,
    decoded,
    'an instruction in a profile': (text) => instructionIn(text, 'profile'),
    'an instruction on a page': (text) => instructionIn(text, 'page'),
  };
  test.each(Object.keys(checks))('%s', async (name) => {
    for (const part of parts)
      expect(
        await cpuGrowth((length) => checks[name]!(textOf(part, length)), 4_000),
        JSON.stringify(part),
      ).toBeLessThan(2.5);
  });
});

const given = { data: 'Saltmarsh', wishes: 'a.com '.repeat(300), system: 'You write', marker: 'm' };

test('what a model wrote is bounded before it is looked at, and takes time in proportion below the bound [research.linear]', async () => {
  for (const part of parts) {
    expect(objectionTo(textOf(part, 1_000_000), given)).toBe('it is too long');
    const growth = await cpuGrowth((length) => objectionTo(textOf(part, length), given), 600);
    expect(growth, JSON.stringify(part)).toBeLessThan(2.5);
  }
});
