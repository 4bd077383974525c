import { type Database, sql } from '../../platform/db/index.ts';
import type { SessionSecrets } from './session-secrets.ts';

interface Sealed {
  id: string;
  secret: string;
  backupCodes: string;
}

const batchSize = 200;

/**
 * Reseals every second factor with the current secret, as the database owner. One that changes in
 * the meantime is retried. Returns the number of resealed rows.
 */
export async function resealSecondFactors(
  owner: Database,
  secrets: SessionSecrets,
): Promise<number> {
  let count = 0;
  for (;;) {
    const old = await owner.ask<Sealed>(sql`
      select "id", "secret", "backupCodes" from auth."twoFactor"
      where not starts_with("secret", ${secrets.prefix})
         or not starts_with("backupCodes", ${secrets.prefix})
      limit ${batchSize}`);
    if (old.length === 0) return count;
    const rows = await Promise.all(
      old.map(async ({ id, ...before }) => ({
        id,
        ...before,
        newSecret: await secrets.reseal(before.secret),
        newBackupCodes: await secrets.reseal(before.backupCodes),
      })),
    );
    await owner.ask(sql`
      update auth."twoFactor" as kept
      set "secret" = swap."newSecret", "backupCodes" = swap."newBackupCodes"
      from json_to_recordset(${JSON.stringify(rows)}) as swap
        ("id" uuid, "secret" text, "backupCodes" text, "newSecret" text, "newBackupCodes" text)
      where kept."id" = swap."id" and kept."secret" = swap."secret"
        and kept."backupCodes" = swap."backupCodes"`);
    count += old.length;
  }
}
