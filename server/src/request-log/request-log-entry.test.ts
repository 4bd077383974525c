import { allEndpoints, endpoints, manageEndpoints } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { exampleIds } from '../../../contract/src/example-ids.ts';
import { sampleRequests } from '../../test/sample-requests.ts';
import { outlineOf } from './request-log-entry.ts';

const { postLeads, postBulk, getProspects } = endpoints;
const lead = { fullName: 'Amara Okafor', email: 'amara@saltmarsh.example' };

describe('in the outline of a body', () => {
  test('text is replaced by its length, booleans are kept', () => {
    expect(outlineOf(postLeads.body, { leads: [lead], listName: 'Fair', dryRun: true })).toEqual({
      leads: [{ fullName: '(text of 12)', email: '(text of 23)' }],
      listName: '(text of 4)',
      dryRun: true,
    });
  });

  test('valid ids and enum values are kept', () => {
    const right = { action: 'stage', stage: 'replied', prospectIds: [exampleIds.amara] };
    expect(outlineOf(postBulk.body, right)).toEqual(right);
    const wrong = { action: 'Amara', stage: 'Okafor', prospectIds: ['amara@saltmarsh.example', 7] };
    expect(outlineOf(postBulk.body, wrong)).toEqual({
      action: '(text of 5)',
      stage: '(text of 6)',
      prospectIds: ['(text of 23)', '(number)'],
    });
  });

  test('the first five items of a long list and the number of the others are kept', () => {
    const prospectIds = Array.from({ length: 500 }, () => exampleIds.amara);
    expect(outlineOf(postBulk.body, { prospectIds })).toEqual({
      prospectIds: [...prospectIds.slice(0, 5), '(495 more)'],
    });
  });

  test('fields that are not in the contract are counted, whatever their name', () => {
    const sent = { leads: [{ ...lead, oc_a_secret: 1, __proto__x: 2 }], password: 'hunter2' };
    expect(outlineOf(postLeads.body, sent)).toEqual({
      leads: [{ fullName: '(text of 12)', email: '(text of 23)', '…': '(2 unknown)' }],
      '…': '(1 unknown)',
    });
    const inherited = JSON.parse('{ "toString": "x", "__proto__": { "a": 1 }, "constructor": 1 }');
    expect(outlineOf(postLeads.body, inherited)).toEqual({ '…': '(3 unknown)' });
  });

  test('a value of the wrong type is replaced by its type', () => {
    expect(outlineOf(postLeads.body, { leads: { 0: lead }, listName: ['Fair', 'x'] })).toEqual({
      leads: { '…': '(1 unknown)' },
      listName: '(list of 2)',
    });
    expect(outlineOf(postLeads.body, { leads: [{ phone: 491701234567 }] })).toEqual({
      leads: [{ phone: '(number)' }],
    });
  });

  test('unions, such as campaign steps, are outlined too', () => {
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

test('free text in a query is replaced by its length', () => {
  const asked = {
    q: 'okafor',
    stage: 'new,contacted',
    company: 'Saltmarsh',
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
    company: '(text of 9)',
    page: '(text of 18)',
    cursor: '(text of 3)',
    hasLinkedin: '(text of 5)',
  });
});

test('an outline is small, however large the request', () => {
  /** Nested lists are shorter, because their sizes multiply. */
  const swollen = (value: unknown, length = 100): unknown => {
    if (typeof value === 'string') return value.repeat(100);
    if (Array.isArray(value)) return Array.from({ length }, () => swollen(value[0], 5));
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([name, item]) => [name, swollen(item, length)]);
    const unknown = Array.from({ length: 100 }, (_, n) => [`unknown${n}`, 'x']);
    return Object.fromEntries([...fields, ...unknown]);
  };
  for (const endpoint of allEndpoints)
    for (const { body } of sampleRequests(endpoint)) {
      if (!endpoint.body) continue;
      const outline = JSON.stringify(outlineOf(endpoint.body, swollen(body)));
      expect(outline.length, endpoint.id).toBeLessThan(4_000);
    }
});
