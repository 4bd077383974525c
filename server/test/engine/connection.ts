import pg from 'pg';
import { afterTestOrFile } from '../after-test-or-file.ts';

/** A plain connection, closed at the end of the test or file. */
export async function connectClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  afterTestOrFile(() => client.end());
  return client;
}

/** Runs `work` in a transaction that is rolled back. */
export async function inRolledBackTransaction<T>(
  client: pg.Client,
  work: () => Promise<T>,
): Promise<T> {
  await client.query('begin');
  try {
    return await work();
  } finally {
    await client.query('rollback');
  }
}

/** Checks the database and returns its violations. */
export type DatabaseCheck = (client: pg.Client) => Promise<string[]>;

/** The result of a check while a violation is in place, to prove that the check works. */
export const violationsAfter = (
  client: pg.Client,
  violation: string,
  check: DatabaseCheck,
): Promise<string[]> =>
  inRolledBackTransaction(client, async () => {
    await client.query(violation);
    return check(client);
  });

/** The error message of a statement. The surrounding transaction stays usable. */
export async function errorMessageOf(
  client: pg.Client,
  statement: string,
  values: unknown[] = [],
): Promise<string> {
  await client.query('savepoint attempt');
  try {
    await client.query(statement, values);
    return 'no error';
  } catch (error) {
    await client.query('rollback to savepoint attempt');
    return (error as Error).message;
  }
}
