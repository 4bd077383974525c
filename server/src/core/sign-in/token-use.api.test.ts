import { browserTokenDays } from '@outcrop/contract';
import { afterAll, expect, test } from 'vitest';
import { testService } from '../../../test/service.ts';
import { Database, sql } from '../../platform/db/index.ts';
import { TokenUse } from './token-use.ts';

const service = await testService();
const app = new Database({
  url: service.database.appUrl,
  poolSize: 2,
  timeouts: { statementMs: 30_000, lockMs: 20_000 },
  inBackground: true,
});
afterAll(() => app.close());

async function lastUse(tokenId: string): Promise<Date | null> {
  const [row] = await service.owner.query<{ used: Date | null }>(
    sql`select last_used_at as used from api_token where id = ${tokenId}`,
  );
  return row!.used;
}

async function seen(role: 'member' | 'viewer' = 'member') {
  const workspace = await service.workspace();
  const user = await workspace.user(role);
  return { ...user, workspaceId: workspace.id, role };
}

test('token use is buffered in memory until it is flushed, for many workspaces together', async () => {
  const use = new TokenUse(app);
  const callers = [await seen(), await seen('viewer')];
  const unused = await seen();
  const before = Date.now();
  for (const caller of callers) use.record(caller);
  for (const { tokenId } of callers) expect(await lastUse(tokenId)).toBeNull();
  await use.flush();
  for (const { tokenId } of callers) {
    const at = (await lastUse(tokenId))!.getTime();
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
  }
  expect(await lastUse(unused.tokenId)).toBeNull();
  await use.close();
});

test('each use of a browser token moves its end; the end of another token stays', async () => {
  const use = new TokenUse(app);
  const [browser, script] = [await seen(), await seen()];
  const soon = new Date(Date.now() + 86_400_000);
  const endOf = async (id: string) =>
    (
      await service.owner.query<{ end: Date }>(sql`
      select expires_at as "end" from api_token where id = ${id}`)
    )[0]!.end.getTime();
  await service.owner.query(sql`
    update api_token
    set expires_at = ${soon}, kind = case when id = ${browser.tokenId} then 'browser' else 'api' end
    where id in (${browser.tokenId}, ${script.tokenId})`);
  const before = Date.now();
  for (const caller of [browser, script]) use.record(caller);
  await use.close();
  const browserTokenMs = browserTokenDays * 86_400_000;
  expect(await endOf(browser.tokenId)).toBeGreaterThanOrEqual(before + browserTokenMs);
  expect(await endOf(browser.tokenId)).toBeLessThanOrEqual(Date.now() + browserTokenMs);
  expect(await endOf(script.tokenId)).toBe(soon.getTime());
});

test('a process that flushes late does not move the last use back', async () => {
  const use = new TokenUse(app);
  const caller = await seen();
  use.record(caller);
  const later = new Date(Date.now() + 60_000);
  await service.owner.query(sql`
    update api_token set last_used_at = ${later} where id = ${caller.tokenId}`);
  await use.close();
  expect(await lastUse(caller.tokenId)).toEqual(later);
});

test('the next flush writes what a failed flush did not', async () => {
  const broken = new Database({
    url: service.database.appUrl.replace(/\/[^/]*$/, '/outcrop_nowhere'),
    poolSize: 1,
    timeouts: { statementMs: 30_000, lockMs: 20_000 },
    inBackground: true,
  });
  let reachable = false;
  const ask: Database['query'] = (statement) => (reachable ? app : broken).query(statement);
  const use = new TokenUse({ query: ask } as Database);
  const caller = await seen();
  use.record(caller);
  await expect(use.flush()).rejects.toThrow();
  reachable = true;
  await use.close();
  await broken.close();
  expect(await lastUse(caller.tokenId)).toBeInstanceOf(Date);
});

test('a stopping service records authenticated callers only', async () => {
  const second = await testService({ database: service.database });
  const [caller, revoked] = [await seen(), await seen()];
  await service.owner.query(sql`
    update api_token set revoked_at = now() where id = ${revoked.tokenId}`);
  expect((await second.call(caller.token, 'GET', '/session')).status).toBe(200);
  expect((await second.call(revoked.token, 'GET', '/session')).status).toBe(401);
  expect(await lastUse(caller.tokenId)).toBeNull();
  await second.stop();
  expect(await lastUse(caller.tokenId)).toBeInstanceOf(Date);
  expect(await lastUse(revoked.tokenId)).toBeNull();
});

test('a member is last seen only in the workspace they used', async () => {
  const [here, there] = [await service.workspace(), await service.workspace()];
  const session = await here.session('member');
  await service.owner.query(sql`
    insert into member (workspace_id, user_id, role)
    values (${there.id}, ${session.userId}, 'member')`);
  const other = await testService({ database: service.database });
  await other.call(session, 'GET', '/api/v1/manage/boards');
  await other.call(session, 'GET', '/api/v1/manage/me');
  await other.stop();
  for (const [workspace, expected] of [
    [here, expect.any(String)],
    [there, null],
  ] as const) {
    const admin = await workspace.session('admin');
    const { data } = await service.call(admin, 'GET', '/api/v1/manage/members');
    const seenAt = Object.fromEntries(
      data.members.map(({ userId, lastSeenAt }: { userId: string; lastSeenAt: string }) => [
        userId,
        lastSeenAt,
      ]),
    );
    expect(seenAt).toEqual({ [session.userId]: expected, [admin.userId]: expect.any(String) });
  }
});
