import { describe, expect, test } from 'vitest';
import { leadsClient } from '../../test/leads-client.ts';
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
  linkedinUrl: 'https://www.linkedin.com/in/jane-doe',
  website: 'acme.example',
  email: 'jane@acme.example',
  phone: '415 555 0100',
  locationName: 'Zürich',
};

/** This text does not compress: each character has four bytes and differs from its neighbors. */
const wideLetters = (length: number) =>
  Array.from({ length }, () =>
    String.fromCodePoint(0x20000 + Math.floor(Math.random() * 0xa000)),
  ).join('');

test('all ten fields are stored, with text as sent [leads.fields]', async () => {
  const { post, prospect } = await leadsClient(service);
  const [id] = (await post([whole])).data.prospectIds;
  expect(await prospect(id)).toMatchObject(whole);
});

test('email, LinkedIn profile and international phone number are stored in normalized form [leads.fields]', async () => {
  const { post, prospect, events } = await leadsClient(service);
  const stored = { email: whole.email, linkedinUrl: whole.linkedinUrl, phone: '+14155550132' };
  const sent = [
    {
      email: ' JANE@Acme.Example ',
      linkedinUrl: 'linkedin.com/in/Jane-Doe/?trk=abc',
      phone: '+1 (415) 555-0132',
    },
    { email: whole.email, linkedinUrl: 'http://de.linkedin.com/in/jane-doe/de', phone: '0170/1' },
  ];
  const [id] = (await post([sent[0]])).data.prospectIds;
  expect(await prospect(id)).toMatchObject(stored);
  expect((await events('prospect.created'))[0]!.data.prospect).toMatchObject(stored);
  await post([sent[1]]);
  expect(await prospect(id)).toMatchObject({ ...stored, phone: '0170/1' });
});

const other: Record<string, string> = {
  title: 'CTO',
  companyName: 'Nordlys',
  website: 'https://doe.example',
  phone: '030 901820',
  locationName: 'Bergen',
};

test.each(Object.keys(other))(
  'a sent %s replaces the stored one, and every other field is unchanged',
  async (field) => {
    const { post, prospect } = await leadsClient(service);
    const [id] = (await post([whole])).data.prospectIds;
    const { data } = await post([{ email, [field]: other[field] }]);
    expect(data.results).toMatchObject([{ status: 'updated', prospectId: id, changed: [field] }]);
    expect(await prospect(id)).toMatchObject({ ...whole, [field]: other[field] });
  },
);

test.each(Object.keys(other))('with onMatch: fill, %s only fills a blank', async (field) => {
  const { post, prospect } = await leadsClient(service);
  const [id] = (await post([{ email }])).data.prospectIds;
  const fill = (value: string) => post([{ email, [field]: value }], { onMatch: 'fill' });
  const filled = await fill(other[field]!);
  expect(filled.data.results).toMatchObject([{ status: 'updated', changed: [field] }]);
  const kept = await fill('Something else');
  expect(kept.data.results).toMatchObject([{ status: 'skipped', reason: 'unchanged' }]);
  expect(kept.data.results[0]).not.toHaveProperty('changed');
  expect(await prospect(id)).toMatchObject({ [field]: other[field] });
});

test('an empty string or null is treated as a field that was not sent [leads.empty-fields]', async () => {
  const { post, prospect } = await leadsClient(service);
  const [id] = (await post([whole])).data.prospectIds;
  for (const nothing of ['', '  ', null]) {
    const blanks = Object.fromEntries(Object.keys(whole).map((field) => [field, nothing]));
    const { data } = await post([{ ...blanks, email }], { listName: nothing, listId: nothing });
    expect(data.results).toMatchObject([{ status: 'skipped', reason: 'unchanged' }]);
    expect(data.listId).toBeNull();
  }
  expect(await prospect(id)).toMatchObject(whole);
});

describe('names', () => {
  const names = async (...leads: object[]) => {
    const { post, prospect } = await leadsClient(service);
    let id = '';
    for (const lead of leads) [id] = (await post([{ email, ...lead }])).data.prospectIds;
    const { fullName, firstName, lastName } = await prospect(id);
    return [fullName, firstName, lastName];
  };

  test('a first name or a last name alone counts as a name [leads.needs-identity]', async () => {
    const { post } = await leadsClient(service);
    const { data } = await post([{ firstName: 'Jane' }, { lastName: 'Doe' }, { fullName: 'Cher' }]);
    expect(data.inserted).toBe(3);
    expect(await names({ firstName: 'Jane' })).toEqual(['Jane', 'Jane', null]);
    expect(await names({ lastName: 'Doe' })).toEqual(['Doe', null, 'Doe']);
  });

  const parts = { firstName: 'Jane', lastName: 'Doe' };
  const full = { fullName: 'Mary Ann Smith' };

  test.each([
    ['both parts', full, parts, ['Jane Doe', 'Jane', 'Doe']],
    ['a last name', parts, { lastName: 'Smith' }, ['Jane Smith', 'Jane', 'Smith']],
    ['a first name', parts, { firstName: 'Jo' }, ['Jo Doe', 'Jo', 'Doe']],
    ['beside a full name', full, { firstName: 'Jo' }, ['Jo Ann Smith', 'Jo', 'Ann Smith']],
    [
      'equal to its own',
      { fullName: 'Anna Berg' },
      { firstName: 'Anna' },
      ['Anna Berg', 'Anna', 'Berg'],
    ],
    ['a missing one', { fullName: 'Cher' }, { lastName: 'Bono' }, ['Cher Bono', 'Cher', 'Bono']],
    ['no name', parts, { title: 'CEO' }, ['Jane Doe', 'Jane', 'Doe']],
  ])('a name part changes only that part and the full name: %s', async (_, stored, sent, read) => {
    expect(await names(stored, sent)).toEqual(read);
  });
});

