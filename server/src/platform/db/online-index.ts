import pg from 'pg';

/** An index, built without keeping anyone from writing. */
export interface OnlineIndex {
  name: string;
  table: string;
  columns: string;
  where?: string;
}

/** Builds what is missing. Safe to repeat, also after it was interrupted. */
export async function buildOnline(ownerUrl: string, indexes: OnlineIndex[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const index of indexes)
      if (!(await isValid(client, index.name))) await buildIndex(client, index);
  } finally {
    await client.end();
  }
}

/** Built, with a part in every partition. */
async function isValid(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    'select indisvalid from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  return rows[0]?.indisvalid ?? false;
}

async function buildIndex(client: pg.Client, index: OnlineIndex): Promise<void> {
  const { name, table, columns } = index;
  const where = index.where ? `where ${index.where}` : '';
  const build = async (part: string, target: string) => {
    // An interrupted build leaves an invalid index behind.
    await client.query(`drop index concurrently if exists ${part}`);
    await client.query(`create index concurrently ${part} on ${target} (${columns}) ${where}`);
  };
  if (!(await isPartitioned(client, table))) return build(name, table);
  await client.query(`create index if not exists ${name} on only ${table} (${columns}) ${where}`);
  for (const partition of await partitionsWithout(client, name, table)) {
    const part = partition.replace(table, name);
    await build(part, partition);
    await client.query(`alter index ${name} attach partition ${part}`);
  }
}

async function isPartitioned(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ relkind: string }>(
    'select relkind from pg_class where oid = $1::regclass',
    [table],
  );
  return rows[0]!.relkind === 'p';
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
