import { expect, test } from 'vitest';
import { splitQuoted } from './quoted-text.ts';

test.each<[string, string, string, string]>([
  ['no quote', 'Tuesday works.\n\nInes', 'Tuesday works.\n\nInes', ''],
  [
    'a quote with its introduction',
    'Yes.\n\nOn Mon, Nov 16, 2026 Ines Duarte wrote:\n> Hello\n>\n> Ines',
    'Yes.',
    'On Mon, Nov 16, 2026 Ines Duarte wrote:\n> Hello\n>\n> Ines',
  ],
  [
    'an introduction of two lines',
    'Yes.\nOn Mon, Nov 16, 2026 at 10:02 Ines Duarte <ines@fernhill.example>\nwrote:\n\n> Hello',
    'Yes.',
    'On Mon, Nov 16, 2026 at 10:02 Ines Duarte <ines@fernhill.example>\nwrote:\n\n> Hello',
  ],
  [
    'answers between quoted lines stay',
    '> When?\nTuesday.\n> Where?\nHere.',
    '> When?\nTuesday.\n> Where?\nHere.',
    '',
  ],
  [
    'a message below a separator',
    'Yes.\r\n\r\n-----Original Message-----\r\nFrom: Ines\r\nHello',
    'Yes.',
    '-----Original Message-----\nFrom: Ines\nHello',
  ],
  ['only a quote', '> Hello', '> Hello', ''],
])('%s', (_, text, own, quoted) => {
  expect(splitQuoted(text)).toEqual({ own, quoted });
});
