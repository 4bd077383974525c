import { hashCode, newCode } from '../core/sign-in/codes.ts';
import { linkIdentifier } from '../core/sign-in/one-time-links.ts';
import { type Database, sql } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';

/**
 * Creates a code that signs a user in once, within an hour, without password or second factor.
 * Requires the database owner.
 */
export async function createSignInCode(owner: Database, email: string): Promise<string> {
  const code = newCode();
  const created = await owner.ask(sql`
    insert into auth."verification" ("identifier", "value", "expiresAt")
    select ${linkIdentifier(hashCode(code))}, u."id"::text, now() + interval '1 hour'
    from auth."user" u
    where u."email" = ${email.toLowerCase()}
      and not exists (select from member m where m.user_id = u."id" and m.kind = 'integration')
    returning 1`);
  if (created.length === 0)
    throw new ApiError('not_found', `No user who can sign in has the address ${email}.`);
  return code;
}
