import type { Lead } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { type Editor, editor } from '../../test/editor.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

const email = 'amara@saltmarsh.example';
const linkedinUrl = 'https://www.linkedin.com/in/amara';
const amara = { fullName: 'Amara Okafor', email, linkedinUrl };

/** What becomes of someone who is imported now. */
const imported = async ({ post }: Editor, lead: Lead) => (await post([lead])).data.results[0];

describe('an identifier', () => {
  test('that is changed is the one by which the person is recognised from then on [edit.identifiers]', async () => {
    const account = await editor(service);
    const id = await account.person(amara);
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

  test('that is cleared is free for others, and name and company take its place [edit.identifiers]', async () => {
    const account = await editor(service);
    const id = await account.person({ ...amara, companyName: 'Saltmarsh' });
    await account.edit(id, { email: null, linkedinUrl: null });
    const byName = { fullName: 'AMARA okafor', companyName: 'saltmarsh' };
    expect(await imported(account, byName)).toMatchObject({ prospectId: id, matchedBy: 'name' });
    expect(await imported(account, { email })).toMatchObject({ status: 'inserted' });
    await account.edit(id, { email: 'new@saltmarsh.example' });
    expect(await imported(account, byName)).toMatchObject({ status: 'inserted' });
  });

  test('is stored in one spelling, so that another spelling is no change [edit.no-change]', async () => {
    const { person, edit, read } = await editor(service);
    const id = await person(amara);
    const before = await read(id);
    const spelled = { email: 'AMARA@Saltmarsh.example', linkedinUrl: `${linkedinUrl}/?trk=x` };
    expect((await edit(id, spelled)).data.prospect).toEqual(before);
  });

  test('may become a page that is no profile, which others may have too [edit.identifiers]', async () => {
    const account = await editor(service);
    const company = 'https://www.linkedin.com/company/saltmarsh';
    const ids = [await account.person(amara), await account.person({ email: 'bo@a.example' })];
    for (const id of ids) {
      const { status, data } = await account.edit(id, { linkedinUrl: company });
      expect([status, data.prospect.linkedinUrl]).toEqual([200, company]);
      expect(data.warnings).toMatchObject([{ path: ['linkedinUrl'], code: 'not_a_profile' }]);
    }
    expect(await imported(account, { linkedinUrl })).toMatchObject({ status: 'inserted' });
  });

  test.each([
    ['email', { email: 'Henrik@Nordlys.example' }],
    ['linkedinUrl', { linkedinUrl: 'no.linkedin.com/in/Henrik-Lund/' }],
  ])(
    'that another prospect has is 422 on %s, names them, and changes nothing [edit.in-use]',
    async (field, taken) => {
      const { person, edit, rows } = await editor(service);
      const id = await person(amara);
      const other = await person({
        email: 'henrik@nordlys.example',
        linkedinUrl: 'https://www.linkedin.com/in/henrik-lund',
      });
      const before = await rows();
      const { status, error } = await edit(id, { title: 'Buyer', ...taken });
      expect(status).toBe(422);
      const message = `is that of the prospect ${other} already; merge the two, or send another`;
      expect(error.fieldErrors).toEqual({ [field]: [message] });
      expect(error.issues).toEqual([{ path: [field], message }]);
      expect(await rows()).toEqual(before);
    },
  );

  test('of two others is told for both at once [edit.in-use]', async () => {
    const { person, edit } = await editor(service);
    const id = await person(amara);
    const byMail = await person({ email: 'a@nordlys.example' });
    const byPage = await person({ linkedinUrl: 'linkedin.com/in/b' });
    const { error } = await edit(id, {
      email: 'a@nordlys.example',
      linkedinUrl: 'https://linkedin.com/in/b',
    });
    expect(error.fieldErrors.email[0]).toContain(byMail);
    expect(error.fieldErrors.linkedinUrl[0]).toContain(byPage);
  });

  test('of another workspace is free', async () => {
    const [one, two] = [await editor(service), await editor(service)];
    await one.person({ email: 'a@nordlys.example' });
    const id = await two.person(amara);
    expect((await two.edit(id, { email: 'a@nordlys.example' })).status).toBe(200);
  });

  test.each<[string, Lead, Lead | { email: null }]>([
    ['companyName', { fullName: 'Amara Okafor' }, { companyName: 'SALTMARSH' }],
    ['lastName', { firstName: 'Amara', companyName: 'Saltmarsh' }, { lastName: 'Okafor' }],
    ['email', { ...amara, companyName: 'Saltmarsh', linkedinUrl: undefined }, { email: null }],
  ])(
    'of name and company that another has, when %s leaves nothing else, is 422 too [edit.in-use]',
    async (field, lead, body) => {
      const { person, edit } = await editor(service);
      const other = await person({ fullName: 'Amara Okafor', companyName: 'Saltmarsh' });
      const { status, error } = await edit(await person(lead), body);
      expect(status).toBe(422);
      expect(Object.keys(error.fieldErrors)).toEqual([field]);
      expect(error.fieldErrors[field][0]).toContain(other);
    },
  );
});

describe('do not contact', () => {
  test('a suppressed person who gets a new identifier is remembered by it, and by the old one [edit.suppression]', async () => {
    const account = await editor(service);
    const { person, bulk, edit, prospect, events } = account;
    const id = await person({ email });
    await bulk({ action: 'suppress', prospectIds: [id] });
    await edit(id, { email: 'new@saltmarsh.example', linkedinUrl });
    await bulk({ action: 'delete', prospectIds: [id] });
    for (const lead of [{ email }, { email: 'new@saltmarsh.example' }, { linkedinUrl }])
      expect((await prospect(await person(lead))).doNotContact).toBe(true);
    expect(await events('prospect.suppressed')).toHaveLength(1);
  });

  test('an identifier that is remembered marks whoever gets it, with all that they are known by [edit.suppression]', async () => {
    const account = await editor(service);
    const { person, bulk, edit, prospect, events } = account;
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

  test('clearing an identifier does not lift the mark', async () => {
    const { person, bulk, edit, prospect } = await editor(service);
    const id = await person(amara);
    await bulk({ action: 'suppress', prospectIds: [id] });
    expect((await edit(id, { email: null })).data.prospect.doNotContact).toBe(true);
    expect((await prospect(await person({ email }))).doNotContact).toBe(true);
  });
});
