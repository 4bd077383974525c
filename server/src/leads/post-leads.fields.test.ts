import { describe, expect, test } from 'vitest';
import { importer } from '../../test/importer.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

const rock = '🪨';
const email = 'jane@acme.example';
const whole = {
  fullName: 'Jane Doe',
  firstName: 'Jane',
  lastName: 'Doe',
  title: 'CEO',
  companyName: 'Acme',
  linkedinUrl: 'https://www.linkedin.com/in/jane-doe?trk=x',
  website: 'acme.example',
  email: 'Jane@Acme.example',
  phone: '415 555 0100',
  locationName: 'Zürich',
};

/** Letters that no compression makes small: four bytes each, none like its neighbour. */
const wideLetters = (length: number) =>
  Array.from({ length }, () =>
    String.fromCodePoint(0x20000 + Math.floor(Math.random() * 0xa000)),
  ).join('');

test('all ten fields are stored as they were sent [leads.fields]', async () => {
  const { post, prospect } = await importer(service);
  const [id] = (await post([whole])).data.prospectIds;
  expect(await prospect(id)).toMatchObject(whole);
});

test('white space around a value is dropped, and its letters are composed', async () => {
  const { post, prospect } = await importer(service);
  const [id] = (await post([{ fullName: '  Zoe\u0308 ', email: ` ${email}\n` }])).data.prospectIds;
  expect(await prospect(id)).toMatchObject({ fullName: 'Zoë', email });
});

test('sent fields replace the stored ones, and the others stay [leads.overwrites]', async () => {
  const { post, prospect } = await importer(service);
  const [id] = (await post([whole])).data.prospectIds;
  const news = { title: 'CTO', website: 'https://doe.example' };
  const { data } = await post([{ email, ...news }]);
  expect(data.results).toMatchObject([{ status: 'updated', prospectId: id }]);
  expect(await prospect(id)).toMatchObject({ ...whole, ...news });
});

test('an empty string or a null is a field that was not sent [leads.empty-fields]', async () => {
  const { post, prospect } = await importer(service);
  const [id] = (await post([whole])).data.prospectIds;
  for (const nothing of ['', '  ', null]) {
    const blanks = Object.fromEntries(Object.keys(whole).map((field) => [field, nothing]));
    const { data } = await post([{ ...blanks, email }], { listName: nothing, listId: nothing });
    expect(data.results).toMatchObject([{ status: 'skipped', reason: 'unchanged' }]);
    expect(data.listId).toBeNull();
  }
  expect(await prospect(id)).toMatchObject(whole);
});

test('website is plain text, whatever it looks like [leads.website]', async () => {
  const { post, prospect } = await importer(service);
  for (const website of ['acme', 'javascript:alert(1)', 'ftp://acme.example', '<b>']) {
    const [id] = (await post([{ email, website }])).data.prospectIds;
    expect((await prospect(id)).website).toBe(website);
  }
});

describe('names', () => {
  const names = async (...leads: object[]) => {
    const { post, prospect } = await importer(service);
    let id = '';
    for (const lead of leads) [id] = (await post([{ email, ...lead }])).data.prospectIds;
    const { fullName, firstName, lastName } = await prospect(id);
    return [fullName, firstName, lastName];
  };

  test('a first or a last name alone is a name [leads.one-part-is-a-name leads.needs-identity]', async () => {
    const { post } = await importer(service);
    const { data } = await post([{ firstName: 'Jane' }, { lastName: 'Doe' }, { fullName: 'Cher' }]);
    expect(data.inserted).toBe(3);
    expect(await names({ firstName: 'Jane' })).toEqual(['Jane', 'Jane', null]);
    expect(await names({ lastName: 'Doe' })).toEqual(['Doe', null, 'Doe']);
  });

  test('a full name alone clears the parts, and parts alone clear the full name [leads.full-name-clears-parts]', async () => {
    const parts = { firstName: 'Jane', lastName: 'Doe' };
    const full = { fullName: 'Mary Ann Smith' };
    expect(await names(parts, full)).toEqual(['Mary Ann Smith', 'Mary', 'Ann Smith']);
    expect(await names(full, parts)).toEqual(['Jane Doe', 'Jane', 'Doe']);
    expect(await names(full, { firstName: 'Jane' })).toEqual(['Jane', 'Jane', null]);
    expect(await names({ ...full, ...parts })).toEqual(['Mary Ann Smith', 'Jane', 'Doe']);
  });

  test('a part that is not sent stays beside the one that is [leads.overwrites]', async () => {
    const stored = { firstName: 'Jane', lastName: 'Doe' };
    expect(await names(stored, { lastName: 'Smith' })).toEqual(['Jane Smith', 'Jane', 'Smith']);
    expect(await names(stored, { title: 'CEO' })).toEqual(['Jane Doe', 'Jane', 'Doe']);
  });

  test('names that read the same are no change', async () => {
    const { post } = await importer(service);
    await post([{ email, fullName: 'Jane Doe' }]);
    const { data } = await post([{ email, firstName: 'Jane', lastName: 'Doe' }]);
    expect(data.results).toMatchObject([{ status: 'skipped', reason: 'unchanged' }]);
  });
});

