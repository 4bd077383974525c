import { type EventKind, eventDefinitions, eventKinds, type Prospect } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { originOf } from './origin.ts';
import { describeEntry, type TimelineEntry } from './timeline-labels.ts';

const nameOf = () => 'Ines';
const entryOf = (type: EventKind, more: object = {}) =>
  ({
    id: type,
    type,
    createdAt: '2026-03-05T14:02:38.204Z',
    actor: { kind: 'system', id: null },
    correlationId: null,
    previous: null,
    ...eventDefinitions[type].example,
    ...more,
  }) as unknown as TimelineEntry;

test('every event about a prospect has its own text', () => {
  const kinds = eventKinds.filter((kind) => 'prospectId' in eventDefinitions[kind].data.shape);
  const texts = kinds.map((kind) => describeEntry(entryOf(kind), nameOf).text);
  expect(new Set(texts).size).toBe(kinds.length);
  expect(texts).toContain('Added via extension (people search)');
  expect(texts).toContain('Moved from Interested to Meeting');
  expect(texts).toContain('Assigned to Ines');
  expect(texts).toContain('Added to list “Trade fair 2026”');
  expect(texts).toContain(
    'Title changed from “Head of Procurement” to “Chief Procurement Officer”',
  );
});

test('several simultaneous changes are listed one by one', () => {
  const previous = { title: 'Buyer', phone: '+49 30 1234', locationName: null };
  expect(describeEntry(entryOf('prospect.updated', { previous }), nameOf)).toEqual({
    text: '3 fields changed',
    details: [
      'Title changed from “Buyer” to “Chief Procurement Officer”',
      'Phone “+49 30 1234” removed',
      'Location set to “Lagos”',
    ],
  });
});

test('a value comes from the source of the research, or from the latest change', () => {
  const change = entryOf('prospect.updated');
  const prospect = {
    id: change.data.prospectId,
    title: 'Chief Procurement Officer',
    locationName: 'Lagos',
    enrichment: {
      filled: [{ field: 'locationName', value: 'Lagos', source: 'https://a.example' }],
    },
  } as Prospect;
  const origin = (field: 'title' | 'locationName' | 'email', whose = prospect) =>
    originOf(whose, field, [change]);
  expect(origin('locationName')).toEqual({ kind: 'research', page: 'https://a.example' });
  expect(origin('title')).toEqual({ kind: 'change', at: change.createdAt, actor: change.actor });
  expect(origin('email')).toBeNull();
  // Later changes hide the research, and changes to other prospects do not count.
  expect(origin('locationName', { ...prospect, locationName: 'Abuja' })).toBeNull();
  expect(origin('title', { ...prospect, id: 'another' })).toBeNull();
});
