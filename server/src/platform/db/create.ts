import pg from 'pg';

/**
 * Makes the roles and an empty database, as a role that may. Passwords come from the two addresses;
 * where they have none, the roles get none.
 */
export async function createDatabase(
  adminUrl: string,
  ownerUrl: string,
  appUrl: string,
): Promise<void> {
  await asAdmin(adminUrl, async (client) => {
    const [owner, app] = [new URL(ownerUrl), new URL(appUrl)];
    for (const { username, password } of [owner, app]) {
      await client
        .query(`create role ${pg.escapeIdentifier(username)} login nosuperuser nobypassrls`)
        .catch(unlessThere);
      if (password)
        await client.query(
          `alter role ${pg.escapeIdentifier(username)} password ${pg.escapeLiteral(decodeURIComponent(password))}`,
        );
    }
    const name = pg.escapeIdentifier(owner.pathname.slice(1));
    await client
      .query(
        `create database ${name} owner ${pg.escapeIdentifier(owner.username)}
         template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`,
      )
      .catch(unlessThere);
    await client.query(`revoke all on database ${name} from public`);
    await client.query(`grant connect on database ${name} to ${pg.escapeIdentifier(app.username)}`);
  });
}

export const dropDatabase = (adminUrl: string, url: string): Promise<void> =>
  asAdmin(adminUrl, async (client) => {
    const name = pg.escapeIdentifier(new URL(url).pathname.slice(1));
    await client.query(`drop database if exists ${name} with (force)`);
  });

async function asAdmin(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** It exists already, or another process makes it at this moment. */
const unlessThere = (error: unknown) => {
  const { code } = error as { code?: string };
  if (!['42710', '42P04', '23505'].includes(code ?? '')) throw error;
};
