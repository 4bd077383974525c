import { atLeast, endpoints, roles } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { testService } from './service.ts';

const service = await testService();

test('each role may do what its line says, and whatever the roles before it may [roles.order roles.get roles.viewer-below-member roles.post-leads roles.get-campaigns roles.post-campaigns errors.not-allowed errors.insufficient-role]', async () => {
  const workspace = await service.workspace();
  for (const role of roles) {
    const token = await workspace.token(role);
    for (const { method, path, role: needed } of Object.values(endpoints)) {
      const body = method === 'POST' ? { body: {} } : {};
      const { status, error } = await service.call(token, method, path, body);
      const refused = { status: 403, code: 'insufficient_role' };
      const met = { call: `${role} ${method} ${path}`, status, code: error?.code };
      if (atLeast(role, needed)) expect(met).not.toMatchObject(refused);
      else expect(met).toMatchObject(refused);
    }
  }
});

test('a viewer reads everything and writes nothing; a member may do both [roles.post]', () => {
  for (const { method, role } of Object.values(endpoints))
    expect(role).toBe(method === 'GET' ? 'viewer' : 'member');
});
