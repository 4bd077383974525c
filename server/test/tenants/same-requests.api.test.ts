import {
  type ApiName,
  allEndpoints,
  basePath,
  type Endpoint,
  workspaceHeader,
} from '@outcrop/contract';
import { expect, test } from 'vitest';
import { newLeads } from '../leads-client.ts';
import type { ApiResponse } from '../send-request.ts';
import { testService } from '../service.ts';
import { workspaceChecksums } from '../workspace-checksums.ts';
import { leaksIn } from './cross-tenant.ts';
import { createTenant, type TestTenant } from './tenant.ts';

const service = await testService();
const [ours, theirs] = [await createTenant(service), await createTenant(service)];

/** Reads that name no record, so that two workspaces can send the same ones. */
const reads = allEndpoints.filter(
  ({ method, kind, path }) => method === 'GET' && kind === 'workspace' && !path.includes('{'),
);

type Headers = Record<string, string>;

/** The headers of an admin, for the public API and for the API of the console. */
async function callersOf(tenant: TestTenant): Promise<Record<ApiName, Headers>> {
  const token = { authorization: `Bearer ${await tenant.token('admin')}` };
  const { cookie } = await tenant.session('admin');
  const session = { cookie: cookie!, [workspaceHeader]: tenant.id };
  return { ext: token, manage: session, connect: {} };
}

/** Without a check against the contract: the rows of these workspaces are not all valid. */
async function read({ api, path, query }: Endpoint, callers: Record<ApiName, Headers>) {
  const search = query.safeParse({}).success ? '' : '?q=canary';
  const url = service.origin + basePath[api] + path + search;
  const response = await fetch(url, { headers: callers[api] });
  const { data, error } = (await response.json()) as Pick<ApiResponse, 'data' | 'error'>;
  return { status: response.status, headers: response.headers, data, error };
}

test('two workspaces that send the same request, one after the other, get their own rows [ids.own-workspace]', async () => {
  const [us, them] = [
    { tenant: ours, callers: await callersOf(ours) },
    { tenant: theirs, callers: await callersOf(theirs) },
  ];
  const leaks: string[] = [];
  let shown = 0;
  for (const endpoint of reads)
    for (const [own, other] of [
      [them, us],
      [us, them],
    ] as const) {
      const answer = await read(endpoint, own.callers);
      expect({ id: endpoint.id, status: answer.status }).toEqual({ id: endpoint.id, status: 200 });
      if (leaksIn(answer, own.tenant).length > 0) shown++;
      leaks.push(...leaksIn(answer, other.tenant).map((leak) => `${endpoint.id}: ${leak}`));
    }
  expect(leaks).toEqual([]);
  expect(shown).toBeGreaterThan(reads.length);
});

test('a token changes only its own workspace, whatever workspace a header names [ids.own-workspace]', async () => {
  const before = await workspaceChecksums(service.owner, theirs.id);
  const token = await ours.token('owner');
  const headers = { [workspaceHeader]: theirs.id };
  for (const [path, body] of [
    ['/leads', { leads: newLeads(2), listName: 'Fair' }],
    [`${basePath.manage}/lists`, { name: 'Another fair' }],
  ] as const) {
    const { status } = await service.call(token, 'POST', path, { body, headers });
    expect(status).toBe(200);
  }
  expect(await workspaceChecksums(service.owner, theirs.id)).toEqual(before);
  const { data } = await service.call(token, 'GET', '/boards', { headers });
  expect(data.lists).toMatchObject([{ name: 'Another fair' }, { name: 'Fair', count: 2 }, {}]);
});
