import type { LeadResult } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { leadsClient } from '../../test/leads-client.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

const authWall = (name: string) =>
  `https://www.linkedin.com/authwall?trk=bf&sessionRedirect=%2Fin%2F${name}`;
const search = (name: string) =>
  `https://www.linkedin.com/search/results/people/headless?keywords=${name}`;
const company = 'https://www.linkedin.com/company/acme';
const profile = 'https://www.linkedin.com/in/jane-doe';
const email = 'jane@acme.example';

const results = ({ data }: { data: { results: LeadResult[] } }) => data.results;
const statuses = (answer: { data: { results: LeadResult[] } }) =>
  results(answer).map(({ status }) => status);

test('a thousand leads with search and sign-in page URLs become a thousand prospects', async () => {
  const { post, token } = await leadsClient(service);
  const requests = Array.from({ length: 10 }, (_, n) =>
    Array.from({ length: 100 }, (_, m) => ({
      fullName: `Person ${n} ${m}`,
      linkedinUrl: (m % 2 ? authWall : search)(`person-${n}-${m}`),
    })),
  );
  for (const leads of requests) {
    const { data } = await post(leads, { sourceType: 'extension_search' });
    expect(data).toMatchObject({ inserted: 100, updated: 0, skipped: 0 });
    expect(new Set(data.prospectIds).size).toBe(100);
  }
  const { data } = await service.call(token, 'GET', '/prospects', { query: { pageSize: '1' } });
  expect(data.total).toBe(1000);
});

test('colleagues who share a company page stay separate, and keep their name and email', async () => {
  const { post, prospect } = await leadsClient(service);
  const colleagues = ['ann', 'bo', 'cy'].map((name) => ({
    fullName: `${name} of Acme`,
    email: `${name}@acme.example`,
    linkedinUrl: company,
  }));
  const { data } = await post(colleagues);
  expect(data.inserted).toBe(3);
  const later = await post([{ ...colleagues[0], fullName: 'Di Other', email: 'di@acme.example' }]);
  expect(later.data.inserted).toBe(1);
  for (const [n, id] of data.prospectIds.entries())
    expect(await prospect(id)).toMatchObject(colleagues[n]!);
});

test('the warning names each URL that is not a profile, by its position in the request', async () => {
  const { post } = await leadsClient(service);
  const { data } = await post([
    { email, linkedinUrl: profile },
    { fullName: 'Bo', linkedinUrl: company },
    { fullName: 'Cy', linkedinUrl: 'example.com/team/cy' },
  ]);
  expect(data.warnings).toEqual(
    [1, 2].map((index) => ({
      path: ['leads', index, 'linkedinUrl'],
      message: expect.stringContaining('not a personal LinkedIn profile'),
      code: 'not_a_profile',
    })),
  );
  const skipped = await post([{ title: 'CEO' }, { fullName: 'Di', linkedinUrl: company }], {
    onInvalid: 'skip',
  });
  expect(skipped.data.warnings).toMatchObject([{ path: ['leads', 1, 'linkedinUrl'] }]);
});

describe('a lead with a URL that is not a profile', () => {
  test('and no other field is valid, matches no prospect and is new each time', async () => {
    const { post } = await leadsClient(service);
    const lead = { linkedinUrl: company };
    expect(statuses(await post([lead, lead]))).toEqual(['inserted', 'inserted']);
    expect(statuses(await post([lead]))).toEqual(['inserted']);
  });
});

test('a profile URL replaces a URL that is not a profile, and never the reverse', async () => {
  const { post, prospect, token } = await leadsClient(service);
  const [id] = (await post([{ email, linkedinUrl: company }])).data.prospectIds;
  const withProfile = await post([{ email, linkedinUrl: profile }]);
  expect(results(withProfile)).toMatchObject([{ status: 'updated', changed: ['linkedinUrl'] }]);
  expect(results(withProfile)[0]).not.toHaveProperty('ignored');
  const back = await post([{ email, linkedinUrl: company }]);
  expect(results(back)).toMatchObject([{ status: 'skipped', ignored: ['linkedinUrl'] }]);
  expect((await prospect(id)).linkedinUrl).toBe(profile);
  expect(results(await post([{ linkedinUrl: profile }]))).toMatchObject([{ prospectId: id }]);

  const query = { hasLinkedin: 'true', returnIds: 'true' };
  const [other] = (await post([{ fullName: 'Bo', linkedinUrl: company }])).data.prospectIds;
  const { data } = await service.call(token, 'GET', '/prospects', { query });
  expect(data.ids).toEqual([other, id]);
});