test.each([
  ['+1 (415) 555-0100', '+14155550100'],
  ['+49 30 901820', '+4930901820'],
  ['(415) 555-0100', '(415) 555-0100'],
  ['0041 44 668 18 00', '0041 44 668 18 00'],
  ['+1 415 555 0100 ext. 7', '+1 415 555 0100 ext. 7'],
  ['+1 call me', '+1 call me'],
])('the phone number %s is stored as %s [leads.phone]', async (phone, stored) => {
  const { post, prospect } = await importer(service);
  const [id] = (await post([{ email, phone }])).data.prospectIds;
  expect((await prospect(id)).phone).toBe(stored);
  expect((await post([{ email, phone }])).data.skipped).toBe(1);
});

describe('limits', () => {
  const page = 'https://acme.example/';
  test.each([
    ...(['fullName', 'firstName', 'lastName', 'title', 'companyName', 'locationName'] as const).map(
      (field) => [field, 300, rock.repeat(300), 'leads.text-length'] as const,
    ),
    ['website', 2048, rock.repeat(2048), 'leads.url-length'],
    ['linkedinUrl', 2048, page + 'a'.repeat(2048 - page.length), 'leads.url-length'],
    ['phone', 50, rock.repeat(50), 'leads.phone-length'],
  ] as const)('%s has at most %d characters, however wide [$3]', async (field, max, longest) => {
    const { post, prospect } = await importer(service);
    const [id] = (await post([{ email, [field]: longest }])).data.prospectIds;
    expect((await prospect(id))[field]).toBe(longest);
    const { status, error } = await post([{ email, [field]: `${longest}a` }]);
    expect(status).toBe(422);
    expect(error.fieldErrors[field]).toContain(
      `leads[0]: must be at most ${max.toLocaleString('en')} characters long`,
    );
  });

  test('an e-mail address has at most 320 characters [leads.email-length]', async () => {
    const { post } = await importer(service);
    // The parts of an address have limits of their own, which are reached first.
    const local = 'a'.repeat(64);
    const domain = [...Array(4).fill('b'.repeat(62)), 'c'].join('.');
    expect((await post([{ email: `${local}@${domain}` }])).data.inserted).toBe(1);
    const tooLong = `${local}@${'b'.repeat(320 - 64)}`;
    const { status, error } = await post([{ email: tooLong }]);
    expect(tooLong).toHaveLength(321);
    expect(status).toBe(422);
    expect(error.fieldErrors.email).toContain('leads[0]: must be at most 320 characters long');
  });

  test('whoever has the longest and widest of names and pages is stored and recognised', async () => {
    const { post } = await importer(service);
    const wide = [
      { linkedinUrl: page + wideLetters(1000) },
      { firstName: wideLetters(300), lastName: wideLetters(300), companyName: wideLetters(300) },
    ];
    const first = await post(wide);
    expect(first.data).toMatchObject({ inserted: 2 });
    const again = await post(wide);
    expect(again.data).toMatchObject({ skipped: 2, prospectIds: first.data.prospectIds });
  });
});
