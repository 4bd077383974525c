import { createClient } from 'redis';
import { readConfig } from '../src/config.ts';
import { type Database, raw, sql } from '../src/platform/db/index.ts';

/** Every row of every table, the queue's included, as text. */
export const wholeDatabase = (owner: Database, workspaceId: string): Promise<string[]> =>
  owner.transaction(workspaceId, async (tx) => {
    const tables = await tx.rows<{ name: string }>(sql`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'pgboss')`);
    const each = tables.map(({ name }) => `select t::text as row from ${name} t`);
    return (await tx.rows<{ row: string }>(raw(each.join(' union all ')))).map(({ row }) => row);
  });

/** All keys of Redis with their values. */
export async function wholeRedis(): Promise<string[]> {
  const redis = await createClient({ url: readConfig().REDIS_URL }).connect();
  const found: string[] = [];
  for await (const keys of redis.scanIterator({ COUNT: 1_000 }))
    for (const key of keys) {
      const dumped = await redis.dump(key);
      found.push(`${key} ${dumped === null ? '' : Buffer.from(dumped).toString('latin1')}`);
    }
  redis.destroy();
  return found;
}

const partLength = 12;

/** The first characters of a secret in every form that something could store or print. */
export function formsOf(secret: string): string[] {
  const part = Buffer.from(secret.slice(0, partLength));
  // In a longer text, the bytes may begin at any of three positions of a base64 group. The characters
  // at both ends depend on what is around them.
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), part])
      .toString('base64')
      .replaceAll('=', '')
      .slice(offset === 0 ? 0 : offset + 1, -1),
  );
  return [
    part.toString(),
    encodeURIComponent(part.toString()),
    JSON.stringify(part.toString()).slice(1, -1),
    part.toString('hex'),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}
