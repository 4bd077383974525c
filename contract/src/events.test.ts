import { expect, test } from 'vitest';
import { problems } from '../test/problems.ts';
import { eventBody, eventExample } from './event-body.ts';
import { eventDefinitions, eventKinds } from './events.ts';

test.each(eventKinds)('the example of %s matches its schema', (kind) => {
  expect(problems(eventBody(kind), eventExample(kind))).toEqual([]);
});

test.each(eventKinds)('an event %s rejects unknown fields', (kind) => {
  const example = eventExample(kind);
  const data = { ...example.data, unknownKey: 1 };
  expect(problems(eventBody(kind), { ...example, data })).toEqual(['data']);
});

const withoutProspect: string[] = [
  'quota.low',
  'webhook.test',
  'mailbox.failing',
  'campaign.paused',
];

test.each(eventKinds.filter((kind) => !withoutProspect.includes(kind)))(
  'an event %s has a prospect id',
  (kind) => {
    expect(Object.keys(eventDefinitions[kind].data.shape)).toContain('prospectId');
  },
);

test('a deletion has ids and nothing else', () => {
  expect(Object.keys(eventDefinitions['prospect.deleted'].data.shape)).toEqual([
    'prospectId',
    'mergedInto',
  ]);
});

test('an event of one type is not accepted as another', () => {
  const tagged = { ...eventExample('prospect.tagged'), type: 'prospect.untagged' };
  expect(problems(eventBody('prospect.tagged'), tagged)).toEqual(['type']);
});
