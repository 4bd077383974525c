import { expect, test } from 'vitest';
import { eventDefinitions, eventKinds } from './events.ts';
import { eventsPage } from './events-page.ts';

const page = eventsPage();
const sectionOf = (kind: string) => page.split(`\n## ${kind}\n`)[1]!.split('\n## ')[0]!;

/** Every field path in a value, as the page writes it. */
function* fieldPathsIn(value: unknown, path = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    const inner = Array.isArray(value) ? `${path}[]` : path === '' ? name : `${path}.${name}`;
    if (!Array.isArray(value)) yield inner;
    yield* fieldPathsIn(item, inner);
  }
}

test.each(eventKinds)('%s is shown with every field of its example', (kind) => {
  const { example, summary } = eventDefinitions[kind];
  const section = sectionOf(kind);
  expect(section).toContain(summary);
  expect(section).toContain(JSON.stringify(example, null, 2));
  for (const path of fieldPathsIn(example))
    if (path.includes('.')) expect(section).toContain(`| \`${path}\` | `);
});

test('every field has a readable type', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows.length).toBeGreaterThan(50);
  for (const row of rows) expect(row).not.toMatch(/undefined|\[object|string|\| *\|/);
});
