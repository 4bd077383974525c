import { describe, expect, test } from 'vitest';
import { cpuGrowth, linear } from '../../../contract/test/cpu-growth.ts';
import { decodeHidden, normalizeText, onlyLetters, toLatin } from './normalize-text.ts';
import { reasonToReject } from './output-guard.ts';
import { findInstruction } from './prompt-injection.ts';

/** If these are repeated, careless patterns take quadratic time. */
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

describe('a text is checked in linear time', () => {
  const checks: Record<string, (text: string) => unknown> = {
    normalized: normalizeText,
    latin: toLatin,
    letters: onlyLetters,
    decoded: decodeHidden,
    'an instruction in a profile': (text) => findInstruction(text, 'profile'),
    'an instruction on a page': (text) => findInstruction(text, 'page'),
  };
  test.each(Object.keys(checks))('%s', async (name) => {
    for (const part of parts)
      expect(
        await cpuGrowth((length) => checks[name]!(textOf(part, length)), 8_000),
        JSON.stringify(part),
      ).toBeLessThan(linear);
  });
});

const guardContext = {
  data: 'Saltmarsh',
  wishes: 'a.com '.repeat(300),
  system: 'You write',
  marker: 'm',
};

test('model output is limited in length before it is checked, and checked in linear time below the limit', async () => {
  for (const part of parts) {
    expect(reasonToReject(textOf(part, 1_000_000), guardContext)).toBe('it is too long');
    const growth = await cpuGrowth(
      (length) => reasonToReject(textOf(part, length), guardContext),
      1_200,
    );
    expect(growth, JSON.stringify(part)).toBeLessThan(linear);
  }
});
