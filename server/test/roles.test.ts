import { atLeast, endpoints, lines, roles } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { testService } from './service.ts';

const service = await testService();

test('each role may do what its line says, and whatever the roles before it may [roles.order roles.get roles.viewer-below-member roles.post-leads roles.get-campaigns roles.post-campaigns errors.not-allowed errors.insufficient-role]', async () => {
  const workspace = await service.workspace();
  for (const role of roles) {
    const [token, session] = [await workspace.token(role), await workspace.session(role)];
    for (const line of lines.filter(({ workspace: ofOne }) => ofOne !== false)) {
      const { method, path, role: needed } = line;
      const { params } = line.examples[0];
      const body = line.body ? { body: {} } : {};
      const { status, error } = await service.ask(line.by ? session : token, line, {
        ...(params && { params }),
        ...body,
      });
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
