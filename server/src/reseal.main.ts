import { readConfig } from './config.ts';
import { sealedProviderKeys } from './enrichment/settings-sql.ts';
import { forgetOldKeys, reseal } from './platform/crypto/reseal.ts';
import { Sealing } from './platform/crypto/sealing.ts';
import { Database } from './platform/db/index.ts';
import { sealedAnswers } from './platform/http/idempotency.ts';
import { sealedSecrets } from './webhooks/secrets.ts';

/** Seals every secret of the database with the first key of SECRETS_KEY. */
const config = readConfig();
if (config.SECRETS_KEY === undefined) {
  console.error('Set SECRETS_KEY, the new key first and the old ones behind it.');
  process.exit(1);
}
const sealing = new Sealing(config.SECRETS_KEY);
const owner = new Database({
  url: config.DATABASE_OWNER_URL,
  poolSize: 1,
  timeouts: { statementMs: 30_000, lockMs: 10_000 },
});
try {
  await sealing.requireRightKeys(owner);
  for (const place of [...sealedSecrets, sealedProviderKeys, sealedAnswers])
    console.log(`${place.name}: ${await reseal(owner, sealing, place)} sealed anew`);
  for (const id of await forgetOldKeys(owner, sealing))
    console.log(`The key "${id}" is no longer used. Drop it from SECRETS_KEY.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await owner.close();
}
