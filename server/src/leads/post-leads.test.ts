import { sourceTypes } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { importer, newLeads } from '../../test/importer.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

const jane = { email: 'jane@acme.example', linkedinUrl: 'https://www.linkedin.com/in/jane-doe' };
const statuses = (data: { results: { status: string }[] }) =>
  data.results.map(({ status }) => status);

describe('the account of a batch', () => {
  /** Known, new, changed, repeated, two people at once, known by name, known by LinkedIn. */
  async function mixedBatch() {
    const { post } = await importer(service);
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

  test('tells what became of each lead, in order, and by what a known person was matched [leads.results leads.matched-by leads.adds-or-updates]', async () => {
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

  test('counts each lead once, so that the counts add up [leads.counts leads.sum leads.processed]', async () => {
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

  test('counts new people as inserted, changed ones as updated and unchanged ones as skipped [leads.inserted leads.updated leads.skipped]', async () => {
    const { data } = await mixedBatch();
    expect(data).toMatchObject({ inserted: 1, updated: 3, skipped: 2, failed: 1 });
  });

  test('prospectIds has new and known people once, in the order of the leads [leads.prospect-ids leads.prospect-ids-order]', async () => {
    const { post, prospects } = await importer(service);
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

  test('a full hundred of new people is taken at once', async () => {
    const { post, prospects } = await importer(service);
    const { data } = await post(newLeads(100));
    expect(data).toMatchObject({ received: 100, inserted: 100 });
    expect(new Set(data.prospectIds).size).toBe(100);
    expect(await prospects()).toHaveLength(100);
  });
});

describe('a known person', () => {
  test('is recognised by LinkedIn before e-mail, and by every spelling of either [leads.match-order]', async () => {
    const { post } = await importer(service);
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

  test('is recognised by name and company only while they have neither e-mail nor LinkedIn [leads.match-by-name leads.match-order]', async () => {
    const { post } = await importer(service);
    const ann = { fullName: 'Ann Lee', companyName: 'Acme' };
    const [withEmail] = (await post([{ ...ann, email: 'ann@acme.example' }])).data.prospectIds;
    const [nameOnly] = (await post([ann])).data.prospectIds;
    expect(nameOnly).not.toBe(withEmail);
    const again = await post([{ firstName: 'ANN', lastName: 'Lée', companyName: 'acme' }]);
    expect(again.data.results).toMatchObject([{ prospectId: nameOnly, matchedBy: 'name' }]);
    const better = await post([{ ...ann, email: 'other@acme.example' }]);
    expect(better.data.results).toMatchObject([{ status: 'inserted' }]);
  });

  test('is not recognised by a name without a company, nor by a phone number [leads.match-by-name leads.phone-no-match]', async () => {
    const { post } = await importer(service);
    const lead = { fullName: 'Ann Lee', phone: '+14155550100' };
    expect(statuses((await post([lead])).data)).toEqual(['inserted']);
    expect(statuses((await post([lead, lead])).data)).toEqual(['inserted', 'inserted']);
  });

  test('keeps its name key when a part of the name arrives in another field', async () => {
    const { post, prospect } = await importer(service);
    const [ann, annAnn] = (
      await post([
        { lastName: 'Ann', companyName: 'Acme' },
        { fullName: 'Ann Ann', companyName: 'Acme' },
      ])
    ).data.prospectIds;
    const { status, data } = await post([{ firstName: 'Ann', companyName: 'Acme' }]);
    expect(status).toBe(200);
    expect(data.results).toMatchObject([{ prospectId: ann, matchedBy: 'name' }]);
    expect(await prospect(ann)).toMatchObject({ fullName: 'Ann', firstName: 'Ann' });
    const again = await post([{ fullName: 'Ann Ann', companyName: 'Acme' }]);
    expect(again.data.results).toMatchObject([{ prospectId: annAnn, status: 'skipped' }]);
  });

  test('takes an identifier into a blank, and names one it does not take [leads.identifier-fills-blank leads.ignored]', async () => {
    const { post, prospect } = await importer(service);
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
    // What was not taken means nobody, so it can still become someone.
    expect(statuses((await post([{ email: 'jane@home.example' }])).data)).toEqual(['inserted']);
  });

  test('whose first identifier of a kind arrives later is found by the filter for it', async () => {
    const { post, token } = await importer(service);
    const [id] = (await post([{ email: jane.email }])).data.prospectIds;
    // Not a public slug, so the words that a search looks at stay the same.
    await post([{ email: jane.email, linkedinUrl: 'https://acme.example/team/jane' }]);
    const query = { hasLinkedin: 'true', returnIds: 'true' };
    expect((await service.call(token, 'GET', '/prospects', { query })).data.ids).toEqual([id]);
  });

  test('keeps the source that it was created with [leads.source-at-creation leads.source-types leads.source-default]', async () => {
    const { post, prospect } = await importer(service);
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

  test('of another workspace is somebody else', async () => {
    const [one, two] = [await importer(service), await importer(service)];
    await one.post([jane]);
    expect(statuses((await two.post([jane])).data)).toEqual(['inserted']);
    expect(await one.prospects()).toHaveLength(1);
    expect(await two.prospects()).toHaveLength(1);
  });
});

describe('a lead in conflict', () => {
  test('names both people, writes nothing, and lets the others go on [leads.identity-conflict leads.conflict-ids leads.conflict-writes-nothing]', async () => {
    const { post, prospects, events } = await importer(service);
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
