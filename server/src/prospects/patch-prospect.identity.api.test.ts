import type { Lead } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { type ProspectsClient, prospectsClient } from '../../test/prospects-client.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

const email = 'amara@saltmarsh.example';
const linkedinUrl = 'https://www.linkedin.com/in/amara';
const amara = { fullName: 'Amara Okafor', email, linkedinUrl };

/** The result of importing this lead now. */
const imported = async ({ post }: ProspectsClient, lead: Lead) =>
  (await post([lead])).data.results[0];

describe('an identifier', () => {
  test('that is changed identifies the prospect from then on', async () => {
    const account = await prospectsClient(service);
    const id = await account.addLead(amara);
    await account.edit(id, {
      email: 'a@nordlys.example',
      linkedinUrl: 'linkedin.com/in/a-nordlys',
    });
    const match = (by: string) => ({ prospectId: id, matchedBy: by });
    expect(await imported(account, { email: 'A@Nordlys.example' })).toMatchObject(match('email'));
    expect(await imported(account, { linkedinUrl: 'linkedin.com/in/A-Nordlys' })).toMatchObject(
      match('linkedin'),
    );
    expect(await imported(account, { email })).toMatchObject({ status: 'inserted' });
    expect(await imported(account, { linkedinUrl })).toMatchObject({ status: 'inserted' });
  });

  test('that is cleared is available to others, and name and company identify the prospect instead', async () => {
    const account = await prospectsClient(service);
    const id = await account.addLead({ ...amara, companyName: 'Saltmarsh' });
    await account.edit(id, { email: null, linkedinUrl: null });
    const byName = { fullName: 'AMARA okafor', companyName: 'saltmarsh' };
    expect(await imported(account, byName)).toMatchObject({ prospectId: id, matchedBy: 'name' });
    expect(await imported(account, { email })).toMatchObject({ status: 'inserted' });
    await account.edit(id, { email: 'new@saltmarsh.example' });
    expect(await imported(account, byName)).toMatchObject({ status: 'inserted' });
  });

  test.each([
    ['email', { email: 'Henrik@Nordlys.example' }],
    ['linkedinUrl', { linkedinUrl: 'no.linkedin.com/in/Henrik-Lund/' }],
  ])(
    'that another prospect has is a 422 on %s that names the prospect, and nothing changes',
    async (field, taken) => {
      const { addLead: person, edit, checksums: rows } = await prospectsClient(service);
      const id = await person(amara);
      const other = await person({
        email: 'henrik@nordlys.example',
        linkedinUrl: 'https://www.linkedin.com/in/henrik-lund',
      });
      const before = await rows();
      const { status, error } = await edit(id, { title: 'Buyer', ...taken });
      expect(status).toBe(422);
      const message = `is already used by prospect ${other}; merge the two or send another value`;
      expect(error.fieldErrors).toEqual({ [field]: [message] });
      expect(error.issues).toEqual([{ path: [field], message }]);
      expect(await rows()).toEqual(before);
    },
  );

  test.each<[string, Lead, Lead | { email: null }]>([
    ['companyName', { fullName: 'Amara Okafor' }, { companyName: 'SALTMARSH' }],
    ['lastName', { firstName: 'Amara', companyName: 'Saltmarsh' }, { lastName: 'Okafor' }],
    ['email', { ...amara, companyName: 'Saltmarsh', linkedinUrl: undefined }, { email: null }],
  ])(
    'of name and company that another prospect has is 422 too, when %s leaves nothing else',
    async (field, lead, body) => {
      const { addLead: person, edit } = await prospectsClient(service);
      const other = await person({ fullName: 'Amara Okafor', companyName: 'Saltmarsh' });
      const { status, error } = await edit(await person(lead), body);
      expect(status).toBe(422);
      expect(Object.keys(error.fieldErrors)).toEqual([field]);
      expect(error.fieldErrors[field][0]).toContain(other);
    },
  );
});

describe('do not contact', () => {
  test('a new identifier of a suppressed prospect is suppressed, together with the old one', async () => {
    const account = await prospectsClient(service);
    const { addLead: person, bulk, edit, prospect, events } = account;
    const id = await person({ email });
    await bulk({ action: 'suppress', prospectIds: [id] });
    await edit(id, { email: 'new@saltmarsh.example', linkedinUrl });
    await bulk({ action: 'delete', prospectIds: [id] });
    for (const lead of [{ email }, { email: 'new@saltmarsh.example' }, { linkedinUrl }])
      expect((await prospect(await person(lead))).doNotContact).toBe(true);
    expect(await events('prospect.suppressed')).toHaveLength(1);
  });

  test('a prospect that gets a suppressed identifier is suppressed with all its identifiers', async () => {
    const account = await prospectsClient(service);
    const { addLead: person, bulk, edit, prospect, events } = account;
    const gone = await person({ email });
    await bulk({ action: 'suppress', prospectIds: [gone] });
    await bulk({ action: 'delete', prospectIds: [gone] });
    const id = await person({ linkedinUrl });
    const { data } = await edit(id, { email });
    expect(data.prospect.doNotContact).toBe(true);
    expect((await events('prospect.suppressed')).at(-1)).toMatchObject({
      prospectId: id,
      data: { prospectId: id },
    });
    const [update] = await events('prospect.updated');
    expect(update!.data.prospect.doNotContact).toBe(true);
    await bulk({ action: 'delete', prospectIds: [id] });
    expect((await prospect(await person({ linkedinUrl }))).doNotContact).toBe(true);
  });

  test('clearing an identifier does not unsuppress the prospect', async () => {
    const { addLead: person, bulk, edit, prospect } = await prospectsClient(service);
    const id = await person(amara);
    await bulk({ action: 'suppress', prospectIds: [id] });
    expect((await edit(id, { email: null })).data.prospect.doNotContact).toBe(true);
    expect((await prospect(await person({ email }))).doNotContact).toBe(true);
  });
});
