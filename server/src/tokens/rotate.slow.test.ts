import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testWorkspace } from '../../test/accounts.ts';
import { testDatabase } from '../../test/database.ts';
import { sizeForRun } from '../../test/run-size.ts';
import { removeUser } from '../operator/accounts.ts';
import { Database, sql } from '../platform/db/index.ts';
import { createToken, rotateTokens } from './tokens.ts';

const rounds = sizeForRun(10, 60);
const tokenCreators = 6;

const { ownerUrl } = await testDatabase();
// One workspace gets a quarter of the pool, which is enough for all transactions of a round.
const db = new Database({
  url: ownerUrl,
  poolSize: 4 * (tokenCreators + 1),
  timeouts: { statementMs: 30_000, lockMs: 10_000 },
  inBackground: true,
});
afterAll(() => db.close());

const token = (userId: string, name: string) => ({ cell: 'a', userId, name, expiresInDays: null });

async function activeTokens(workspaceId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from api_token where workspace_id = ${workspaceId} and revoked_at is null order by id`);
  return rows.map(({ id }) => id);
}

/**
 * Creates a token and returns whether `isOver` was already visible at the end of its transaction.
 * If not, the token was committed before the rotation, so it must have been revoked.
 */
const createAndCheck = (workspaceId: string, userId: string, isOver: ReturnType<typeof sql>) =>
  db.transaction(workspaceId, async (tx) => {
    await sleep(Math.random() * 3);
    const { id } = await createToken(tx, token(userId, 'raced'));
    const [row] = await tx.rows<{ over: boolean }>(sql`select (${isOver}) as over`);
    return { id, afterwards: row!.over };
  });

test('a token created during a rotation is revoked, unless it was created after the rotation', async () => {
  const counts = { ended: 0, afterwards: 0 };
  // Both orders must occur often enough for the test to be meaningful.
  const isEnough = () => Math.min(counts.ended, counts.afterwards) > rounds / 2;
  for (let round = 0; round < rounds || (!isEnough() && round < 10 * rounds); round++) {
    const workspace = await testWorkspace(db, 'free');
    const { userId } = await workspace.user('admin');
    const isOver = sql`
      select exists (select from api_token where workspace_id = ${workspace.id} and name = 'rotated')`;
    const [rotated, ...created] = await Promise.all([
      db.transaction(workspace.id, async (tx) => {
        await sleep(Math.random() * 3);
        return rotateTokens(tx, token(userId, 'rotated'));
      }),
      ...Array.from({ length: tokenCreators }, () => createAndCheck(workspace.id, userId, isOver)),
    ]);
    const later = created.filter(({ afterwards }) => afterwards).map(({ id }) => id);
    expect(await activeTokens(workspace.id)).toEqual([rotated.token.id, ...later].toSorted());
    counts.afterwards += later.length;
    counts.ended += created.length - later.length;
  }
  expect(isEnough(), JSON.stringify(counts)).toBe(true);
});

test('concurrent rotations leave exactly one token', async () => {
  const workspace = await testWorkspace(db, 'free');
  const { userId } = await workspace.user('admin');
  await Promise.all(
    Array.from({ length: 20 }, () =>
      db.transaction(workspace.id, (tx) => rotateTokens(tx, token(userId, 'rotated'))),
    ),
  );
  expect(await activeTokens(workspace.id)).toHaveLength(1);
});

test('a rotation that fails revokes nothing', async () => {
  const workspace = await testWorkspace(db, 'free');
  const { tokenId } = await workspace.user('admin');
  const stranger = await (await testWorkspace(db, 'free')).user('admin');
  await expect(
    db.transaction(workspace.id, (tx) => rotateTokens(tx, token(stranger.userId, 'rotated'))),
  ).rejects.toThrow('This user is not a member of the workspace.');
  expect(await activeTokens(workspace.id)).toEqual([tokenId]);
});

test('a token created while its user is being removed does not outlive the membership', async () => {
  for (let round = 0; round < rounds; round++) {
    const workspace = await testWorkspace(db, 'free');
    const { tokenId: remaining } = await workspace.user('owner');
    const { userId } = await workspace.user('member');
    await Promise.all([
      db.transaction(workspace.id, (tx) => removeUser(tx, userId)),
      ...Array.from({ length: 3 }, () =>
        db
          .transaction(workspace.id, (tx) => createToken(tx, token(userId, 'raced')))
          .catch((error: Error) =>
            expect(error.message).toBe('This user is not a member of the workspace.'),
          ),
      ),
    ]);
    expect(await activeTokens(workspace.id)).toEqual([remaining]);
  }
});
