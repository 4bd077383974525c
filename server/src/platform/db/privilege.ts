import sql from 'sql-template-tag';
import type { Database } from './database.ts';

/** Tables restored before their owner existed belong to another role and cannot be migrated. */
export async function requireOwnTables(owner: Database): Promise<void> {
  const [otherOwner] = await owner.query<{ name: string }>(sql`
    select relowner::regrole::text as name from pg_class
    where oid = to_regclass('public.migration') and not pg_has_role(relowner, 'usage')`);
  if (otherOwner)
    throw new Error(
      `The tables of this database belong to "${otherOwner.name}", not to the role in DATABASE_OWNER_URL: it was restored ` +
        'before that role existed. Restore it into a new database as described in docs/backup.md.',
    );
}

/**
 * Row-level security separates the tenants, so a role that could bypass it, directly or through
 * another role, is rejected.
 */
export async function requireLeastPrivilege(db: Database): Promise<void> {
  const [role] = await db.query<{
    name: string;
    superuser: boolean;
    bypasses: boolean;
    owns: boolean;
  }>(sql`
    select current_user as name, bool_or(rolsuper) as superuser, bool_or(rolbypassrls) as bypasses,
           exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                   where n.nspname in ('public', 'auth', 'pgboss') and pg_has_role(c.relowner, 'member')) as owns
    from pg_roles where pg_has_role(oid, 'member')`);
  const problem =
    (role?.superuser && 'is, or can become, a superuser') ||
    (role?.bypasses && 'bypasses row-level security, or can become a role that does') ||
    (role?.owns && 'owns tables, or is a member of the role that does');
  if (problem)
    throw new Error(
      `DATABASE_URL connects as "${role?.name}", which ${problem}. Connect as outcrop_app; "npm run db:create" creates it.`,
    );
}
