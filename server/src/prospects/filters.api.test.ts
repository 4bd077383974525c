import { randomUUID } from 'node:crypto';
import { basePath } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { withoutIds } from '../../test/error-triggers.ts';
import { idAt } from '../../test/prospects/id-at.ts';
import { recordCreator } from '../../test/record-creator.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();

/** Prospects with these creation times as names. */
async function createdAt(...moments: string[]) {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  const leads = moments.map((moment) => ({ fullName: moment, companyName: 'Any' }));
  const { data } = await service.call(token, 'POST', '/leads', { body: { leads } });
  for (const [n, moment] of moments.entries())
    await service.owner.query(sql`
      with moved as materialized (select ${idAt(sql`${moment}::timestamptz`)} as id),
      words as (
        update prospect_word w set prospect_id = moved.id from moved
        where w.workspace_id = ${workspace.id} and w.prospect_id = ${data.prospectIds[n]})
      update prospect p set id = moved.id, created_at = ${moment} from moved
      where p.workspace_id = ${workspace.id} and p.id = ${data.prospectIds[n]}`);
  return async (query: Record<string, string>): Promise<string[]> => {
    const answer = await service.call(token, 'GET', '/prospects', { query });
    expect([query, answer.status]).toEqual([query, 200]);
    return answer.data.prospects.map(({ fullName }: { fullName: string }) => fullName);
  };
}

test('a search without parameters returns every prospect, newest first [prospects.filters-optional]', async () => {
  const search = await createdAt('2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z');
  expect(await search({})).toEqual(['2026-03-02T00:00:00.000Z', '2026-03-01T00:00:00.000Z']);
});

test('a date means its whole day in UTC, a date-time its millisecond at any offset [prospects.created]', async () => {
  const [before, first, last, after] = [
    '2026-02-28T23:59:59.999Z',
    '2026-03-01T00:00:00.000Z',
    '2026-03-01T23:59:59.999Z',
    '2026-03-02T00:00:00.000Z',
  ] as const;
  const search = await createdAt(before, first, last, after);
  // A search with a word starts from the text index and must still apply the date bounds.
  for (const [query, found] of [
    [{ createdFrom: '2026-03-01' }, [after, last, first]],
    [{ createdTo: '2026-03-01' }, [last, first, before]],
    [{ createdFrom: '2026-03-01', createdTo: '2026-03-01' }, [last, first]],
    [{ createdFrom: first, createdTo: first }, [first]],
    [{ createdFrom: '2026-03-01T00:00:00.001Z', createdTo: last }, [last]],
    [{ createdTo: '2026-03-01T23:59:59.998Z' }, [first, before]],
    [{ createdFrom: '2026-03-02T01:00:00+01:00' }, [after]],
    [{ createdTo: '2026-02-28T18:59:59.999-05:00' }, [before]],
    [{ createdFrom: '2026-03-02T00:00:00.0001Z' }, [after]],
    [{ createdFrom: '0000-01-01', createdTo: '9999-12-31' }, [after, last, first, before]],
    [{ createdFrom: '9999-12-31T23:59:59.999-23:59' }, []],
    [{ createdTo: '0000-01-01T00:00:00+23:59' }, []],
    [{ createdFrom: '2028-02-29' }, []],
  ] as const)
    for (const asked of [query, { ...query, q: 'any' }])
      expect([asked, await search(asked)]).toEqual([asked, found]);
});

describe('a malformed value is a 422 on its parameter [errors.invalid envelope.field-errors]', () => {
  test.each([
    ['createdFrom', '2026-02-30'],
    ['createdFrom', '2026-03-01T09:00:00'],
    ['createdTo', '1774947600'],
    ['stage', 'NEW'],
    ['hasEmail', '1'],
    ['page', '0'],
    ['page', '1e18'],
    ['page', '2147483648'],
    ['pageSize', '501'],
    ['listId', 'my list'],
    ['q', 'a\0b'],
    ['q', 'x'.repeat(501)],
    ['cursor', 'x'.repeat(1001)],
  ])('%s=%s', async (name, value) => {
    const token = await (await service.workspace()).token('viewer');
    const { status, error } = await service.call(token, 'GET', '/prospects', {
      query: { [name]: value },
    });
    expect(status).toBe(422);
    expect(Object.keys(error.fieldErrors)).toEqual([name]);
    expect(error.issues).toEqual([{ path: [name], message: expect.any(String) }]);
  });
});

test('unknown and repeated parameters are 422, all reported at once', async () => {
  const token = await (await service.workspace()).token('viewer');
  const response = await fetch(
    `${service.origin}${basePath.ext}/prospects?campaignId=x&campaignId=x&hasemail=true&listID=x&page=x&q=%ff`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  expect(response.status).toBe(422);
  const { error } = (await response.json()) as { error: { fieldErrors: Record<string, string[]> } };
  expect(Object.keys(error.fieldErrors).sort()).toEqual([
    'campaignId',
    'hasemail',
    'listID',
    'page',
    'q',
  ]);
  expect(error.fieldErrors['hasemail']![0]).toContain('hasEmail');
});

test('createdFrom after createdTo is a 422 on createdFrom', async () => {
  const token = await (await service.workspace()).token('viewer');
  for (const [createdFrom, createdTo] of [
    ['2026-03-02', '2026-03-01'],
    ['2026-03-01T09:00:00.001Z', '2026-03-01T09:00:00Z'],
    ['2026-03-02T00:00:00Z', '2026-03-01'],
  ] as const) {
    const query = { createdFrom, createdTo };
    const { status, error } = await service.call(token, 'GET', '/prospects', { query });
    expect(status).toBe(422);
    expect(error.fieldErrors).toEqual({ createdFrom: ['must not be after createdTo'] });
  }
});

test('an unknown list, tag or campaign is 404, with the same response for one of another workspace [ids.not-found]', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('viewer');
  const own = recordCreator(service.owner, workspace.id);
  const foreign = recordCreator(service.owner, (await service.workspace()).id);
  const ask = (query: Record<string, string>) =>
    service.call(token, 'GET', '/prospects', { query });
  for (const [name, referent] of [
    ['listId', 'list'],
    ['tagId', 'tag'],
    ['campaignId', 'campaign'],
  ] as const) {
    const [mine, theirs, madeUp] = [await own(referent), await foreign(referent), randomUUID()];
    expect((await ask({ [name]: mine })).status).toBe(200);
    const missing = await ask({ [name]: madeUp });
    expect(missing.status).toBe(404);
    expect(missing.error).toMatchObject({ code: 'not_found', notFound: [madeUp] });
    expect(missing.error.message).toContain(referent);
    expect(withoutIds(await ask({ [name]: theirs }))).toEqual(withoutIds(missing));
  }
});

test('doNotContact returns the prospects that are suppressed, or those that are not', async () => {
  const token = await (await service.workspace()).token('member');
  const leads = [{ fullName: 'Suppressed' }, { fullName: 'Free' }];
  const { data } = await service.call(token, 'POST', '/leads', { body: { leads } });
  const [suppressed, free] = data.prospectIds;
  const body = { action: 'suppress', prospectIds: [suppressed] };
  await service.call(token, 'POST', '/bulk', { body });
  const find = async (doNotContact: string) =>
    (await service.call(token, 'GET', '/prospects', { query: { doNotContact, returnIds: 'true' } }))
      .data;
  expect(await find('True')).toMatchObject({ ids: [suppressed], total: 1 });
  expect(await find('false')).toMatchObject({ ids: [free], total: 1 });
});
