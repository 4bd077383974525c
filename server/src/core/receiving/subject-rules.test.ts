import { expect, test } from 'vitest';
import { baseSubject } from './subject-rules.ts';

const prefixes =
  'Re RE Aw Antw SV VS Odp RES RIF Ynt Vá ΑΠ На Ответ 回复 回覆 답장 תשובה رد Fwd WG 転送'.split(
    ' ',
  );

test.each([
  ...prefixes.map((prefix) => `${prefix}: Sensors`),
  ...['AW:Sensors', 'RE[2]: Sensors', 'Re (3): Sensors', 'Re^2: Sensors', 'TR : Sensors'],
  ...[
    'Re: AW: Fwd: Sensors',
    '[EXTERN] Re: Sensors',
    'Re: [External] Sensors',
    '  re:   sensors  ',
  ],
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
