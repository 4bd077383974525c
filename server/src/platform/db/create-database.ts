import pg from 'pg';

/**
 * Creates the roles and an empty database as an administrator, unless they exist. Passwords come
 * from the URLs; a role whose URL has none gets none.
 */
export async function createDatabase(
  adminUrl: string,
  ownerUrl: string,
  appUrl: string,
  signInUrl = signInUrlOf({ DATABASE_URL: appUrl }),
): Promise<void> {
  await asAdmin(adminUrl, async (client) => {
    const [owner, app, signIn] = [new URL(ownerUrl), new URL(appUrl), new URL(signInUrl)];
    // PostgreSQL refuses concurrent changes of a role, which all databases share.
    await client.query(`select pg_advisory_lock(hashtext('outcrop roles'))`);
    for (const { username, password } of [owner, app, signIn]) {
      await client
        .query(`create role ${pg.escapeIdentifier(username)} login nosuperuser nobypassrls`)
        .catch(ignoreIfExists);
      if (password)
        await client.query(
          `alter role ${pg.escapeIdentifier(username)} password ${pg.escapeLiteral(decodeURIComponent(password))}`,
        );
    }
    // better-auth uses table names without a schema.
    await client.query(`alter role ${pg.escapeIdentifier(signIn.username)} set search_path = auth`);
    await asMemberOf(client, owner.username, async () => {
      const name = pg.escapeIdentifier(owner.pathname.slice(1));
      await client
        .query(
          `create database ${name} owner ${pg.escapeIdentifier(owner.username)}
           template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`,
        )
        .catch(ignoreIfExists);
      // A database created by hand may belong to the administrator, and its owner could not connect.
      await client.query(`alter database ${name} owner to ${pg.escapeIdentifier(owner.username)}`);
      await client.query(`revoke all on database ${name} from public`);
      for (const { username } of [app, signIn])
        await client.query(`grant connect on database ${name} to ${pg.escapeIdentifier(username)}`);
    });
  });
}

/**
 * Only members of a role can give it a database. A superuser counts as a member of every role; an
 * administrator of a managed PostgreSQL is not a superuser, and becomes a member while `work` runs.
 */
async function asMemberOf(
  client: pg.Client,
  role: string,
  work: () => Promise<void>,
): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const { rows } = await client.query<{ isMember: boolean; grantsOptions: boolean }>(
    `select pg_has_role(current_user, $1::name, 'usage') as "isMember",
            current_setting('server_version_num')::integer >= 160000 as "grantsOptions"`,
    [role],
  );
  const { isMember, grantsOptions } = rows[0]!;
  if (isMember) return work();
  // PostgreSQL 16 makes the creator of a role its administrator, without the rights of a member.
  const options = grantsOptions ? 'with inherit true, set true' : '';
  await client.query(`grant ${name} to current_user ${options}`);
  try {
    await work();
  } finally {
    await client.query(`revoke ${name} from current_user`);
  }
}

/** Defaults to DATABASE_URL with the user outcrop_sign_in. */
export const signInUrlOf = (config: {
  DATABASE_URL: string;
  DATABASE_SIGN_IN_URL?: string | undefined;
}): string =>
  config.DATABASE_SIGN_IN_URL ??
  Object.assign(new URL(config.DATABASE_URL), { username: 'outcrop_sign_in' }).href;

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

/** It already exists, or another process is creating it right now. */
const ignoreIfExists = (error: unknown) => {
  const { code } = error as { code?: string };
  if (!['42710', '42P04', '23505'].includes(code ?? '')) throw error;
};
