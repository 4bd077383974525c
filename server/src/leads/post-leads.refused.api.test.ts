import { describe, expect, test } from 'vitest';
import { leadsClient, newLeads } from '../../test/leads-client.ts';
import { testService } from '../../test/service.ts';

const service = await testService();
const good = { email: 'good@acme.example' };

describe('422', () => {
  test('one request accepts 1 to 100 leads [leads.max-100]', async () => {
    const { post, prospects } = await leadsClient(service);
    for (const [leads, message] of [
      [[], 'must have at least 1 item'],
      [newLeads(101), 'must have at most 100 items'],
      [Array(101).fill(good), 'must have at most 100 items'],
      [undefined, 'is required'],
      [good, 'must be an array'],
    ] as const)
      for (const onInvalid of ['fail', 'skip']) {
        const { status, error } = await post(leads, { onInvalid });
        expect(status).toBe(422);
        expect(error.fieldErrors).toEqual({ leads: [message] });
      }
    expect(await prospects()).toEqual([]);
    expect((await post(newLeads(100))).data.received).toBe(100);
    expect((await post(newLeads(1))).data.received).toBe(1);
  });

  test('names every invalid lead, and no lead of the request is written [leads.invalid-email]', async () => {
    const { post, prospects, lists, events } = await leadsClient(service);
    const leads = [
      good,
      { title: 'CEO', phone: '1', website: 'acme.example' },
      { email: 'jane at acme', linkedinUrl: 'javascript:alert(1)' },
      { fullName: 7 },
      'Jane',
      { fullName: 'J\u0000' },
    ];
    const { status, error } = await post(leads, { listName: 'Fair' });
    expect(status).toBe(422);
    expect(error.code).toBe('validation_error');
    expect(error.fieldErrors).toEqual({
      leads: ['leads[1]: needs a name, a linkedinUrl or an email', 'leads[4]: must be an object'],
      email: ['leads[2]: must be a valid email address'],
      linkedinUrl: ['leads[2]: must be a URL'],
      fullName: ['leads[5]: must not contain the character NUL', 'leads[3]: must be a string'],
    });
    expect(error.issues).toContainEqual({
      path: ['leads', 2, 'email'],
      message: 'must be a valid email address',
    });
    expect([await prospects(), await lists(), await events()]).toEqual([[], [], []]);
  });

  test('unknown values of sourceType and onInvalid are rejected, together with all other problems [leads.source-types]', async () => {
    const { post } = await leadsClient(service);
    const { error } = await post([{}], { sourceType: 'csv', onInvalid: 'maybe', listId: 'x' });
    expect(error.fieldErrors).toEqual({
      leads: ['leads[0]: needs a name, a linkedinUrl or an email'],
      listId: ['must be a UUID'],
      sourceType: [expect.stringContaining('must be one of extension,')],
      onInvalid: ['must be one of fail, skip'],
    });
  });
});

describe('with onInvalid: skip', () => {
  test('only the invalid lead fails, at its position', async () => {
    const { post, prospects } = await leadsClient(service);
    const leads = [
      {},
      good,
      { fullName: 'J\u0000' },
      'Jane',
      null,
      { email: 'x', phone: true },
      ...newLeads(1),
      { title: '\ud800', email: 'a@acme.example' },
    ];
    const { status, data } = await post(leads, { onInvalid: 'skip', listName: 'Fair' });
    expect(status).toBe(200);
    expect(data).toMatchObject({ received: 8, processed: 2, inserted: 2, failed: 6 });
    expect(data.results.map((result: { index: number }) => result.index)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7,
    ]);
    expect(data.results[1]).toMatchObject({ status: 'inserted' });
    expect(data.results[6]).toMatchObject({ status: 'inserted' });
    expect(data.results[2]).toEqual({
      index: 2,
      status: 'failed',
      reason: 'invalid',
      issues: [{ path: ['leads', 2, 'fullName'], message: 'must not contain the character NUL' }],
    });
    expect(data.results[5].issues).toHaveLength(2);
    expect(data.prospectIds).toEqual([data.results[1].prospectId, data.results[6].prospectId]);
    expect(await prospects()).toHaveLength(2);
  });
});

test('an unknown field of a lead is ignored and reported, with a suggested field name', async () => {
  const { post, prospect } = await leadsClient(service);
  const { data } = await post([good, { ...good, compnyName: 'Acme', shoeSize: 40 }], {
    listname: 'Fair',
  });
  expect(data.warnings).toEqual([
    {
      path: ['leads', 1, 'compnyName'],
      message: 'unknown field, ignored; did you mean companyName?',
    },
    { path: ['leads', 1, 'shoeSize'], message: 'unknown field, ignored' },
    { path: ['listname'], message: 'unknown field, ignored; did you mean listName?' },
  ]);
  expect((await prospect(data.prospectIds[0])).companyName).toBeNull();
});
