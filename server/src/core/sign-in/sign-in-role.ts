import { type Sql, sql } from '../../platform/db/index.ts';

type Role = { name: string; sees: boolean };

/** Fails if the role of sign-in cannot see sessions, or sees more than accounts and sessions. */
export async function requireSignInRole(rows: (statement: Sql) => Promise<Role[]>): Promise<void> {
  try {
    const [role] = await rows(sql`
      select current_user as name, has_schema_privilege('public', 'usage') as sees
      from (select 1 from "session" limit 0) as own right join (select 1) as one on true`);
    if (role?.sees) throw new Error(`"${role.name}" sees more than accounts and sessions`);
  } catch (error) {
    throw new Error(
      'DATABASE_SIGN_IN_URL must connect as outcrop_sign_in. "npm run db:create" creates that role.',
      { cause: error },
    );
  }
}
