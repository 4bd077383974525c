import sql from 'sql-template-tag';
import type { Database } from './database.ts';

/** Tables that were restored before their owner existed belong to another role, and cannot be migrated. */
export async function requireOwnTables(owner: Database): Promise<void> {
  const [stranger] = await owner.ask<{ name: string }>(sql`
    select relowner::regrole::text as name from pg_class
    where oid = to_regclass('public.migration') and not pg_has_role(relowner, 'usage')`);
  if (stranger)
    throw new Error(
      `Tables of this database belong to "${stranger.name}", not to the role in DATABASE_OWNER_URL: it was restored ` +
        'before that role existed. Restore it into a new database; docs/backup.md says how.',
    );
}

/**
 * A process that could get around the policies must not run: they are the wall between tenants.
 * Any role that it could switch to counts as its own.
 */
export async function requireLeastPrivilege(db: Database): Promise<void> {
  const [role] = await db.ask<{
    name: string;
    superuser: boolean;
    bypasses: boolean;
    owns: boolean;
  }>(sql`
    select current_user as name, bool_or(rolsuper) as superuser, bool_or(rolbypassrls) as bypasses,
           exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                   where n.nspname in ('public', 'auth', 'pgboss') and pg_has_role(c.relowner, 'member')) as owns
    from pg_roles where pg_has_role(oid, 'member')`);
  const flaw =
    (role?.superuser && 'is, or can become, a superuser') ||
    (role?.bypasses && 'bypasses row-level security, or can become a role that does') ||
    (role?.owns && 'owns tables, or is a member of the role that does');
  if (flaw)
    throw new Error(
      `DATABASE_URL connects as "${role?.name}", which ${flaw}. Connect as outcrop_app; db:create makes it.`,
    );
}