test.each([
  ['+1 (415) 555-0100', '+14155550100'],
  ['+49 30 901820', '+4930901820'],
  ['(415) 555-0100', '(415) 555-0100'],
  ['0041 44 668 18 00', '0041 44 668 18 00'],
  ['+1 415 555 0100 ext. 7', '+1 415 555 0100 ext. 7'],
  ['+1 call me', '+1 call me'],
])('the phone number %s is stored as %s', async (phone, stored) => {
  const { post, prospect } = await leadsClient(service);
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
  ] as const)('%s has at most %d characters of any width [$3]', async (field, max, longest) => {
    const { post, prospect } = await leadsClient(service);
    const [id] = (await post([{ email, [field]: longest }])).data.prospectIds;
    expect((await prospect(id))[field]).toBe(longest);
    const { status, error } = await post([{ email, [field]: `${longest}a` }]);
    expect(status).toBe(422);
    expect(error.fieldErrors[field]).toContain(
      `leads[0]: must be at most ${max.toLocaleString('en')} characters long`,
    );
  });

  test('a prospect with the longest and widest names and URLs is stored and recognized', async () => {
    const { post } = await leadsClient(service);
    const wide = [
      { linkedinUrl: `https://linkedin.com/in/${wideLetters(1000)}` },
      { firstName: wideLetters(300), lastName: wideLetters(300), companyName: wideLetters(300) },
    ];
    const first = await post(wide);
    expect(first.data).toMatchObject({ inserted: 2 });
    const again = await post(wide);
    expect(again.data).toMatchObject({ skipped: 2, prospectIds: first.data.prospectIds });
  });
});

test('an integer is accepted as a phone number and stored as text', async () => {
  const { post, prospect } = await leadsClient(service);
  const { data } = await post([{ email, phone: 4_155_550_132 }]);
  expect(await prospect(data.prospectIds[0])).toMatchObject({ phone: '4155550132' });
  for (const phone of [1.5, -1, true, ['1']])
    expect((await post([{ email, phone }])).error.fieldErrors).toEqual({
      phone: ['leads[0]: must be a string'],
    });
});

test('if some leads are invalid, the message says how to process the others', async () => {
  const { post, prospects } = await leadsClient(service);
  const remedy = 'Send onInvalid: "skip" to process the other leads.';
  const some = await post([{ email }, { email: 'no address' }, {}]);
  expect(some.status).toBe(422);
  expect(some.error.message).toContain(remedy);
  const others = [
    await post([{ email: 'no address' }]),
    await post([{ email }, {}], { listId: 'no list' }),
  ];
  for (const { status, error } of others) {
    expect(status).toBe(422);
    expect(error.message).not.toContain(remedy);
  }
  expect(await prospects()).toEqual([]);
});

test('line breaks in names become a space, and control characters are removed', async () => {
  const { post, prospect } = await leadsClient(service);
  const { data } = await post([
    {
      email,
      fullName: ' Anna \r\n\t Berg\u0007',
      title: 'CEO\u2028of\u001b all',
      companyName: '\u0001',
    },
  ]);
  expect(await prospect(data.prospectIds[0])).toMatchObject({
    fullName: 'Anna Berg',
    firstName: 'Anna',
    title: 'CEO of all',
    companyName: null,
  });
});

test('a website that is not http or https is not stored, and named in the result and in a warning', async () => {
  const { post, prospect } = await leadsClient(service);
  const websites = [
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'acme.example:8080',
  ];
  const { data } = await post(
    websites.map((website, index) => ({ email: `p${index}@acme.example`, website })),
  );
  expect(data.results.map(({ ignored }: { ignored?: string[] }) => ignored)).toEqual([
    ['website'],
    ['website'],
    ['website'],
    undefined,
  ]);
  expect(data.warnings.map(({ path }: { path: unknown[] }) => path)).toEqual(
    [0, 1, 2].map((index) => ['leads', index, 'website']),
  );
  const stored = await Promise.all(data.prospectIds.map(prospect));
  expect(stored.map(({ website }) => website)).toEqual([null, null, null, 'acme.example:8080']);
});
