import pg from 'pg';
import { afterAll } from 'vitest';

/** A bare connection, ended when the file is done. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  afterAll(() => client.end());
  return client;
}

/** Does `work` in a transaction of which nothing remains. */
export async function rolledBack<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    return await work();
  } finally {
    await client.query('rollback');
  }
}

/** Looks at the database and names what is wrong with it. */
export type Check = (client: pg.Client) => Promise<string[]>;

/** What a check reports while a violation is in place: one that never reports proves nothing. */
export const planted = (client: pg.Client, violation: string, check: Check): Promise<string[]> =>
  rolledBack(client, async () => {
    await client.query(violation);
    return check(client);
  });

/** The message of the error that a statement ends in; the transaction around it goes on. */
export async function refusal(
  client: pg.Client,
  statement: string,
  values: unknown[] = [],
): Promise<string> {
  await client.query('savepoint attempt');
  try {
    await client.query(statement, values);
    return 'not refused';
  } catch (error) {
    await client.query('rollback to savepoint attempt');
    return (error as Error).message;
  }
}
