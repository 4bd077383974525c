import {
  allEndpoints,
  atLeast,
  type Endpoint,
  endpoints,
  type Role,
  roles,
} from '@outcrop/contract';
import { expect, test } from 'vitest';
import { pipelineClassOf, representativeEndpoints } from './endpoint-classes.ts';
import { testService } from './service.ts';

const service = await testService();

interface RoleResponse {
  role: Role;
  id: string;
  needed: Role;
  isRefused: boolean;
  answer: { status: number; code: string | undefined };
}

/** Of each class, one endpoint per role that it needs, and the whole public API. */
const triedEndpoints: Endpoint[] = [
  ...new Set<Endpoint>([
    ...representativeEndpoints(
      allEndpoints,
      (endpoint) => `${pipelineClassOf(endpoint)} ${endpoint.role}`,
    ),
    ...Object.values(endpoints),
  ]),
].filter(({ kind }) => kind !== 'account');

/** The response that each role gets from each of these endpoints. */
async function callEndpoints(): Promise<RoleResponse[]> {
  const workspace = await service.workspace();
  const results: RoleResponse[] = [];
  for (const role of roles) {
    const [token, session] = [await workspace.token(role), await workspace.session(role)];
    for (const endpoint of triedEndpoints) {
      const { params } = endpoint.examples[0];
      const { status, error } = await service.callEndpoint(
        endpoint.access ? session : token,
        endpoint,
        {
          ...(params && { params }),
          ...(endpoint.body && { body: {} }),
        },
      );
      const answer = { status, code: error?.code };
      const isRefused = error?.code === 'insufficient_role';
      results.push({ role, id: endpoint.id, needed: endpoint.role, isRefused, answer });
    }
  }
  return results;
}
const calls = await callEndpoints();

test('each role may call the endpoints for itself and for lower roles', () => {
  for (const { role, id, needed, isRefused } of calls)
    expect({ role, id, isRefused }).toEqual({ role, id, isRefused: !atLeast(role, needed) });
});

test('a role that is too low is 403 with the code insufficient_role [errors.not-allowed]', () => {
  const refused = calls.filter(({ role, needed }) => !atLeast(role, needed));
  expect(refused.length).toBeGreaterThan(20);
  for (const { role, id, answer } of refused)
    expect({ role, id, ...answer }).toEqual({ role, id, status: 403, code: 'insufficient_role' });
});

test('a Viewer may call every GET of the public API, and less than a Member [roles.viewer-below-member]', () => {
  const allowed = (role: Role) =>
    calls.filter((results) => results.role === role && !results.isRefused).map(({ id }) => id);
  for (const { id, method } of Object.values(endpoints))
    if (method === 'GET') expect(allowed('viewer')).toContain(id);
  const [viewer, member] = [allowed('viewer'), allowed('member')];
  expect(member).toEqual(expect.arrayContaining(viewer));
  expect(member.length).toBeGreaterThan(viewer.length);
});

test('adding leads and enrolling need a Member, listing campaigns a Viewer [roles.post-leads roles.post-campaigns roles.get-campaigns]', () => {
  const minRoles = {
    postLeads: 'member',
    postCampaigns: 'member',
    getCampaigns: 'viewer',
  } as const;
  for (const [id, needed] of Object.entries(minRoles))
    for (const results of calls.filter((call) => call.id === id))
      expect(results).toMatchObject({ isRefused: !atLeast(results.role, needed) });
});

test('in the public API, reads need a viewer and writes a member', () => {
  for (const { method, role } of Object.values(endpoints))
    expect(role).toBe(method === 'GET' ? 'viewer' : 'member');
});
