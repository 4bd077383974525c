import pg from 'pg';

/** An index of a partitioned table, built without keeping anyone from writing. */
export interface OnlineIndex {
  name: string;
  table: string;
  columns: string;
}

/** Builds what is missing. Safe to repeat, also after it was interrupted. */
export async function buildOnline(ownerUrl: string, indexes: OnlineIndex[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const index of indexes) await buildIndex(client, index);
  } finally {
    await client.end();
  }
}

/** The index of the table becomes valid when every partition has its part. */
async function buildIndex(client: pg.Client, { name, table, columns }: OnlineIndex): Promise<void> {
  const on = (target: string) => `on ${target} (${columns})`;
  await client.query(`create index if not exists ${name} ${on(`only ${table}`)}`);
  for (const partition of await partitionsWithout(client, name, table)) {
    const part = partition.replace(table, name);
    // An interrupted build leaves an invalid index behind.
    await client.query(`drop index concurrently if exists ${part}`);
    await client.query(`create index concurrently ${part} ${on(partition)}`);
    await client.query(`alter index ${name} attach partition ${part}`);
  }
}

async function partitionsWithout(
  client: pg.Client,
  index: string,
  table: string,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select child.inhrelid::regclass::text as name
     from pg_inherits child
     where child.inhparent = $1::regclass and not exists (
       select from pg_index part join pg_inherits attached on attached.inhrelid = part.indexrelid
       where part.indrelid = child.inhrelid and attached.inhparent = $2::regclass)
     order by 1`,
    [table, index],
  );
  return rows.map(({ name }) => name);
}
