import { sql, type Tx } from '../../platform/db/index.ts';
import { ApiError } from '../../platform/error.ts';

/**
 * Required to create tokens or revoke several. Otherwise a token created during a revocation of all
 * tokens would survive.
 */
export async function lockWorkspace(tx: Tx): Promise<void> {
  const found = await tx.run(
    sql`select 1 from workspace where id = ${tx.workspaceId} for no key update`,
  );
  if (found === 0) throw noSuchWorkspace();
}

export const noSuchWorkspace = () => new ApiError('not_found', 'There is no such workspace.');
