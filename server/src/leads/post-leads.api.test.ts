import { sourceTypes } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { leadsClient, newLeads } from '../../test/leads-client.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

const jane = { email: 'jane@acme.example', linkedinUrl: 'https://www.linkedin.com/in/jane-doe' };
const statuses = (data: { results: { status: string }[] }) =>
  data.results.map(({ status }) => status);

describe('the result of a batch', () => {
  /** Leads that exist, are new, changed, repeated, in conflict, matched by name or matched by LinkedIn. */
  async function mixedBatch() {
    const { post } = await leadsClient(service);
    const before = await post([
      { email: 'known@acme.example', title: 'CEO' },
      { email: 'changed@acme.example', title: 'CEO' },
      { linkedinUrl: 'linkedin.com/in/other' },
      { fullName: 'Ann Lee', companyName: 'Acme' },
    ]);
    expect(statuses(before.data)).toEqual(['inserted', 'inserted', 'inserted', 'inserted']);
    const [known, changed, other, named] = before.data.prospectIds;

    const { status, data } = await post([
      { email: 'known@acme.example' },
      { email: 'new@acme.example' },
      { email: 'changed@acme.example', title: 'CTO' },
      { email: 'new@acme.example' },
      { email: 'known@acme.example', linkedinUrl: 'linkedin.com/in/other' },
      { fullName: 'ann  lee', companyName: 'ACME', title: 'CFO' },
      { linkedinUrl: 'linkedin.com/in/other', title: 'COO' },
    ]);
    expect(status).toBe(200);
    return { data, known, changed, other, named };
  }

  test('returns the status of each lead in order, and what an existing prospect was matched by [leads.adds-or-updates]', async () => {
    const { data, known, changed, other, named } = await mixedBatch();
    const created = data.results[1].prospectId;
    expect(data.results).toEqual([
      {
        index: 0,
        status: 'skipped',
        prospectId: known,
        matchedBy: 'email',
        reason: 'unchanged',
      },
      { index: 1, status: 'inserted', prospectId: expect.any(String) },
      {
        index: 2,
        status: 'updated',
        prospectId: changed,
        matchedBy: 'email',
        changed: ['title'],
      },
      { index: 3, status: 'skipped', prospectId: created, matchedBy: 'email', reason: 'repeated' },
      { index: 4, status: 'failed', reason: 'identity_conflict', conflictIds: [other, known] },
      {
        index: 5,
        status: 'updated',
        prospectId: named,
        matchedBy: 'name',
        changed: ['fullName', 'firstName', 'lastName', 'title', 'companyName'],
      },
      {
        index: 6,
        status: 'updated',
        prospectId: other,
        matchedBy: 'linkedin',
        changed: ['title'],
      },
    ]);
  });

  test('counts each lead exactly once, so that the counts add up [leads.counts]', async () => {
    const { received, processed, inserted, updated, skipped, failed, quotaBlocked } = (
      await mixedBatch()
    ).data;
    expect({ received, processed, quotaBlocked }).toEqual({
      received: 7,
      processed: 6,
      quotaBlocked: 0,
    });
    expect(processed).toBe(inserted + updated + skipped);
    expect(received).toBe(processed + failed + quotaBlocked);
  });

  test('lists new and existing prospects once in prospectIds, in the order of the leads [leads.prospect-ids]', async () => {
    const { post, prospects } = await leadsClient(service);
    const [a, b, c] = newLeads(3);
    const [idOfA] = (await post([a])).data.prospectIds;
    const { data } = await post([b, a, b, c, a]);
    const [first, second, , third] = data.results.map((result: { prospectId: string }) => {
      return result.prospectId;
    });
    expect(data.prospectIds).toEqual([first, second, third]);
    expect(second).toBe(idOfA);
    expect((await prospects()).map(({ id }) => id).sort()).toEqual([...data.prospectIds].sort());
  });
});

describe('an existing prospect', () => {
  test('is recognized by LinkedIn before email, in every spelling of either', async () => {
    const { post } = await leadsClient(service);
    const [id] = (await post([jane])).data.prospectIds;
    for (const [lead, matchedBy] of [
      [jane, 'linkedin'],
      [{ linkedinUrl: 'DE.linkedin.com/in/Jane-Doe/?trk=x' }, 'linkedin'],
      [{ email: ' JANE@Acme.Example ' }, 'email'],
    ] as const) {
      const { data } = await post([lead]);
      expect(data.results).toEqual([
        { index: 0, status: 'skipped', prospectId: id, matchedBy, reason: 'unchanged' },
      ]);
    }
  });

  test('takes an identifier into a blank field, and the response names an ignored one', async () => {
    const { post, prospect } = await leadsClient(service);
    const [id] = (await post([{ email: jane.email }])).data.prospectIds;
    const filled = await post([jane]);
    expect(filled.data.results).toEqual([
      {
        index: 0,
        status: 'updated',
        prospectId: id,
        matchedBy: 'email',
        changed: ['linkedinUrl'],
      },
    ]);
    const others = [
      { linkedinUrl: jane.linkedinUrl, email: 'jane@home.example' },
      { email: jane.email, linkedinUrl: 'linkedin.com/in/jane-two' },
    ];
    expect((await post(others)).data.results).toMatchObject([
      { prospectId: id, status: 'skipped', ignored: ['email'] },
      { prospectId: id, status: 'skipped', ignored: ['linkedinUrl'] },
    ]);
    expect(await prospect(id)).toMatchObject(jane);
    // An ignored identifier belongs to no prospect, so a new prospect can still have it.
    expect(statuses((await post([{ email: 'jane@home.example' }])).data)).toEqual(['inserted']);
  });

  test('keeps the source it was created with [leads.source-types leads.source-default]', async () => {
    const { post, prospect } = await leadsClient(service);
    const [unsaid] = (await post(newLeads(1))).data.prospectIds;
    expect((await prospect(unsaid)).sourceType).toBe('extension');
    for (const sourceType of sourceTypes) {
      const [lead] = newLeads(1);
      const [id] = (await post([lead], { sourceType })).data.prospectIds;
      const other = sourceTypes.find((each) => each !== sourceType);
      await post([{ ...lead, title: 'CTO' }], { sourceType: other });
      expect(await prospect(id)).toMatchObject({ sourceType, title: 'CTO' });
    }
  });
});

describe('a lead in conflict', () => {
  test('names both prospects, writes nothing, and does not stop the other leads', async () => {
    const { post, prospects, events } = await leadsClient(service);
    const [byEmail, byLinkedin] = (
      await post([{ email: jane.email }, { linkedinUrl: jane.linkedinUrl }])
    ).data.prospectIds;
    const before = await prospects();
    const { data } = await post([{ ...jane, title: 'CEO' }, ...newLeads(1)], { listName: 'Fair' });
    expect(data.results[0]).toEqual({
      index: 0,
      status: 'failed',
      reason: 'identity_conflict',
      conflictIds: [byLinkedin, byEmail],
    });
    expect(data).toMatchObject({ inserted: 1, failed: 1 });
    expect(data.prospectIds).toHaveLength(1);
    const after = await prospects();
    expect(after.filter(({ id }) => !data.prospectIds.includes(id))).toEqual(before);
    expect(await events('list.member_added')).toHaveLength(1);
    expect(await events('prospect.updated')).toEqual([]);
  });
});
