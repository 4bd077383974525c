import { randomBytes } from 'node:crypto';
import { allEndpoints, type Endpoint, refsOf } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { representativeEndpoints } from '../../test/endpoint-classes.ts';
import { createInvitation } from '../../test/prepared-requests.ts';
import { recordCreator } from '../../test/record-creator.ts';
import { isFull, sizeForRun } from '../../test/run-size.ts';
import { type SampleRequest, sampleRequests, withExistingIds } from '../../test/sample-requests.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const bySession = await testService();
const canary = `canary${randomBytes(8).toString('hex')}`;

/** Changes every text in a value except ids. */
function changeTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return /^[0-9a-f-]{36}$/.test(value) ? value : change(value);
  if (Array.isArray(value)) return value.map((item) => changeTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, changeTexts(item, change)]),
  );
}

const withCanary = (text: string): string => {
  if (text.includes('@')) return `${canary}.${text}`;
  if (/^https?:/.test(text)) return `${text}/${canary}`;
  return `${text} ${canary}`;
};

/** Requests with a canary in every place where a caller can put text. */
function requestsWithCanaries({ params, query, body, ...rest }: SampleRequest): SampleRequest[] {
  const replaceTexts = (change: (text: string) => string): SampleRequest => ({
    ...rest,
    params,
    query: changeTexts(query, change) as Record<string, string>,
    body: changeTexts(body, change) as Record<string, unknown>,
  });
  const named = { [canary]: canary, password: canary, token: `oc_a_${canary}` };
  return [
    replaceTexts(withCanary),
    replaceTexts(() => canary),
    { ...rest, params, query: { ...query, [canary]: canary }, body },
    { ...rest, params, query, body: { ...body, ...named, leads: [named] } },
    { ...rest, params: changeTexts(params, () => canary) as SampleRequest['params'], query, body },
    ...Object.keys(params).map((name) => ({
      ...rest,
      params: { ...params, [name]: `${canary}@person.example` },
      query,
      body,
    })),
  ];
}

test('no free text of a request appears in the log', async () => {
  let calls = 0;
  const send = async (
    endpoint: Endpoint,
    token: string,
    { params, query, body, file }: SampleRequest,
  ) => {
    const content = file === undefined ? body : `${file}\n${canary}`;
    const named = { 'idempotency-key': canary.repeat(20), 'user-agent': canary };
    for (const headers of isFull ? [{}, named] : [calls % 2 === 0 ? {} : named]) {
      const sent = endpoint.body || endpoint.requestFormat ? { body: content } : {};
      const { status } = await service.callEndpoint(token, endpoint, {
        params,
        query,
        headers,
        ...sent,
      });
      expect(status).not.toBe(401);
      calls++;
    }
  };
  for (const endpoint of representativeEndpoints(
    allEndpoints.filter(({ access }) => access !== 'anyone'),
  )) {
    const workspace = await service.workspace();
    const idOf = recordCreator(service.owner, workspace.id);
    for (const sample of sampleRequests(endpoint).slice(0, sizeForRun(1, 3))) {
      const real =
        refsOf(endpoint).length > 0 ? await withExistingIds(endpoint, sample, idOf) : sample;
      const token = await workspace.token('owner');
      for (const each of requestsWithCanaries(real)) await send(endpoint, token, each);
    }
  }
  const token = await (await service.workspace()).token('owner');
  for (const path of [`/${canary}`, `/prospects/${canary}`, `/session/${canary}`])
    await service.call(token, 'GET', path, { query: { [canary]: canary } });
  await service.call(token, 'POST', '/leads', { body: `{"${canary}": "${canary}` });
  await service.stop();

  const owner = await testService({ database: service.database });
  const [row] = await owner.owner.query<{
    count: number;
    refused: number;
    found: string[] | null;
  }>(sql`
    select count(*)::int, count(*) filter (where status >= 400)::int as refused,
           array_agg(log::text) filter (where log::text like ${`%${canary}%`}) as found
    from request_log log`);
  expect(row!.found).toBeNull();
  expect(row!.count).toBe(calls + 4);
  expect(row!.refused).toBeGreaterThan(10);
  expect(row!.refused).toBeLessThan(row!.count - 10);
});

test('no free text of a request with a session appears in the log, in a workspace or not', async () => {
  let calls = 0;
  // Connecting a browser reads no cookie.
  for (const endpoint of representativeEndpoints(
    allEndpoints.filter(({ access, api }) => access !== undefined && api !== 'connect'),
  )) {
    const workspace = await bySession.workspace();
    const [sample] = sampleRequests(endpoint);
    const real = await withExistingIds(
      endpoint,
      sample!,
      recordCreator(bySession.owner, workspace.id),
    );
    for (const { params, query, body } of requestsWithCanaries(real)) {
      const session = await workspace.session('owner');
      const sent = endpoint.body ? { body } : {};
      await bySession.callEndpoint(session, endpoint, { params, query, ...sent });
      calls++;
    }
  }
  const workspace = await bySession.workspace();
  const [stranger, known] = [await workspace.session('owner'), await workspace.session('viewer')];
  const email = `${canary}@person.example`;
  await bySession.owner.query(
    sql`update auth."user" set "email" = ${email} where "id" = ${known.userId}`,
  );
  const code = await createInvitation(bySession, workspace, email);
  const { error } = await bySession.call(stranger, 'POST', '/api/v1/manage/invitations/accept', {
    body: { code },
  });
  expect(error.message).toContain(`"${email}"`);
  await bySession.stop();

  const { owner } = await testService({ database: bySession.database });
  const [row] = await owner.query<{ count: number; found: string[] | null }>(sql`
    select count(*)::int, array_agg(log::text) filter (where log::text like ${`%${canary}%`}) as found
    from request_log log`);
  expect(row!.found).toBeNull();
  expect(row!.count).toBe(calls + 1);
});
