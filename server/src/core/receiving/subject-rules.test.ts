import { expect, test } from 'vitest';
import { baseSubject } from './subject-rules.ts';

test.each([
  ...[
    'Re: Sensors',
    'RE: Sensors',
    'Aw: Sensors',
    'AW:Sensors',
    'Antw: Sensors',
    'SV: Sensors',
    'VS: Sensors',
  ],
  ...[
    'Odp: Sensors',
    'RES: Sensors',
    'RIF: Sensors',
    'Ynt: Sensors',
    'Vá: Sensors',
    'ΑΠ: Sensors',
    'На: Sensors',
  ],
  ...[
    'Ответ: Sensors',
    '回复:Sensors',
    '回覆: Sensors',
    '답장: Sensors',
    'תשובה: Sensors',
    'رد: Sensors',
  ],
  ...['RE[2]: Sensors', 'Re (3): Sensors', 'Re^2: Sensors', 'Re: AW: SV: Sensors', 'RE : Sensors'],
  ...['Fwd: Sensors', 'WG: Sensors', 'TR : Sensors', 'Re: Fwd: Sensors', '転送: Sensors'],
  ...['[EXTERN] Re: Sensors', 'Re: [External] Sensors', '  re:   sensors  '],
])('"%s" answers "Sensors"', (subject) => {
  expect(baseSubject(subject)).toBe('sensors');
});

test.each(['Report: Sensors', 'Sensors: Re', 'Area: Sensors', 'Resensors', 'Re Sensors'])(
  '"%s" is a subject of its own',
  (subject) => {
    expect(baseSubject(subject)).toBe(subject.toLowerCase());
  },
);

test('a subject of prefixes only is empty', () => {
  expect(baseSubject('Re: Fwd:')).toBe('');
});
