import { atLeast, endpoints, lines, type Role, roles } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { testService } from './service.ts';

const service = await testService();

interface Met {
  role: Role;
  id: string;
  needed: Role;
  isRefused: boolean;
  answer: { status: number; code: string | undefined };
}

/** What each role meets at each endpoint of a workspace. */
async function everyCall(): Promise<Met[]> {
  const workspace = await service.workspace();
  const met: Met[] = [];
  for (const role of roles) {
    const [token, session] = [await workspace.token(role), await workspace.session(role)];
    for (const line of lines.filter(({ workspace: ofOne }) => ofOne !== false)) {
      const { params } = line.examples[0];
      const { status, error } = await service.ask(line.by ? session : token, line, {
        ...(params && { params }),
        ...(line.body && { body: {} }),
      });
      const answer = { status, code: error?.code };
      const isRefused = error?.code === 'insufficient_role';
      met.push({ role, id: line.id, needed: line.role, isRefused, answer });
    }
  }
  return met;
}
const calls = await everyCall();

test('each role may call the endpoints that are for it or for a role below it [roles.order]', () => {
  for (const { role, id, needed, isRefused } of calls)
    expect({ role, id, isRefused }).toEqual({ role, id, isRefused: !atLeast(role, needed) });
});

test('a role that is too low is 403 with the code insufficient_role [errors.not-allowed errors.insufficient-role]', () => {
  const refused = calls.filter(({ role, needed }) => !atLeast(role, needed));
  expect(refused.length).toBeGreaterThan(20);
  for (const { role, id, answer } of refused)
    expect({ role, id, ...answer }).toEqual({ role, id, status: 403, code: 'insufficient_role' });
});

test('a Viewer may call every GET of the public API, and less than a Member [roles.get roles.viewer-below-member]', () => {
  const allowed = (role: Role) =>
    calls.filter((met) => met.role === role && !met.isRefused).map(({ id }) => id);
  for (const { id, method } of Object.values(endpoints))
    if (method === 'GET') expect(allowed('viewer')).toContain(id);
  const [viewer, member] = [allowed('viewer'), allowed('member')];
  expect(member).toEqual(expect.arrayContaining(viewer));
  expect(member.length).toBeGreaterThan(viewer.length);
});

test('adding leads and enrolling take a Member, listing campaigns a Viewer [roles.post-leads roles.post-campaigns roles.get-campaigns]', () => {
  const least = { postLeads: 'member', postCampaigns: 'member', getCampaigns: 'viewer' } as const;
  for (const [id, needed] of Object.entries(least))
    for (const met of calls.filter((call) => call.id === id))
      expect(met).toMatchObject({ isRefused: !atLeast(met.role, needed) });
});

test('a viewer reads everything and writes nothing; a member may do both [roles.post]', () => {
  for (const { method, role } of Object.values(endpoints))
    expect(role).toBe(method === 'GET' ? 'viewer' : 'member');
});
