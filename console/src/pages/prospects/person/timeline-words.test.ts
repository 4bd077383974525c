import { type EventKind, eventKinds, events, type Prospect } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { originOf } from './origin.ts';
import { type Entry, told } from './timeline-words.ts';

const entryOf = (type: EventKind, more: object = {}) =>
  ({
    id: type,
    type,
    createdAt: '2026-03-05T14:02:38.204Z',
    actor: { kind: 'system', id: null },
    correlationId: null,
    previous: null,
    ...events[type].example,
    ...more,
  }) as unknown as Entry;

test('every kind of event about a person has words of its own', () => {
  const kinds = eventKinds.filter((kind) => 'prospectId' in events[kind].data.shape);
  const texts = kinds.map((kind) => told(entryOf(kind)).text);
  expect(new Set(texts).size).toBe(kinds.length);
  expect(texts).toContain('Added from a people search, with the extension');
  expect(texts).toContain('Moved from Interested to Meeting');
  expect(texts).toContain('Joined the list “Trade fair 2026”');
  expect(texts).toContain(
    'Title changed from “Head of Procurement” to “Chief Procurement Officer”',
  );
});

test('several changes at once are told one by one', () => {
  const previous = { title: 'Buyer', phone: '+49 30 1234', locationName: null };
  expect(told(entryOf('prospect.updated', { previous }))).toEqual({
    text: '3 fields changed',
    details: [
      'Title changed from “Buyer” to “Chief Procurement Officer”',
      'Phone “+49 30 1234” was removed',
      'Location is now “Lagos”',
    ],
  });
});

test('a value comes from the page that research read, or from whoever changed it last', () => {
  const change = entryOf('prospect.updated');
  const person = {
    id: change.data.prospectId,
    title: 'Chief Procurement Officer',
    locationName: 'Lagos',
    enrichment: {
      filled: [{ field: 'locationName', value: 'Lagos', source: 'https://a.example' }],
    },
  } as Prospect;
  const origin = (field: 'title' | 'locationName' | 'email', whose = person) =>
    originOf(whose, field, [change]);
  expect(origin('locationName')).toEqual({ kind: 'research', page: 'https://a.example' });
  expect(origin('title')).toEqual({ kind: 'change', at: change.createdAt, actor: change.actor });
  expect(origin('email')).toBeNull();
  // What was changed since is no longer what research found, nor is the other record's change ours.
  expect(origin('locationName', { ...person, locationName: 'Abuja' })).toBeNull();
  expect(origin('title', { ...person, id: 'another' })).toBeNull();
});
