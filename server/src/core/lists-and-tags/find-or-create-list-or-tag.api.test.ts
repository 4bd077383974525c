import { afterAll, describe, expect, test } from 'vitest';
import { testService } from '../../../test/service.ts';
import { Database, raw, sql } from '../../platform/db/index.ts';
import {
  findOrCreateListOrTag,
  type ListOrTagKind,
  listOrTagNameKey,
} from './find-or-create-list-or-tag.ts';

const service = await testService();
const { owner } = service;

// A workspace gets a quarter of a pool; the racing requests must really be concurrent.
const wide = new Database({
  url: service.database.appUrl,
  poolSize: 24,
  timeouts: { statementMs: 30_000, lockMs: 10_000 },
  inBackground: true,
});
afterAll(() => wide.close());

const countOf = async (kind: ListOrTagKind, workspaceId: string) => {
  const [row] = await owner.query<{ count: number }>(
    sql`select count(*)::int as count from ${raw(kind)} where workspace_id = ${workspaceId}`,
  );
  return row!.count;
};

describe.each<ListOrTagKind>(['list', 'tag'])('a %s', (kind) => {
  const workspaceWith = async (length: number) => {
    const { id } = await service.workspace();
    await owner.query(sql`
      insert into ${raw(kind)} (workspace_id, id, name, name_key)
      select ${id}, gen_random_uuid(), 'Name ' || n, 'name ' || n from generate_series(1, ${length}::int) n`);
    return {
      id,
      want: (name: string) =>
        wide.transaction(id, async (tx) => findOrCreateListOrTag(tx, kind, { name })),
    };
  };

  test('has a unique name, ignoring case and white space, and keeps its first spelling', async () => {
    const { id, want } = await workspaceWith(0);
    const made = await want('Trade Fair');
    expect(made).toMatchObject({ name: 'Trade Fair', isNew: true });
    for (const name of [' trade fair ', 'TRADE FAIR', 'Trade  fair'])
      expect(await want(name)).toEqual({ ...made, isNew: false });
    expect(await countOf(kind, id)).toBe(1);
  });

  test('is limited to 1,000 per workspace also with concurrent requests', async () => {
    const { id, want } = await workspaceWith(998);
    const wanted = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) => want(`Racing ${n}`)),
    );
    expect(wanted.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await countOf(kind, id)).toBe(1000);
  });
});

test('a name key ignores case, white space and Unicode composition, and nothing else', () => {
  expect(listOrTagNameKey(' Zu\u0308rich ')).toBe(listOrTagNameKey('ZÜRICH'));
  expect(listOrTagNameKey('Zurich')).not.toBe(listOrTagNameKey('Zürich'));
  expect(listOrTagNameKey('Straße \t frei')).toBe(listOrTagNameKey('STRASSE FREI'));
  expect(listOrTagNameKey('Tradefair')).not.toBe(listOrTagNameKey('Trade fair'));
});
