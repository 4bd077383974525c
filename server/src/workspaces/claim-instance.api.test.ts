import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { newVisitor } from '../../test/accounts.ts';
import { cookieFrom } from '../../test/prepared-requests.ts';
import { type TestService, testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';
import { createClaimCode } from './claim-instance.ts';

const claimBody = (code: string, name = 'Ines Duarte') => ({
  code,
  name,
  email: `${name.split(' ')[0]!.toLowerCase()}@fernhill.example`,
  password: 'seven quiet herons',
  workspaceName: 'Fernhill Instruments',
});
const claimInstance = (service: TestService, body: object) =>
  service.call(newVisitor(), 'POST', '/api/v1/manage/setup/claim', { body });
const getSetup = async (service: TestService) =>
  (await service.call(newVisitor(), 'GET', '/api/v1/manage/setup')).data;

test('a new instance is claimed once, with a code from the operator', async () => {
  const service = await testService();
  expect(await getSetup(service)).toEqual({
    claimed: false,
    mail: false,
    version: manifest.version,
  });
  expect((await claimInstance(service, claimBody('guessed'))).error.fieldErrors.code[0]).toContain(
    'This link has expired, or the instance is already claimed.',
  );
  const [code, spare] = [
    await createClaimCode(service.owner),
    await createClaimCode(service.owner),
  ];
  const claimed = await claimInstance(service, claimBody(code!));
  expect(claimed.status).toBe(200);
  const { workspaceId } = claimed.data;
  const browser = { cookie: cookieFrom(claimed), workspaceId };
  const me = await service.call(browser, 'GET', '/api/v1/manage/me');
  expect(me.data.workspaces).toEqual([
    {
      id: workspaceId,
      name: 'Fernhill Instruments',
      role: 'owner',
      plan: { id: 'free', name: 'Free' },
    },
  ]);
  expect((await service.call(browser, 'GET', '/api/v1/manage/usage')).status).toBe(200);
  const { data } = await service.call(browser, 'GET', '/api/v1/manage/audit');
  expect(data.entries).toMatchObject([
    { action: 'workspace.claimed', actor: { kind: 'user', id: me.data.user.id } },
  ]);
  expect(await getSetup(service)).toMatchObject({ claimed: true });
  for (const other of [code!, spare!])
    expect((await claimInstance(service, claimBody(other, 'Otto Late'))).status).toBe(422);
  expect(await createClaimCode(service.owner)).toBeNull();
});

test('a code expires after a day', async () => {
  const service = await testService();
  const code = await createClaimCode(service.owner);
  await service.owner.query(
    sql`update auth."verification" set "expiresAt" = now() - interval '1 second'`,
  );
  expect((await claimInstance(service, claimBody(code!))).status).toBe(422);
});

test('of several concurrent claims, with one code or many, one succeeds', async () => {
  for (const codes of [1, 4]) {
    const service = await testService();
    const offered = await Promise.all(
      Array.from({ length: codes }, () => createClaimCode(service.owner)),
    );
    const names = ['Ada Stone', 'Bo Rivers', 'Cleo Hart', 'Dag Moor'];
    const outcomes = await Promise.all(
      names.map((name, index) => claimInstance(service, claimBody(offered[index % codes]!, name))),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    const [row] = await service.owner.query<{ users: number; workspaces: number }>(sql`
      select (select count(*)::int from auth."user") as users,
             (select count(*)::int from workspace) as workspaces`);
    expect(row).toEqual({ users: 1, workspaces: 1 });
  }
});
