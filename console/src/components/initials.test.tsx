import { expect, test } from 'vitest';
import { initialsOf } from './initials.tsx';

test('initials are letters or digits of the first and last word, in any script', () => {
  expect(initialsOf('Amara Okafor')).toBe('AO');
  expect(initialsOf('Ana de la Cruz')).toBe('AC');
  expect(initialsOf('zoë')).toBe('Z');
  expect(initialsOf('amara@saltmarsh.example')).toBe('A');
  expect(initialsOf('李 小龍')).toBe('李小');
  expect(initialsOf('<img src=x>')).toBe('IS');
  expect(initialsOf('😀')).toBe('?');
});
