import { expect, test } from 'vitest';
import { problems } from '../test/problems.ts';
import { eventBody, eventExample } from './event-body.ts';
import { eventKinds, events } from './events.ts';

test.each(eventKinds)('the example of %s is such an event', (kind) => {
  expect(problems(eventBody(kind), eventExample(kind))).toEqual([]);
});

test.each(eventKinds)('an event %s has nothing that it did not promise', (kind) => {
  const example = eventExample(kind);
  const data = { ...example.data, nobodyKnows: 1 };
  expect(problems(eventBody(kind), { ...example, data })).toEqual(['data']);
});

test.each(eventKinds.filter((kind) => kind !== 'quota.low' && kind !== 'webhook.test'))(
  'an event %s names its prospect',
  (kind) => {
    expect(Object.keys(events[kind].data.shape)).toContain('prospectId');
  },
);

test('a deletion tells the id and nothing else', () => {
  expect(Object.keys(events['prospect.deleted'].data.shape)).toEqual(['prospectId']);
});

test('an event of one kind is not taken for another', () => {
  const tagged = { ...eventExample('prospect.tagged'), type: 'prospect.untagged' };
  expect(problems(eventBody('prospect.tagged'), tagged)).toEqual(['type']);
});
