import { endpoints, lines, manageEndpoints } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { exampleIds } from '../../../contract/src/example-ids.ts';
import { samplesOf } from '../../test/samples.ts';
import { outlineOf } from './outline.ts';

const { postLeads, postBulk, getProspects } = endpoints;
const lead = { fullName: 'Amara Okafor', email: 'amara@saltmarsh.example' };

describe('of a body [request-log.outline]', () => {
  test('text is told by its length, yes and no as they are', () => {
    expect(outlineOf(postLeads.body, { leads: [lead], listName: 'Fair', dryRun: true })).toEqual({
      leads: [{ fullName: '(text of 12)', email: '(text of 23)' }],
      listName: '(text of 4)',
      dryRun: true,
    });
  });

  test('ids and words from a list are told as they are, if they are right', () => {
    const right = { action: 'stage', stage: 'replied', prospectIds: [exampleIds.amara] };
    expect(outlineOf(postBulk.body, right)).toEqual(right);
    const wrong = { action: 'Amara', stage: 'Okafor', prospectIds: ['amara@saltmarsh.example', 7] };
    expect(outlineOf(postBulk.body, wrong)).toEqual({
      action: '(text of 5)',
      stage: '(text of 6)',
      prospectIds: ['(text of 23)', '(number)'],
    });
  });

  test('of a long list the first five items are told, and how many follow', () => {
    const prospectIds = Array.from({ length: 500 }, () => exampleIds.amara);
    expect(outlineOf(postBulk.body, { prospectIds })).toEqual({
      prospectIds: [...prospectIds.slice(0, 5), '(495 more)'],
    });
  });

  test('fields that the contract does not know are counted, whatever they are called', () => {
    const sent = { leads: [{ ...lead, oc_a_secret: 1, __proto__x: 2 }], password: 'hunter2' };
    expect(outlineOf(postLeads.body, sent)).toEqual({
      leads: [{ fullName: '(text of 12)', email: '(text of 23)', '…': '(2 unknown)' }],
      '…': '(1 unknown)',
    });
    const inherited = JSON.parse('{ "toString": "x", "__proto__": { "a": 1 }, "constructor": 1 }');
    expect(outlineOf(postLeads.body, inherited)).toEqual({ '…': '(3 unknown)' });
  });

  test('a value of the wrong kind is told by what it is', () => {
    expect(outlineOf(postLeads.body, { leads: { 0: lead }, listName: ['Fair', 'x'] })).toEqual({
      leads: { '…': '(1 unknown)' },
      listName: '(list of 2)',
    });
    expect(outlineOf(postLeads.body, { leads: [{ phone: 491701234567 }] })).toEqual({
      leads: [{ phone: '(number)' }],
    });
  });

  test('what differs by its kind, such as the steps of a campaign, is told like the rest', () => {
    const steps = [
      { kind: 'email', subject: 'Hello', body: 'Hello' },
      { kind: 'wait', days: 3 },
    ];
    expect(outlineOf(manageEndpoints.postCampaign.body, { name: 'Fair', steps })).toEqual({
      name: '(text of 4)',
      steps: [
        { kind: 'email', subject: '(text of 5)', body: '(text of 5)' },
        { kind: 'wait', days: 3 },
      ],
    });
  });
});

test('of a query, what can be anything is told by its length [request-log.outline]', () => {
  const asked = {
    q: 'okafor',
    stage: 'new',
    listId: exampleIds.list.toUpperCase(),
    hasEmail: 'true',
    pageSize: '25',
    page: '491701234567999999',
    createdFrom: '2026-03-01',
    createdTo: '2026-03-01T09:00:00+01:00',
    cursor: 'abc',
    hasLinkedin: 'amara',
  };
  expect(outlineOf(getProspects.query, asked)).toEqual({
    ...asked,
    q: '(text of 6)',
    page: '(text of 18)',
    cursor: '(text of 3)',
    hasLinkedin: '(text of 5)',
  });
});

test('however much is sent, an outline is small [request-log.never-in-the-way]', () => {
  const swollen = (value: unknown): unknown => {
    if (typeof value === 'string') return value.repeat(100);
    if (Array.isArray(value)) return Array.from({ length: 500 }, () => swollen(value[0]));
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([name, item]) => [name, swollen(item)]);
    const unknown = Array.from({ length: 500 }, (_, n) => [`unknown${n}`, 'x']);
    return Object.fromEntries([...fields, ...unknown]);
  };
  for (const line of lines)
    for (const { body } of samplesOf(line)) {
      if (!line.body) continue;
      const outline = JSON.stringify(outlineOf(line.body, swollen(body)));
      expect(outline.length, line.id).toBeLessThan(4_000);
    }
});
