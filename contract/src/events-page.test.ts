import { expect, test } from 'vitest';
import { eventKinds, events } from './events.ts';
import { eventsPage } from './events-page.ts';

const page = eventsPage();
const sectionOf = (kind: string) => page.split(`\n## ${kind}\n`)[1]!.split('\n## ')[0]!;

/** Every place in a value, as the page writes it. */
function* placesIn(value: unknown, place = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    const inner = Array.isArray(value) ? `${place}[]` : place === '' ? name : `${place}.${name}`;
    if (!Array.isArray(value)) yield inner;
    yield* placesIn(item, inner);
  }
}

test.each(eventKinds)('%s is shown with every field of its example [events.schemas]', (kind) => {
  const { example, summary } = events[kind];
  const section = sectionOf(kind);
  expect(section).toContain(summary);
  expect(section).toContain(JSON.stringify(example, null, 2));
  for (const place of placesIn(example))
    if (place.includes('.')) expect(section).toContain(`| \`${place}\` | `);
});

test('no field is left without a word for what it is', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows.length).toBeGreaterThan(50);
  for (const row of rows) expect(row).not.toMatch(/undefined|\[object|string|\| *\|/);
});
